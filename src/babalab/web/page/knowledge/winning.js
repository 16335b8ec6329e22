/** Moves that win. */

import { parseMoves } from "./moves.js";

/** @typedef {import("../babalab/index.js").State} State */

/**
 * Return the moves up to the one that wins, or null if none does.
 *
 * @param {State} start
 * @param {string} moves
 * @returns {string | null}
 */
export function cutAtWin(start, moves) {
  const letters = parseMoves(moves);
  let state = start;
  for (let count = 1; count <= letters.length; count++) {
    state = state.step(letters[count - 1]);
    if (state.won) {
      return letters.slice(0, count);
    }
  }
  return null;
}
