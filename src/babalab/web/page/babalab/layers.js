/** Breadth-first search, layer by layer. */
import { Held } from "./core.js";
import { formatMoves, parseMoves } from "./moves.js";
import { checkLimits } from "./search.js";
import { ACTIONS, HASH_KINDS } from "./vocabulary.js";

/** @typedef {import("./state.js").State} State */
/**
 * `same` decides what makes two states the same, `drop` which states are left out, `order` in which the
 * moves are tried.
 * @typedef {{same?: import("./vocabulary.js").HashKind, drop?: "lost" | "helpless" | "never", order?: string}}
 *   LayerOptions
 */

const DROPS = { never: 0, helpless: 2, lost: 4 };

/** All states from one on, layer by layer, until one is won or none is left; `State.layers` begins it. */
export class LayerSearch {
  /**
   * @param {State} state
   * @param {LayerOptions} [options]
   */
  static begin(state, { same = "exact", drop = "lost", order = ACTIONS } = {}) {
    const { level } = state;
    const { core } = level.held;
    const actions = Uint8Array.from(parseMoves(order));
    const kind = HASH_KINDS.indexOf(same);
    const dropped = DROPS[drop];
    if (actions.length !== ACTIONS.length || kind < 0 || dropped === undefined) throw noSearch();
    const at = level.callOn(state.row, (exports, its) =>
      core.lend(actions, (place) => exports.layers_begin(its, kind, dropped, place)),
    );
    if (!at) throw noSearch();
    return new LayerSearch(new Held(core, at, "layers_free"));
  }

  /** @param {Held} held */
  constructor(held) {
    this.#held = held;
  }

  /** @type {Held} */
  #held;

  /**
   * Expand up to so many states and return how many were: fewer if one is won, none is left, or the next ones
   * might take more bytes than `bytes`.
   * @param {number} most
   * @param {number} [bytes]
   */
  advance(most, bytes = Infinity) {
    checkLimits(most, bytes);
    return this.#held.call((exports, at) => exports.layers_advance(at, most, bytes));
  }

  /** Whether the state found last is won, which ends the search. */
  get won() {
    return this.#facts()[0] !== 0;
  }

  /** Whether no state is left, and none was won. */
  get exhausted() {
    return this.#facts()[1] !== 0;
  }

  /** Moves from the start to the newest states. */
  get depth() {
    return this.#facts()[2];
  }

  /** The number of states found at that depth. */
  get frontier() {
    return this.#facts()[3];
  }

  /** The number of states found. */
  get states() {
    return this.#facts()[4];
  }

  /** The number of children left out. */
  get dropped() {
    return this.#facts()[5];
  }

  /** The number of states that the engine has no room for; with any, nothing is proved. */
  get unrepresentable() {
    return this.#facts()[6];
  }

  /** Whether a step depended on the order of like things, which the hash `unordered` leaves out. */
  get orderMattered() {
    return this.#facts()[7] !== 0;
  }

  /** The memory that it takes. */
  get bytes() {
    return this.#facts()[8];
  }

  /** The memory that the next round may take on top. */
  get bytesForNext() {
    return this.#facts()[9];
  }

  /** The moves to the state found last. */
  get moves() {
    const count = this.#held.call((exports, at) => exports.layers_path(at));
    return formatMoves(this.#held.core.numbers(count));
  }

  /** Give its memory back now; what is forgotten is freed some time anyway. */
  free() {
    this.#held.free();
  }

  #facts() {
    const at = this.#held.call((exports, its) => exports.layers_facts(its));
    return this.#held.core.doubles(at, 10);
  }
}

function noSearch() {
  return new RangeError("no search can begin with these options");
}
