// Mirrors, turns and new sizes of maps.

import { BORDER, EMPTY, MOST_SIDE } from "./drawing.js";
import { hasRing } from "./selection.js";

/**
 * @typedef {import("./drawing.js").Rows} Rows
 * @typedef {{top: number, left: number, bottom: number, right: number}} Edges how much is added at each; less than
 *   0 takes away
 * @typedef {-1 | 0 | 1} Anchor where the old map stays in the new one: at the beginning, the middle or the end
 */

/** Left becomes right. @param {Rows} rows @returns {Rows} */
export function mirror(rows) {
  return rows.map((text) => [...text].reverse().join(""));
}

/** Up becomes down. @param {Rows} rows @returns {Rows} */
export function flip(rows) {
  return [...rows].reverse();
}

/** A quarter to the right. @param {Rows} rows @returns {Rows} */
export function turnRight(rows) {
  return [...rows[0]].map((_, column) =>
    rows
      .map((text) => text[column])
      .reverse()
      .join(""),
  );
}

/** A quarter to the left. @param {Rows} rows @returns {Rows} */
export function turnLeft(rows) {
  return turnRight(turnRight(turnRight(rows)));
}

/**
 * Make an empty map with a ring of border.
 * @param {number} width
 * @param {number} height
 * @returns {Rows}
 */
export function emptyMap(width, height) {
  return addRing(Array(Math.max(0, height - 2)).fill(EMPTY.repeat(Math.max(0, width - 2))), width, height);
}

/**
 * Move the edges of a map. One with a ring of border keeps a ring, and everything inside that still has room.
 * @param {Rows} rows
 * @param {Edges} edges
 * @returns {Rows}
 */
export function resize(rows, edges) {
  const { top, left, bottom, right } = limitEdges(rows, edges);
  const width = rows[0].length + left + right;
  const height = rows.length + top + bottom;
  const ringed = hasRing(rows) && rows.length > 1 && rows[0].length > 1;
  if (ringed) {
    const inside = rows.slice(1, -1).map((text) => text.slice(1, -1));
    return addRing(shift(inside, top, left, width - 2, height - 2), width, height);
  }
  return shift(rows, top, left, width, height);
}

/**
 * The edges to move for a new size.
 * @param {Rows} rows
 * @param {number} width
 * @param {number} height
 * @param {Anchor} across
 * @param {Anchor} down
 * @returns {Edges}
 */
export function edgesFor(rows, width, height, across, down) {
  const [left, right] = share(width - rows[0].length, across);
  const [top, bottom] = share(height - rows.length, down);
  return { top, left, bottom, right };
}

/**
 * The edges to move so that nothing but the things and words is left, and its ring.
 * @param {Rows} rows
 * @returns {Edges | null} null if there is nothing to crop, or nothing on the map
 */
export function edgesToCrop(rows) {
  let [top, left, bottom, right] = [rows.length, rows[0].length, -1, -1];
  rows.forEach((text, row) => {
    [...text].forEach((character, column) => {
      if (character === EMPTY || character === BORDER) return;
      [top, bottom] = [Math.min(top, row), Math.max(bottom, row)];
      [left, right] = [Math.min(left, column), Math.max(right, column)];
    });
  });
  if (bottom < 0) return null;
  const ring = hasRing(rows) ? 1 : 0;
  const edges = {
    top: ring - top,
    left: ring - left,
    bottom: ring - (rows.length - 1 - bottom),
    right: ring - (rows[0].length - 1 - right),
  };
  return edges.top || edges.left || edges.bottom || edges.right ? edges : null;
}

/**
 * Keep the sides of a map between 1 and the most that there may be: the edge that is moved gives way.
 * @param {Rows} rows
 * @param {Edges} edges
 * @returns {Edges}
 */
export function limitEdges(rows, { top, left, bottom, right }) {
  [top, bottom] = limitPair(rows.length, top, bottom);
  [left, right] = limitPair(rows[0].length, left, right);
  return { top, left, bottom, right };
}

/**
 * @param {number} side
 * @param {number} first
 * @param {number} last
 */
function limitPair(side, first, last) {
  const over = side + first + last - MOST_SIDE;
  const under = 1 - (side + first + last);
  if (over > 0) {
    const fromLast = Math.min(over, Math.max(0, last));
    return [first - (over - fromLast), last - fromLast];
  }
  if (under > 0) {
    const toLast = Math.min(under, Math.max(0, -last));
    return [first + (under - toLast), last + toLast];
  }
  return [first, last];
}

/**
 * Share what a side grows or shrinks by between its two ends.
 * @param {number} more
 * @param {Anchor} anchor
 */
function share(more, anchor) {
  if (anchor < 0) return [0, more];
  if (anchor > 0) return [more, 0];
  const first = Math.trunc(more / 2);
  return [first, more - first];
}

/**
 * A map of a size with another one at a place in it, as far as there is room.
 * @param {Rows} rows
 * @param {number} top
 * @param {number} left
 * @param {number} width
 * @param {number} height
 * @returns {Rows}
 */
function shift(rows, top, left, width, height) {
  return Array.from({ length: Math.max(0, height) }, (_, row) => {
    const text = rows[row - top] ?? "";
    const inside = left >= 0 ? EMPTY.repeat(left) + text : text.slice(-left);
    return inside.slice(0, Math.max(0, width)).padEnd(width, EMPTY);
  });
}

/**
 * @param {Rows} inside
 * @param {number} width
 * @param {number} height
 * @returns {Rows}
 */
function addRing(inside, width, height) {
  const edge = BORDER.repeat(width);
  if (height < 3 || width < 3) return Array(height).fill(edge);
  return [edge, ...inside.map((text) => BORDER + text + BORDER), edge];
}
