/** Moves as people write them: u d l r, s to wait, in either case. */

import { LETTERS, SPACE } from "./vocabulary.js";

const SPACES = new RegExp(`[${SPACE}]`, "u");

/** The step of each move in rows and columns. @type {Readonly<Record<string, readonly [number, number]>>} */
export const VECTORS = { u: [-1, 0], d: [1, 0], l: [0, -1], r: [0, 1], s: [0, 0] };

/** A letter that is not a move. */
export class MovesError extends Error {
  /**
   * @param {string} letter
   * @param {number} offset where it stands in the text, in units of UTF-16
   */
  constructor(letter, offset) {
    super(`moves: ${JSON.stringify(letter)} is not a move; use u d l r (either case) and s to wait`);
    this.letter = letter;
    this.offset = offset;
  }
}

/**
 * Return moves in lower case, without white space.
 *
 * @param {string} text
 * @returns {string}
 * @throws {MovesError} for the first letter that is not a move
 */
export function parseMoves(text) {
  let moves = "";
  let offset = 0;
  for (const letter of text) {
    const lower = letter.toLowerCase();
    if (LETTERS.includes(lower)) {
      moves += lower;
    } else if (!SPACES.test(letter)) {
      throw new MovesError(letter, offset);
    }
    offset += letter.length;
  }
  return moves;
}
