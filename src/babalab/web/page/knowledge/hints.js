/**
 * Hints: the next aim in a play, or the moves to take back if it can't be won. The twin of
 * babalab/agents/hints.py.
 */

import { champion } from "../babalab/index.js";
import { texts } from "../texts/texts.js";
import { advise, spellMoves } from "./advice.js";
import { SLICE } from "./proving.js";
import { tell } from "./story.js";
import { cutAtWin } from "./winning.js";

/**
 * @typedef {import("../babalab/agents.js").Progress} Progress
 * @typedef {import("../babalab/agents.js").Result} Result
 * @typedef {import("../babalab/index.js").State} State
 * @typedef {import("./events.js").Cell} Cell
 */

/**
 * @typedef {object} HintOptions
 * @property {number} [seconds] for all searches together
 * @property {number} [steps] engine steps, likewise
 * @property {number} [seed]
 * @property {string} [known] a solution of the level that is on record
 * @property {string | null} [solution] moves that may win from the state; if they do, nothing is searched
 */

/** Help for a state: the next aim, or the moves to take back. */
export class Hint {
  /**
   * @param {State} state
   * @param {string} verdict the outcome of the search from the state
   * @param {object} [more]
   * @param {string | null} [more.solution]
   * @param {number | null} [more.takeBack] if the state can't be won, the moves to take back until it can be
   * @param {boolean} [more.fewest] whether taking back fewer is proved not to be enough
   * @param {boolean} [more.hopeless] whether the level is proved unsolvable from its start
   * @param {string | null} [more.rest] the moves that win once so many are taken back
   */
  constructor(
    state,
    verdict,
    { solution = null, takeBack = null, fewest = false, hopeless = false, rest = null } = {},
  ) {
    this.state = state;
    this.verdict = verdict;
    this.solution = solution;
    this.takeBack = takeBack;
    this.fewest = fewest;
    this.hopeless = hopeless;
    this.rest = rest;
    const story = solution === null ? null : tell(state.level.line, state.moves, solution);
    this.chapter = story?.chapters[0] ?? null;
    this.advice = this.chapter && advise(this.chapter);
  }

  /** The moves up to the next milestone; none if there is no solution or nothing to do. */
  get moves() {
    return this.chapter?.moves ?? "";
  }

  /** The cells that the hint is about. @returns {Cell[]} */
  get cells() {
    return this.advice?.cells ?? [];
  }

  /** The hint in a sentence. @returns {string} */
  get sentence() {
    const { hints } = texts;
    if (this.solution !== null) {
      return this.advice?.sentence ?? hints.alreadyWon;
    }
    if (this.verdict !== "unsolvable") {
      return hints.noAnswer(hints.verdicts[this.verdict] ?? this.verdict);
    }
    if (this.hopeless) {
      return hints.hopeless;
    }
    return this.takeBack === null ? hints.tooFarBack : hints.takeBack(this.takeBack, this.fewest);
  }

  /**
   * The hint in sentences that tell more and more: the aim, the place, the next moves. There is only one if
   * there is no way to win from here, or none is known.
   *
   * @returns {string[]}
   */
  get steps() {
    if (!this.advice) {
      return [this.sentence];
    }
    return [this.advice.aim, this.advice.place, texts.hints.nextMoves(spellMoves(this.moves))];
  }

  /**
   * Return the hint for a later state of the same play; null if that has not kept to the solution.
   *
   * @param {State} state
   * @returns {Hint | null}
   */
  follow(state) {
    const before = this.state.moves;
    if (state.level.line !== this.state.level.line || !state.moves.startsWith(before)) {
      return null;
    }
    const made = state.moves.slice(before.length);
    if (!made) {
      return this;
    }
    if (this.solution === null || !this.solution.startsWith(made)) {
      return null;
    }
    return new Hint(state, this.verdict, { solution: this.solution.slice(made.length) });
  }

  /** The same as `Hint.as_json()` of Python. */
  asJson() {
    return {
      level: this.state.level.line,
      played: this.state.moves,
      verdict: texts.hints.verdicts[this.verdict] ?? this.verdict,
      hint: this.sentence,
      moves: this.moves,
      solution: this.solution,
      take_back: this.takeBack,
      fewest: this.fewest,
      hopeless: this.hopeless,
    };
  }
}

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
