// What is wrong with the map, and what its maker may not have meant, each with its place and a fix.

import { fill, h } from "../../app/dom.js";
import { icon } from "../../app/icons.js";
import { diagnose } from "../../knowledge/diagnostics.js";
import { texts } from "../../texts/texts.js";

/**
 * @typedef {import("./drawing.js").Cell} Cell
 *
 * @typedef {object} Remark
 * @property {string} code
 * @property {string} message
 * @property {string} fix
 * @property {boolean} isNote
 * @property {readonly Cell[]} cells from 0
 */

export class Findings {
  /**
   * @param {import("./judge.js").Judge} judge
   * @param {(remark: Remark | null) => void} onChoose
   */
  constructor(judge, onChoose) {
    this.judge = judge;
    this.onChoose = onChoose;
    this.heading = h("h2", null, texts.build.findings.title);
    this.count = h("span", { class: "chip" });
    this.list = h("ul", { class: "build-findings" });
    this.element = h(
      "section",
      { class: "panel", "aria-label": texts.build.findings.title, hidden: true },
      h("div", { class: "row spread" }, this.heading, this.count),
      this.list,
    );
    /** @type {Remark[]} */
    this.remarks = [];
    this.chosen = "";
    this.onChange = () => this.update();
    judge.addEventListener("change", this.onChange);
    this.update();
  }

  close() {
    this.judge.removeEventListener("change", this.onChange);
  }

  update() {
    const { opinion } = this.judge;
    const remarks = opinion ? remarksOf(opinion) : [];
    if (JSON.stringify(remarks) === JSON.stringify(this.remarks)) return;
    this.remarks = remarks;
    this.element.hidden = !remarks.length;
    this.count.textContent = String(remarks.length);
    fill(
      this.list,
      remarks.map((remark) => this.makeItem(remark)),
    );
    if (this.chosen && !remarks.some((each) => keyOf(each) === this.chosen)) this.choose(null);
  }

  /** @param {Remark} remark */
  makeItem(remark) {
    const its = texts.lint;
    const [first] = remark.cells;
    const place = first ? its.place(first[0] + 1, first[1] + 1, remark.cells.length - 1) : "";
    const head = h(
      "span",
      { class: "build-finding-head" },
      icon(remark.isNote ? "hint" : "warn"),
      h("b", null, its.codes[remark.code] ?? remark.code),
      place && h("span", { class: "soft" }, place),
    );
    const body = [
      head,
      h("span", { class: "build-finding-message" }, remark.message),
      remark.fix && h("span", { class: "soft" }, texts.build.findings.fix(remark.fix)),
    ];
    if (!first) return h("li", { class: `build-finding ${remark.isNote ? "note" : ""}` }, body);
    const key = keyOf(remark);
    const item = h(
      "button",
      {
        type: "button",
        class: `build-finding ${remark.isNote ? "note" : ""}`,
        "aria-pressed": String(key === this.chosen),
        onclick: () => this.choose(key === this.chosen ? null : remark),
        "data-key": key,
      },
      body,
    );
    return h("li", null, item);
  }

  /** @param {Remark | null} remark */
  choose(remark) {
    this.chosen = remark ? keyOf(remark) : "";
    for (const item of this.list.querySelectorAll("button")) {
      item.setAttribute("aria-pressed", String(item.dataset.key === this.chosen));
    }
    this.onChoose(remark);
  }
}

/**
 * What is wrong with the map at once, and what the worker has found since.
 * @param {import("./judge.js").Opinion} opinion
 * @returns {Remark[]}
 */
export function remarksOf({ line, answer }) {
  /** @type {Remark[]} */
  const problems = diagnose(line.split("/")).map((problem) => ({
    code: "map",
    message: problem.message,
    fix: "",
    isNote: !problem.isError,
    cells: problem.line ? [[problem.line - 1, Math.max(0, problem.column - 1)]] : [],
  }));
  const found = answer.findings
    // The verdict says these two, and the map's own problems are there already.
    .filter((finding) => !["unsolvable", "undecided", "map"].includes(finding.code))
    .map((finding) => ({
      code: String(finding.code),
      message: String(finding.message),
      fix: String(finding.fix ?? ""),
      isNote: Boolean(finding.note ?? finding.isNote),
      cells: (finding.cells ?? []).map((/** @type {[number, number]} */ [row, column]) => [
        row - 1,
        column - 1,
      ]),
    }));
  return [...problems, ...found].sort((one, other) => Number(one.isNote) - Number(other.isNote));
}

/** @param {Remark} remark */
function keyOf({ code, message, cells }) {
  return `${code} ${message} ${cells.join(" ")}`;
}
