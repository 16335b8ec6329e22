/**
 * Searching for hints: a way to win, or the moves to take back if there is none. The twin of
 * babalab/agents/hints.py, with hint.js.
 */

import { champion } from "../babalab/index.js";
import { Hint } from "./hint.js";
import { SLICE } from "./proving.js";
import { cutAtWin } from "./winning.js";

/**
 * @typedef {import("../babalab/agents.js").Progress} Progress
 * @typedef {import("../babalab/agents.js").Result} Result
 * @typedef {import("../babalab/index.js").State} State
 */

/**
 * @typedef {object} HintOptions
 * @property {number} [seconds] for all searches together
 * @property {number} [steps] engine steps, likewise
 * @property {number} [seed]
 * @property {string} [known] a solution of the level that is on record
 * @property {string | null} [solution] moves that may win from the state; if they do, nothing is searched
 */

/**
 * Suggest what to do next in a state.
 *
 * The champion searches from the state. Where it proves that there is no solution, the rest of the budget
 * goes into finding the last state of the play that can still be won.
 *
 * @param {State} state
 * @param {HintOptions} [options]
 * @returns {Generator<Progress, Hint>} it yields between slices
 */
export function* findHint(state, options = {}) {
  const given = options.solution ? cutAtWin(state, options.solution) : null;
  if (given !== null) {
    return new Hint(state, "solved", { solution: given });
  }
  const shared = new SharedBudget(options);
  const result = yield* shared.solve(state);
  if (result.solution !== null) {
    return new Hint(state, result.verdict, { solution: result.solution });
  }
  if (result.verdict !== "unsolvable") {
    return new Hint(state, result.verdict, { solution: continueKnown(state, options.known ?? "") });
  }
  return yield* findWayBack(state, shared, options.known ?? "");
}

/** One budget for several searches. */
class SharedBudget {
  /** @param {HintOptions} options */
  constructor({ seconds = Infinity, steps = Infinity, seed = 0 }) {
    this.seconds = seconds;
    this.steps = steps;
    this.seed = seed;
  }

  /**
   * @param {State} state
   * @returns {Generator<Progress, {verdict: string, solution: string | null}>}
   */
  *solve(state) {
    if (state.lost && !state.won) {
      return { verdict: "unsolvable", solution: null };
    }
    const { seconds, steps, seed } = this;
    const result = yield* champion(state, { seconds, steps, seed, slice: SLICE });
    this.seconds = Math.max(0, seconds - result.seconds);
    this.steps = Math.max(0, steps - result.steps);
    return result;
  }
}

/**
 * Return the rest of the level's own solution, if the play has kept to it and it wins.
 *
 * @param {State} state
 * @param {string} known
 * @returns {string | null}
 */
function continueKnown(state, known) {
  const rest = known.startsWith(state.moves) ? known.slice(state.moves.length) : "";
  return rest && state.play(rest).won ? rest : null;
}

/**
 * Look for the last state of the play that can be won.
 *
 * If a state can be won, so can all before it, so bisection finds the last one. A state that the search could
 * not decide counts as lost, and then the answer does not claim to be the best.
 *
 * @param {State} state
 * @param {SharedBudget} shared
 * @param {string} known
 * @returns {Generator<Progress, Hint>}
 */
function* findWayBack(state, shared, known) {
  const played = state.moves;
  const past = [state.level.start()];
  for (const letter of played) {
    past.push(past[past.length - 1].step(letter));
  }
  // The last state known to be winnable, and the first known not to be.
  let [winnable, unwinnable] = [-1, played.length];
  /** @type {string | null} */
  let rest = null;
  if (known && past[0].play(known).won) {
    winnable = countCommonMoves(played, known, 0);
    rest = known.slice(winnable);
  }
  let undecided = unwinnable;
  while (winnable + 1 < undecided) {
    const middle = Math.floor((winnable + undecided) / 2);
    const result = yield* shared.solve(past[middle]);
    if (result.solution !== null) {
      winnable = countCommonMoves(played, result.solution, middle);
      rest = result.solution.slice(winnable - middle);
    } else {
      undecided = middle;
      if (result.verdict === "unsolvable") {
        unwinnable = middle;
      }
    }
  }
  return new Hint(state, "unsolvable", {
    takeBack: winnable < 0 ? null : played.length - winnable,
    fewest: winnable >= 0 && unwinnable === winnable + 1,
    hopeless: unwinnable === 0,
    rest,
  });
}

/**
 * Return the number of moves until the play departs from this solution, which begins after the first `since`
 * moves.
 *
 * @param {string} played
 * @param {string} solution
 * @param {number} since
 * @returns {number}
 */
function countCommonMoves(played, solution, since) {
  let common = 0;
  while (since + common < played.length && played[since + common] === solution[common]) {
    common += 1;
  }
  return since + common;
}
