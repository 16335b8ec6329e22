/** Proofs that a solution is a shortest one. */

/** @typedef {import("../babalab/index.js").State} State */

/** Seconds that a search goes on before others may do something. */
export const SLICE = 0.02;

/**
 * Return a shortest solution if so many engine steps prove one, or else these moves.
 *
 * @param {State} start
 * @param {string} moves that win
 * @param {number} steps
 * @returns {Generator<null, {moves: string, shortest: boolean}>} it yields between slices
 */
export function* proveShortest(start, moves, steps) {
  const search = start.aStar(moves.length - 1);
  try {
    for (;;) {
      const left = steps - search.statistics.steps;
      if (left < 1) {
        return { moves, shortest: false };
      }
      const outcome = search.advance({ steps: left, seconds: SLICE });
      if (outcome === "solved") {
        return { moves: search.solution() ?? moves, shortest: search.sound };
      }
      if (outcome !== "unfinished") {
        return { moves, shortest: outcome === "exhausted" && search.sound };
      }
      yield null;
    }
  } finally {
    search.free();
  }
}
