/** A hint: the next aim in a play, or the moves to take back if it can't be won. */

import { texts } from "../texts/texts.js";
import { advise, spellMoves } from "./advice.js";
import { tell } from "./story.js";

/**
 * @typedef {import("../babalab/engine.js").State} State
 * @typedef {import("./events.js").Cell} Cell
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
