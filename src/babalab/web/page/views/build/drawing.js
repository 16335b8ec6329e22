// Drawing on maps. A map is a list of rows that is never changed: drawing makes a new one, which shares with
// the old one all rows that are the same.

/**
 * @typedef {readonly string[]} Rows a map: rows of equally many characters
 * @typedef {readonly [number, number]} Cell row and column, from 0
 */

export const EMPTY = ".";
export const BORDER = "_";
export const MOST_SIDE = 64;

/**
 * The character of a cell; "" outside.
 * @param {Rows} rows
 * @param {Cell} cell
 */
export function characterAt(rows, [row, column]) {
  return rows[row]?.[column] ?? "";
}

/**
 * Put a character on cells; those outside are left out. A map in which nothing changes is returned itself.
 * @param {Rows} rows
 * @param {Iterable<Cell>} cells
 * @param {string} character
 * @returns {Rows}
 */
export function setCells(rows, cells, character) {
  /** @type {Map<number, string[]>} */
  const changed = new Map();
  for (const [row, column] of cells) {
    const before = rows[row]?.[column];
    if (before === undefined || before === character) continue;
    let text = changed.get(row);
    if (!text) changed.set(row, (text = [...rows[row]]));
    text[column] = character;
  }
  if (!changed.size) return rows;
  return rows.map((text, row) => changed.get(row)?.join("") ?? text);
}

/**
 * The cells of a straight line, both ends included; each touches the next one, at least by a corner.
 * @param {Cell} from
 * @param {Cell} to
 * @returns {Cell[]}
 */
export function lineCells(from, to) {
  const steps = Math.max(Math.abs(to[0] - from[0]), Math.abs(to[1] - from[1]));
  /** @type {Cell[]} */
  const cells = [];
  for (let step = 0; step <= steps; step++) {
    const share = steps ? step / steps : 0;
    cells.push([roundHalf(from[0], to[0], share), roundHalf(from[1], to[1], share)]);
  }
  return cells;
}

/**
 * The whole number nearest to a point between two others. A half goes towards the first one, whichever is the
 * larger: so a line is the same seen in a mirror.
 * @param {number} from
 * @param {number} to
 * @param {number} share
 */
function roundHalf(from, to, share) {
  const way = Math.abs(to - from) * share;
  return from + Math.sign(to - from) * Math.ceil(way - 0.5);
}

/**
 * The cells of the rectangle between two corners.
 * @param {Cell} from
 * @param {Cell} to
 * @param {boolean} filled with its inside
 * @returns {Cell[]}
 */
export function rectangleCells(from, to, filled) {
  const [top, bottom] = [Math.min(from[0], to[0]), Math.max(from[0], to[0])];
  const [left, right] = [Math.min(from[1], to[1]), Math.max(from[1], to[1])];
  /** @type {Cell[]} */
  const cells = [];
  for (let row = top; row <= bottom; row++) {
    const whole = filled || row === top || row === bottom;
    for (let column = left; column <= right; column++) {
      if (whole || column === left || column === right) cells.push([row, column]);
    }
  }
  return cells;
}

/**
 * The cells with the same character as one, and reached from it over such cells by their sides.
 * @param {Rows} rows
 * @param {Cell} start
 * @returns {Cell[]}
 */
export function floodCells(rows, start) {
  const character = characterAt(rows, start);
  if (!character) return [];
  const width = rows[0].length;
  const seen = new Uint8Array(rows.length * width);
  /** @type {Cell[]} */
  const cells = [start];
  seen[start[0] * width + start[1]] = 1;
  for (let next = 0; next < cells.length; next++) {
    const [row, column] = cells[next];
    for (const [y, x] of [
      [row - 1, column],
      [row + 1, column],
      [row, column - 1],
      [row, column + 1],
    ]) {
      if (rows[y]?.[x] !== character || seen[y * width + x]) continue;
      seen[y * width + x] = 1;
      cells.push([y, x]);
    }
  }
  return cells;
}
