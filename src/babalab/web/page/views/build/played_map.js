// A played state as a map: what is uppermost on each cell.

import { EMPTY } from "./drawing.js";

/**
 * A map has room for one piece on each cell, and none for which way it looks.
 * @param {import("../../babalab/index.js").State} state
 * @returns {{rows: string[], covered: number}} `covered`: how many pieces lie under others, which the map lacks
 */
export function mapOf(state) {
  return mapOfPieces(state.level.width, state.level.height, state.cells());
}

/**
 * @param {number} width
 * @param {number} height
 * @param {readonly {row: number, column: number, character: string}[]} pieces the lowest first
 */
export function mapOfPieces(width, height, pieces) {
  const cells = Array.from({ length: height }, () => Array(width).fill(EMPTY));
  let covered = 0;
  for (const { row, column, character } of pieces) {
    if (cells[row][column] !== EMPTY) covered++;
    cells[row][column] = character;
  }
  return { rows: cells.map((row) => row.join("")), covered };
}
