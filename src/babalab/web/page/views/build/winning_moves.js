// Whether moves win a level, and with which of them it is won.

import { Level } from "../../babalab/engine.js";

/** Longer plays are left to the worker. */
const MOST_MOVES = 5000;

/**
 * The moves up to the win; null if they don't win.
 * @param {string} line
 * @param {string} moves
 */
export function cutAtWin(line, moves) {
  if (!moves || moves.length > MOST_MOVES || !/^[udlrs]*$/.test(moves)) return null;
  const level = Level.parse(line);
  try {
    let state = level.start();
    for (let count = 0; ; count++) {
      if (state.won) return moves.slice(0, count);
      if (count === moves.length || state.lost) return null;
      state = state.step(moves[count]);
    }
  } finally {
    level.free();
  }
}
