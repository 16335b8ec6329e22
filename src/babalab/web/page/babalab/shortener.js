/** Making solutions shorter. */
import { Held } from "./core.js";
import { formatMoves, parseMoves } from "./moves.js";
import { checkLimits } from "./search.js";

/** @typedef {import("./state.js").State} State */
/** @typedef {import("./search.js").Limits} Limits */
/** @typedef {"unfinished" | "finished" | "out-of-budget" | "out-of-memory"} ShorteningOutcome */

/** @type {readonly ShorteningOutcome[]} */
const OUTCOMES = ["unfinished", "finished", "out-of-budget", "out-of-memory"];

/** A solution that gets shorter piece by piece; `State.shortener` begins with one. */
export class Shortener {
  /**
   * @param {State} state
   * @param {string} moves
   * @param {boolean} prove
   */
  static begin(state, moves, prove) {
    const { level } = state;
    const { core } = level.held;
    const actions = Uint8Array.from(parseMoves(moves));
    const at = level.callOn(state.row, (exports, its) =>
      core.lend(actions, (place) => exports.shortener_begin(its, place, actions.length, Number(prove))),
    );
    if (!at) {
      throw new RangeError(`${JSON.stringify(moves)} does not win, so there is nothing to make shorter`);
    }
    return new Shortener(new Held(core, at, "shortener_free"));
  }

  /** @param {Held} held */
  constructor(held) {
    this.#held = held;
  }

  /** @type {Held} */
  #held;

  /**
   * Go on for about a moment, in seconds, within what is left of the budget: the steps decide the result,
   * so they are all that are left, not a slice.
   * @param {Limits & {moment?: number}} [left]
   * @returns {ShorteningOutcome} `finished` if it is proved shortest, or nothing is left to try
   */
  advance({ moment = Infinity, ...left } = {}) {
    const { expansions = Infinity, steps = Infinity, seconds = Infinity, bytes = Infinity } = left;
    checkLimits(expansions, steps, seconds, bytes, moment);
    const outcome = this.#held.call((exports, at) =>
      exports.shortener_advance(at, expansions, steps, seconds, bytes, moment),
    );
    return OUTCOMES[outcome];
  }

  /** The solution as it is now. */
  get moves() {
    const count = this.#held.call((exports, at) => exports.shortener_moves(at));
    return formatMoves(this.#held.core.numbers(count));
  }

  /** Whether it is proved to be a shortest one. */
  get shortest() {
    return this.#facts()[0] !== 0;
  }

  /** The number of iterations spent: states expanded, and plays with something left out. */
  get iterations() {
    return this.#facts()[1];
  }

  /** The number of engine steps spent. */
  get steps() {
    return this.#facts()[2];
  }

  /** The memory that it takes. */
  get bytes() {
    return this.#facts()[3];
  }

  /** Give its memory back now; what is forgotten is freed some time anyway. */
  free() {
    this.#held.free();
  }

  #facts() {
    const at = this.#held.call((exports, its) => exports.shortener_facts(its));
    return this.#held.core.doubles(at, 4);
  }
}
