// What a board shows: pieces on cells, the lowest first, wherever they come from.

import { Level } from "../../babalab/engine.js";

/**
 * @typedef {object} Piece
 * @property {number} row
 * @property {number} column
 * @property {string} character a thing, a word or a border stone, as in a level's text
 * @property {string} facing
 * @property {boolean} active of a word: whether it is part of a rule
 *
 * @typedef {{width: number, height: number, pieces: Piece[]}} Picture
 *
 * @typedef {import("../../babalab/index.js").State} State
 */

/**
 * @param {State} state
 * @returns {Picture}
 */
export function pictureOf(state) {
  const { width, height } = state.level;
  return { width, height, pieces: state.cells() };
}

/**
 * The picture of a map, with the words of its rules lit; of one that is no level yet, with none lit.
 * @param {string[]} rows
 * @returns {Picture}
 */
export function pictureOfRows(rows) {
  /** @type {Level | undefined} */
  let level;
  try {
    level = Level.parse(rows.join("/"));
    return pictureOf(level.start());
  } catch {
    return rawPictureOfRows(rows);
  } finally {
    level?.free();
  }
}

/**
 * The characters of a map as they are.
 * @param {string[]} rows
 * @returns {Picture}
 */
export function rawPictureOfRows(rows) {
  /** @type {Piece[]} */
  const pieces = [];
  rows.forEach((text, row) => {
    [...text].forEach((character, column) => {
      if (character !== ".") pieces.push({ row, column, character, facing: "", active: false });
    });
  });
  return { width: Math.max(1, ...rows.map((row) => row.length)), height: rows.length, pieces };
}
