/** Cells of a map as numbers, row * width + column, and sets of them. */

import { EMPTY } from "../vocabulary.js";

/**
 * A level as lint looks at it.
 *
 * @typedef {object} LintedLevel
 * @property {readonly string[]} rows
 * @property {string} solution moves that win, or none
 * @property {readonly string[]} mechanics
 */

/**
 * Cells of a map, ascending.
 *
 * @typedef {readonly number[]} Piece
 */

/**
 * @param {Iterable<number>} cells
 * @returns {number[]}
 */
export function sortCells(cells) {
  return [...new Set(cells)].sort((one, other) => one - other);
}

/**
 * @param {readonly string[]} rows
 * @param {number} cell
 * @returns {string}
 */
export function characterAt(rows, cell) {
  const width = rows[0].length;
  return rows[Math.floor(cell / width)][cell % width];
}

/**
 * Return the rows with these cells replaced, by nothing if nothing is said.
 *
 * @param {readonly string[]} rows
 * @param {Iterable<number>} cells
 * @param {string} [by]
 * @returns {string[]}
 */
export function replaceCells(rows, cells, by = EMPTY) {
  const width = rows[0].length;
  const changed = [...rows.join("")];
  for (const cell of cells) {
    changed[cell] = by;
  }
  return rows.map((_, y) => changed.slice(y * width, (y + 1) * width).join(""));
}

/**
 * Return the connected parts of these cells, each ascending, in the order of their first cells.
 *
 * @param {Iterable<number>} cells
 * @param {number} width of the map
 * @param {boolean} byCorners whether corners connect
 * @returns {number[][]}
 */
export function findParts(cells, width, byCorners) {
  const left = new Set(cells);
  const parts = [];
  for (const first of sortCells(left)) {
    if (left.has(first)) {
      left.delete(first);
      const part = [first];
      for (const cell of part) {
        for (const beside of listBeside(cell, width, byCorners)) {
          if (left.delete(beside)) {
            part.push(beside);
          }
        }
      }
      parts.push(sortCells(part));
    }
  }
  return parts;
}

/**
 * Return the cells beside a cell; those below the map are among them.
 *
 * @param {number} cell
 * @param {number} width
 * @param {boolean} byCorners
 * @returns {number[]}
 */
export function listBeside(cell, width, byCorners) {
  const x = cell % width;
  const beside = [];
  for (const dy of [-1, 0, 1]) {
    for (const dx of [-1, 0, 1]) {
      const isBeside = byCorners ? dy !== 0 || dx !== 0 : (dy === 0) !== (dx === 0);
      if (isBeside && x + dx >= 0 && x + dx < width && cell + dy * width >= 0) {
        beside.push(cell + dy * width + dx);
      }
    }
  }
  return beside;
}
