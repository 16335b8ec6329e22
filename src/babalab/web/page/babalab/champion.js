/** The champion: the same states expanded, and the same solutions, as src/babalab/agents/champion.py. */
import { asFarAsAffordable, runSearch } from "./running.js";

/** @typedef {import("./running.js").Glimpse} Glimpse */
/** @typedef {import("./running.js").Work} Work */
/** @typedef {import("./state.js").State} State */
/** @typedef {{solution: string | null, shortest: boolean, unsolvable: boolean}} Findings */

/** Engine steps for a proof before anything else, enough for most levels. */
export const FIRST_PROOF = 150_000;
/** If there are more steps than this for shortening, a longer proof takes turns with the local search. */
export const PATIENCE = 1_000_000;

/**
 * Best-first search with walks that takes turns between lists of novelty and of nearness; then its solution
 * is made shorter, for as long as `shorten` engine steps allow.
 * @param {Work} work
 * @param {State} state
 * @param {{seed: number | bigint, shorten: number}} options
 * @returns {Generator<Glimpse, Findings, void>}
 */
export function* searchAsChampion(work, state, { seed, shorten }) {
  const { solution, sound } = yield* runSearch(work, state.bestFirst({ seed }));
  if (solution === null) return { solution, shortest: false, unsolvable: sound };
  work.statistics.foundAfter = work.spending.expansions;
  work.solution = solution;
  yield work.glimpse();
  const shortened = yield* work.spending.narrowed(shorten, makeShorter(work, state, solution, shorten));
  return { ...shortened, unsolvable: false };
}

/**
 * @param {Work} work
 * @param {State} state
 * @param {string} solution
 * @param {number} shorten
 * @returns {Generator<Glimpse, {solution: string, shortest: boolean}, void>}
 */
function* makeShorter(work, state, solution, shorten) {
  const first = Math.min(Math.floor(shorten / 2), FIRST_PROOF);
  const proof = runSearch(work, state.aStar(solution.length - 1), false);
  const proved = yield* asFarAsAffordable(work.spending.narrowed(first, proof));
  if (proved) return { solution: proved.solution ?? solution, shortest: proved.sound };
  return yield* runShortener(work, state.shortener(solution, { prove: shorten > PATIENCE }));
}

/**
 * @param {Work} work
 * @param {import("./shortener.js").Shortener} shortener
 * @returns {Generator<Glimpse, {solution: string, shortest: boolean}, void>}
 */
function* runShortener(work, shortener) {
  const { spending } = work;
  try {
    yield* asFarAsAffordable(
      (function* () {
        for (let more = true; more; ) {
          const { iterations, steps } = shortener;
          more = shortener.advance({ ...spending.left(), moment: work.slice }) === "unfinished";
          spending.spend(shortener.iterations - iterations, shortener.steps - steps);
          spending.occupy(shortener.bytes);
          work.solution = shortener.moves;
          work.statistics.length = work.solution.length;
          yield work.glimpse();
        }
      })(),
    );
    work.solution = shortener.moves;
    work.statistics.length = work.solution.length;
    return { solution: work.solution, shortest: shortener.shortest };
  } finally {
    shortener.free();
  }
}
