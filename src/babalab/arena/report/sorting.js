"use strict";
// A click on a heading sorts its table: numbers the largest first, texts from A on; again: reversed.
for (const table of document.querySelectorAll("table.sortable")) {
  const headings = [...table.tHead.rows[0].cells];
  const valueIn = (row, column) => row.cells[column].dataset.value;
  headings.forEach((heading, column) => {
    heading.querySelector("button").addEventListener("click", () => {
      const rows = [...table.tBodies[0].rows];
      const numbers = rows.every((row) => !isNaN(valueIn(row, column) ?? 0));
      const first = numbers && column > 0 ? "descending" : "ascending";
      const second = first === "ascending" ? "descending" : "ascending";
      const order = heading.getAttribute("aria-sort") === first ? second : first;
      headings.forEach((each) => each.removeAttribute("aria-sort"));
      heading.setAttribute("aria-sort", order);
      const sign = order === "ascending" ? 1 : -1;
      rows.sort((a, b) => {
        const [x, y] = [valueIn(a, column), valueIn(b, column)];
        if (x === undefined || y === undefined) return (x === undefined) - (y === undefined);
        return sign * (numbers ? x - y : x.localeCompare(y));
      });
      table.tBodies[0].append(...rows);
    });
  });
}
