// Parts of maps: areas, blocks that are cut out of one and put down elsewhere.

import { BORDER, EMPTY } from "./drawing.js";

/**
 * @typedef {import("./drawing.js").Rows} Rows
 * @typedef {import("./drawing.js").Cell} Cell
 * @typedef {{top: number, left: number, bottom: number, right: number}} Area all inclusive
 *
 * @typedef {object} Lifted a block in the air
 * @property {Rows} ground the map below it
 * @property {Rows} block
 * @property {number} top where the block is; it may be partly outside of the map
 * @property {number} left
 */

/**
 * The area between two corners, as far as it is on the map; null if nothing is.
 * @param {Rows} rows
 * @param {Cell} from
 * @param {Cell} to
 * @returns {Area | null}
 */
export function areaBetween(rows, from, to) {
  return clipArea(rows, {
    top: Math.min(from[0], to[0]),
    left: Math.min(from[1], to[1]),
    bottom: Math.max(from[0], to[0]),
    right: Math.max(from[1], to[1]),
  });
}

/**
 * @param {Rows} rows
 * @param {Area} area
 * @returns {Area | null}
 */
export function clipArea(rows, { top, left, bottom, right }) {
  const area = {
    top: Math.max(0, top),
    left: Math.max(0, left),
    bottom: Math.min(rows.length - 1, bottom),
    right: Math.min(rows[0].length - 1, right),
  };
  return area.top <= area.bottom && area.left <= area.right ? area : null;
}

/**
 * @param {Area} area
 * @param {number} down
 * @param {number} right
 * @returns {Area}
 */
export function shiftArea({ top, left, bottom, right: end }, down, right) {
  return { top: top + down, left: left + right, bottom: bottom + down, right: end + right };
}

/**
 * @param {Rows} rows
 * @returns {Area}
 */
export function wholeArea(rows) {
  return { top: 0, left: 0, bottom: rows.length - 1, right: rows[0].length - 1 };
}

/**
 * @param {Area | null} area
 * @param {Cell} cell
 */
export function isInside(area, [row, column]) {
  return (
    area !== null && row >= area.top && row <= area.bottom && column >= area.left && column <= area.right
  );
}

/**
 * What is in an area.
 * @param {Rows} rows
 * @param {Area} area
 * @returns {Rows}
 */
export function blockOf(rows, { top, left, bottom, right }) {
  return rows.slice(top, bottom + 1).map((text) => text.slice(left, right + 1));
}

/**
 * Take everything out of an area.
 * @param {Rows} rows
 * @param {Area} area
 * @returns {Rows}
 */
export function clearArea(rows, { top, left, bottom, right }) {
  const gap = EMPTY.repeat(right - left + 1);
  return rows.map((text, row) =>
    row < top || row > bottom ? text : text.slice(0, left) + gap + text.slice(right + 1),
  );
}

/**
 * Put a block on a map. Its empty cells cover nothing, and what falls outside is lost.
 * @param {Rows} rows
 * @param {Rows} block
 * @param {number} top
 * @param {number} left
 * @returns {Rows}
 */
export function stamp(rows, block, top, left) {
  return rows.map((text, row) => {
    const part = block[row - top];
    if (part === undefined) return text;
    return [...text]
      .map((character, column) => {
        const above = part[column - left] ?? EMPTY;
        return above === EMPTY ? character : above;
      })
      .join("");
  });
}

/**
 * Lift what is in an area off the map.
 * @param {Rows} rows
 * @param {Area} area
 * @returns {Lifted}
 */
export function lift(rows, area) {
  return { ground: clearArea(rows, area), block: blockOf(rows, area), top: area.top, left: area.left };
}

/**
 * The map with a block put down where it is.
 * @param {Lifted} lifted
 */
export function putDown({ ground, block, top, left }) {
  return stamp(ground, block, top, left);
}

/**
 * The area that a block covers, as far as it is on the map.
 * @param {Lifted} lifted
 * @returns {Area | null}
 */
export function areaOfLifted({ ground, block, top, left }) {
  return clipArea(ground, { top, left, bottom: top + block.length - 1, right: left + block[0].length - 1 });
}

/**
 * Read a block from text, as it is copied elsewhere; null if it is none.
 * @param {string} text
 * @param {(character: string) => boolean} isKnown whether a map may have a character
 * @returns {Rows | null}
 */
export function parseBlock(text, isKnown) {
  const lines = text.replace(/\r/g, "").replace(/\n+$/, "");
  const rows = (lines.includes("\n") ? lines.split("\n") : lines.split("/")).map((row) =>
    row.replaceAll(" ", EMPTY),
  );
  const width = rows[0].length;
  if (!width || rows.some((row) => row.length !== width || ![...row].every(isKnown))) return null;
  return rows;
}

/**
 * Whether the outermost cells of a map are all border.
 * @param {Rows} rows
 */
export function hasRing(rows) {
  const last = rows.length - 1;
  return rows.every((text, row) =>
    row === 0 || row === last
      ? [...text].every((character) => character === BORDER)
      : text.startsWith(BORDER) && text.endsWith(BORDER),
  );
}
