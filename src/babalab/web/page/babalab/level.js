/** Levels: maps made ready to be played. */
import { core, Held } from "./core.js";
import { CoreError, LevelError } from "./errors.js";
import { findProblems, splitRows } from "./map_text.js";
import { State } from "./state.js";

/** A map of at most 64 x 64 cells. Two levels with the same `line` are the same. */
export class Level {
  /**
   * Read a map: rows on lines of their own, or on one line with slashes between. Blanks are empty cells.
   * @param {string} text
   * @returns {Level}
   * @throws {LevelError} with everything that is wrong
   */
  static parse(text) {
    return new Level(splitRows(text));
  }

  /**
   * @param {readonly string[]} rows
   * @throws {LevelError} with everything that is wrong
   */
  constructor(rows) {
    const problems = findProblems([...rows]);
    if (problems.length) throw new LevelError(problems);
    /** @readonly */
    this.rows = Object.freeze([...rows]);
    /** @readonly */
    this.height = rows.length;
    /** @readonly */
    this.width = rows[0].length;
    /** The map on one line, rows separated by slashes. @readonly */
    this.line = rows.join("/");
    const facts = this.#prepare();
    /** The bytes of a state. @readonly */
    this.rowBytes = facts[2];
    /** Whether states know which way things face: they do if there is a MOVE word. @readonly */
    this.recordsFacing = facts[3] !== 0;
    /** Whether there are things that are alike but for where they stand. @readonly */
    this.hasAlikeThings = facts[4] !== 0;
  }

  /** @type {Held | null} */
  #held = null;
  #freed = false;
  #rowAt = 0;

  /** Make the core know the level. */
  #prepare() {
    if (this.#freed) throw new CoreError("this level was freed");
    const its = core();
    const text = new TextEncoder().encode(this.line);
    const at = its.lend(text, (place, exports) => exports.level_parse(place, text.length));
    if (!at) throw new CoreError("the core refuses this map");
    this.#held = new Held(its, at, "level_free");
    this.#rowAt = its.exports.level_row(at);
    return its.numbers(its.exports.level_facts(at));
  }

  /**
   * The level in the core, which is told again if it has begun anew.
   * @returns {Held}
   */
  get held() {
    if (!this.#held || this.#held.core.stopped || !this.#held.at) this.#prepare();
    return /** @type {Held} */ (this.#held);
  }

  /**
   * Call the core on a state, as `work(exports, level)`.
   * @template T
   * @param {Uint8Array} row
   * @param {(exports: import("./core.js").CoreExports, at: number) => T} work
   * @returns {T}
   */
  callOn(row, work) {
    if (row.length !== this.rowBytes) throw new RangeError("these bytes are not a state of this level");
    const held = this.held;
    held.core.bytes.set(row, this.#rowAt);
    return held.call(work);
  }

  /**
   * Ask the core about a state; the answer is a list of numbers.
   * @param {Uint8Array} row
   * @param {(exports: import("./core.js").CoreExports, at: number) => number} work
   * @returns {Int32Array | null} null if the core refuses
   */
  ask(row, work) {
    const count = this.callOn(row, work);
    return count < 0 ? null : this.held.core.numbers(count);
  }

  /**
   * A copy of the row that the core left behind.
   * @returns {Uint8Array}
   */
  takeRow() {
    return this.held.core.bytes.slice(this.#rowAt, this.#rowAt + this.rowBytes);
  }

  /**
   * The state before the first move.
   * @returns {State}
   */
  start() {
    this.held.call((exports, at) => exports.level_start(at));
    const row = this.takeRow();
    return new State(this, row, "");
  }

  /**
   * The state after these moves; they go on after a win.
   * @param {string} moves
   */
  play(moves) {
    return this.start().play(moves);
  }

  /**
   * Play an action on each of many states, in place: many times faster than one by one.
   * @param {Uint8Array} rows the rows of states, one after the other
   * @param {Uint8Array} actions a number below 5 for each
   */
  stepMany(rows, actions) {
    const count = actions.length;
    if (rows.length !== count * this.rowBytes) {
      throw new RangeError(`${count} actions are not for these rows`);
    }
    const { core: its, at } = this.held;
    const bytes = new Uint8Array(rows.length + count);
    bytes.set(rows);
    bytes.set(actions, rows.length);
    const done = its.lend(bytes, (place, exports) => {
      const played = exports.level_step_many(at, place, place + rows.length, count);
      rows.set(its.bytes.subarray(place, place + rows.length));
      return played;
    });
    if (done < count) throw new RangeError(`row ${done} is no state of this level, or has no such action`);
  }

  /** Give its memory back now. It is given back anyway when nobody refers to the level any more. */
  free() {
    this.#freed = true;
    this.#held?.free();
  }

  toString() {
    return this.rows.join("\n");
  }
}
