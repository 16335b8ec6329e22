/** Searches that go on piece by piece until there is an answer. */
import { Held } from "./core.js";
import { formatMoves } from "./moves.js";

/** @typedef {import("./state.js").State} State */
/** @typedef {"unfinished" | "solved" | "exhausted" | "out-of-memory"} Outcome */
/**
 * How long to go on, from now on: expansions of states, engine steps, seconds. `bytes` are those of the
 * whole search.
 * @typedef {{expansions?: number, steps?: number, seconds?: number, bytes?: number}} Limits
 */
/**
 * `walks` are states expanded by walks, `lost` and `deadEnds` children left out, `unrepresentable` those
 * that the engine has no room for; `depth` is that of the deepest state expanded, in moves, `nearest` the
 * least distance of any to a win, as estimated; `frontier` counts states that wait.
 * @typedef {{expanded: number, generated: number, evaluated: number, steps: number, walks: number, lost: number,
 *   deadEnds: number, unrepresentable: number, depth: number, nearest?: number, visited: number,
 *   frontier?: number}} SearchStatistics
 */

/** @type {readonly Outcome[]} */
const OUTCOMES = ["unfinished", "solved", "exhausted", "out-of-memory"];
const MOST_SEED = 2n ** 63n - 1n;

/**
 * Infinity is no limit; what is no number at all is a mistake.
 * @param {...number} limits
 */
export function checkLimits(...limits) {
  if (limits.some((limit) => typeof limit !== "number" || Number.isNaN(limit))) {
    throw new RangeError("a limit is not a number");
  }
}

/** A best-first or an A* search; `State.bestFirst` and `State.aStar` begin one. */
export class Search {
  /**
   * @param {State} state
   * @param {{lists: [number, number, number][], walks: boolean, prune: boolean, seed: number | bigint}} options
   */
  static bestFirst(state, { lists, walks, prune, seed }) {
    const number = BigInt(seed);
    if (number < 0n || number > MOST_SEED) throw new RangeError(`a seed is a number from 0 to ${MOST_SEED}`);
    const numbers = new Uint8Array(new Uint32Array(lists.flat()).buffer);
    return new Search(state, (exports, level, core) =>
      core.lend(numbers, (at) =>
        exports.best_first_begin(level, at, lists.length, Number(walks), Number(prune), number),
      ),
    );
  }

  /**
   * @param {State} state
   * @param {number} mostMoves
   */
  static aStar(state, mostMoves) {
    return new Search(state, (exports, level) => exports.a_star_begin(level, mostMoves));
  }

  /**
   * @param {State} state
   * @param {(exports: import("./core.js").CoreExports, level: number, core: import("./core.js").Core) => number} begin
   */
  constructor(state, begin) {
    const { level } = state;
    const { core } = level.held;
    const at = level.callOn(state.row, (exports, its) => begin(exports, its, core));
    if (!at) throw new RangeError("no search can begin with these options");
    this.#held = new Held(core, at, "search_free");
    this.#area = [level.height, level.width];
  }

  /** @type {Held} */
  #held;
  /** @type {[height: number, width: number]} */
  #area;

  /**
   * Go on until there is an answer or a limit is reached. With an A* search, `solved` means: by a shortest
   * solution.
   * @param {Limits} [limits]
   * @returns {Outcome}
   */
  advance({ expansions = Infinity, steps = Infinity, seconds = Infinity, bytes = Infinity } = {}) {
    checkLimits(expansions, steps, seconds, bytes);
    const outcome = this.#held.call((exports, at) =>
      exports.search_advance(at, expansions, steps, seconds, bytes),
    );
    return OUTCOMES[outcome];
  }

  /**
   * Make an A* search look only for solutions of at most so many moves from now on.
   * @param {number} mostMoves
   */
  tighten(mostMoves) {
    this.#held.call((exports, at) => exports.search_tighten(at, mostMoves));
  }

  /** The moves of the solution, or null if there is none yet. @returns {string | null} */
  solution() {
    const count = this.#held.call((exports, at) => exports.search_solution(at));
    return count < 0 ? null : formatMoves(this.#held.core.numbers(count));
  }

  /** @returns {SearchStatistics} */
  get statistics() {
    const counts = this.#count();
    const [expanded, generated, evaluated, steps, walks, lost, deadEnds] = counts;
    const [unrepresentable, depth, nearest, visited, frontier] = counts.slice(7);
    return {
      expanded, generated, evaluated, steps, walks, lost, deadEnds, unrepresentable, depth,
      ...(nearest >= 0 && { nearest }),
      visited,
      ...(frontier >= 0 && { frontier }),
    };
  }

  /** Whether `exhausted` proves that there is no solution. */
  get sound() {
    return this.#held.call((exports, at) => exports.search_sound(at)) !== 0;
  }

  /** The memory that it takes. */
  get bytes() {
    return this.#count()[12];
  }

  /**
   * How often YOU stood on each cell, in the states that the search took in since there were `from`.
   * @param {number} [from] the `upTo` of the call before
   * @returns {{upTo: number, counts: Uint32Array}} row by row
   */
  heat(from = 0) {
    const count = this.#held.call((exports, at) => exports.search_heat(at, from));
    const [upTo, ...counts] = this.#held.core.numbers(count);
    return { upTo, counts: Uint32Array.from(counts) };
  }

  /** The rows and columns that `heat` counts for. */
  get area() {
    return this.#area;
  }

  /** Give its memory back now; what is forgotten is freed some time anyway. */
  free() {
    this.#held.free();
  }

  #count() {
    const at = this.#held.call((exports, its) => exports.search_statistics(its));
    return this.#held.core.doubles(at, 13);
  }
}
