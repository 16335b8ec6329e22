/** States of the game: values that never change. */
import { findActiveCells, findRuleWords, makeCells } from "./scene.js";
import { Level } from "./level.js";
import { formatMoves, parseMoves } from "./moves.js";
import { LayerSearch } from "./layers.js";
import { LISTS, parseLists } from "./lists.js";
import { Search } from "./search.js";
import { Shortener } from "./shortener.js";
import { ACTIONS, DEAD_END_NAMES, HASH_KINDS, IS, NOUNS, WORDS } from "./vocabulary.js";

const LETTERS = [...ACTIONS];
const WON = 1;
const HELPLESS = 2;
const LOST = 4;
const OVERFLOWN = 8;
const FRONT = 0x2000;
const BACK = 0x4000;
const MOVABLE = 0x0080;
const STOPPING = 0x0100;
const ROSTER = 0x0200;
const KIN = 0x0400;

/**
 * A thing as it stands in a state. Facing is known only if the level has a MOVE word.
 * @typedef {{noun: import("./vocabulary.js").Noun, row: number, column: number,
 *   facing: "" | "u" | "d" | "l" | "r", movable: boolean, stopping: boolean, layer: "front" | "back" | null,
 *   inRoster: boolean, inKin: boolean}} Thing
 */
/**
 * @typedef {{text: import("./vocabulary.js").Word, row: number, column: number, inFront: boolean}} WordTile
 */

/** A position of a level, and the moves that led to it. Rows and columns count from 0. */
export class State {
  /**
   * Read `line@moves`; without `@` the moves are none.
   * @param {string} text
   */
  static parse(text) {
    const at = text.indexOf("@");
    const level = Level.parse(at < 0 ? text : text.slice(0, at));
    return level.play(at < 0 ? "" : text.slice(at + 1));
  }

  /**
   * The state that these bytes are, such as those that another thread sent.
   * @param {Level} level
   * @param {Uint8Array} row
   * @param {string} moves that led to it
   */
  static of(level, row, moves) {
    if (row.length !== level.rowBytes || level.callOn(row, (exports, at) => exports.level_status(at)) < 0) {
      throw new RangeError("these bytes are not a state of this level");
    }
    return new State(level, row.slice(), moves);
  }

  /**
   * Use `Level.start`, `parse` or `of` instead: nothing is checked here.
   * @param {Level} level
   * @param {Uint8Array} row
   * @param {string} moves
   */
  constructor(level, row, moves) {
    /** @readonly */
    this.level = level;
    /** All that the engine knows, not to be written into. @readonly */
    this.row = row;
    /** The moves that led here. @readonly */
    this.moves = moves;
  }

  /** @type {number | undefined} */
  #status;
  /** @type {readonly string[] | undefined} */
  #rules;
  /** @type {readonly WordTile[] | undefined} */
  #words;
  /** @type {readonly Thing[] | undefined} */
  #things;

  /**
   * The state after one action, given by its letter of either case or its number.
   * @param {string | number} action
   * @returns {State}
   */
  step(action) {
    const number = typeof action === "number" ? action : LETTERS.indexOf(action.toLowerCase());
    if (!LETTERS[number]) {
      throw new RangeError(`${JSON.stringify(action)} is not a move; use u d l r, and s to wait`);
    }
    const { level } = this;
    const status = level.callOn(this.row, (exports, at) => exports.level_step(at, number));
    if (status < 0) throw new RangeError("these bytes are not a state of this level");
    const next = new State(level, level.takeRow(), this.moves + LETTERS[number]);
    next.#status = status;
    return next;
  }

  /**
   * The state after these moves.
   * @param {string} moves
   * @returns {State}
   */
  play(moves) {
    /** @type {State} */
    let state = this;
    for (const action of parseMoves(moves)) state = state.step(action);
    return state;
  }

  /**
   * The five states one action away, in the order of `ACTIONS`.
   * @returns {State[]}
   */
  children() {
    const { level } = this;
    const first = level.callOn(this.row, (exports, at) => exports.level_children(at));
    if (!first) throw new RangeError("these bytes are not a state of this level");
    const { core } = level.held;
    const status = core.numbers(ACTIONS.length);
    return LETTERS.map((letter, number) => {
      const at = first + number * level.rowBytes;
      const child = new State(level, core.bytes.slice(at, at + level.rowBytes), this.moves + letter);
      child.#status = status[number];
      return child;
    });
  }

  /** @returns {number} */
  get status() {
    this.#status ??= this.level.callOn(this.row, (exports, at) => exports.level_status(at));
    return this.#status;
  }

  /** Whether the last turn was won. The state before the first move never is. */
  get won() {
    return (this.status & WON) !== 0;
  }

  /** Whether nothing is YOU, though things that move by themselves may yet help. */
  get helpless() {
    return (this.status & HELPLESS) !== 0;
  }

  /** Whether nothing is YOU and nothing moves by itself, so that no win can follow. */
  get lost() {
    return (this.status & LOST) !== 0;
  }

  /** Whether it is beyond what the engine can represent, so that what follows can't be trusted. */
  get overflown() {
    return (this.status & OVERFLOWN) !== 0;
  }

  /** The rules as last read, in order, such as `baba-is-you`. */
  get rules() {
    if (!this.#rules) {
      const numbers = this.#ask((exports, at) => exports.level_rules(at));
      const rules = [];
      for (let i = 0; i < numbers.length; i += 2) {
        rules.push(`${WORDS[numbers[i]]}-${IS}-${WORDS[numbers[i + 1]]}`);
      }
      this.#rules = Object.freeze(rules);
    }
    return this.#rules;
  }

  /** All words, in the order in which they stood at the start. */
  get words() {
    if (!this.#words) {
      const numbers = this.#ask((exports, at) => exports.level_words(at));
      const words = [];
      for (let i = 0; i < numbers.length; i += 4) {
        const [word, row, column, inFront] = numbers.subarray(i, i + 4);
        words.push({ text: WORDS[word], row, column, inFront: inFront !== 0 });
      }
      this.#words = Object.freeze(words);
    }
    return this.#words;
  }

  /** All things, the oldest first. */
  get things() {
    if (!this.#things) {
      const numbers = this.#ask((exports, at) => exports.level_things(at));
      /** @type {Thing[]} */
      const things = [];
      for (let i = 0; i < numbers.length; i += 6) {
        const [noun, row, column, facing, layer, meta] = numbers.subarray(i, i + 6);
        things.push({
          noun: NOUNS[noun],
          row,
          column,
          facing: /** @type {Thing["facing"]} */ (facing < 0 ? "" : ACTIONS[facing]),
          movable: (meta & MOVABLE) !== 0,
          stopping: (meta & STOPPING) !== 0,
          layer: layer === FRONT ? "front" : layer === BACK ? "back" : null,
          inRoster: (meta & ROSTER) !== 0,
          inKin: (meta & KIN) !== 0,
        });
      }
      this.#things = Object.freeze(things);
    }
    return this.#things;
  }

  /** Every line of words that reads as a rule, and whether that is in force. */
  get ruleWords() {
    return findRuleWords(this.words, this.rules);
  }

  /** The pieces to draw: cell by cell, in a cell the bottom first. */
  cells() {
    return makeCells(this, findActiveCells(this.ruleWords));
  }

  /** The map as the competition's engine prints it; its outermost ring is always border. */
  get picture() {
    const numbers = this.#ask((exports, at) => exports.level_picture(at));
    const { width, height } = this.level;
    const rows = [];
    for (let y = 0; y < height; y++) {
      rows.push(String.fromCharCode(...numbers.subarray(y * width, (y + 1) * width)));
    }
    return rows.join("\n");
  }

  /**
   * 128 bits, as 32 hexadecimal digits, over what can influence the future: all that the engine keeps
   * (`exact`), what stands where (`loose`), the picture, or what can matter for winning (`future`).
   * @param {import("./vocabulary.js").HashKind} [kind]
   */
  hash(kind = "exact") {
    const number = HASH_KINDS.indexOf(kind);
    if (number < 0) throw new RangeError(`there is no hash ${JSON.stringify(kind)}`);
    const parts = this.#ask((exports, at) => exports.level_hash(at, number));
    return [...new Uint32Array(parts)].reverse().map((part) => part.toString(16).padStart(8, "0")).join("");
  }

  /** Why it can't be won any more, a name of `DEAD_END_NAMES`; null if that is not known. */
  get deadEnd() {
    const reason = this.level.callOn(this.row, (exports, at) => exports.level_dead_end(at));
    return reason > 0 ? DEAD_END_NAMES[reason] : null;
  }

  /**
   * Where the only YOU, a thing of this number, can walk without anything else happening; null if that is
   * not so.
   * @returns {{you: number, cells: [row: number, column: number][]} | null}
   */
  region() {
    const [you, ...distances] = this.#ask((exports, at) => exports.level_region(at));
    if (!distances.length) return null;
    const { width } = this.level;
    /** @type {[number, number][]} */
    const cells = [];
    distances.forEach((distance, i) => {
      if (distance >= 0) cells.push([Math.floor(i / width), i % width]);
    });
    return { you, cells };
  }

  /**
   * The moves of a shortest walk to a cell of the region; null if there is none.
   * @param {number} row
   * @param {number} column
   */
  walkTo(row, column) {
    const actions = this.level.ask(this.row, (exports, at) => exports.level_walk(at, row, column));
    return actions && formatMoves(actions);
  }

  /** `line@moves`, which `State.parse` reads. */
  get text() {
    return `${this.level.line}@${this.moves}`;
  }

  /**
   * Whether everything that can influence the future is equal, whatever moves led here.
   * @param {State} other
   */
  equals(other) {
    return this.level.line === other.level.line && this.row.every((byte, i) => byte === other.row[i]);
  }

  /**
   * A best-first search from here. `lists` are its open lists, as in `words/plan*2+rules+moves`.
   * @param {{lists?: string, walks?: boolean, prune?: boolean, seed?: number | bigint}} [options]
   */
  bestFirst({ lists = LISTS, walks = true, prune = true, seed = 0 } = {}) {
    return Search.bestFirst(this, { lists: parseLists(lists), walks, prune, seed });
  }

  /**
   * A search for shortest solutions of at most so many moves.
   * @param {number} [mostMoves]
   */
  aStar(mostMoves = Infinity) {
    return Search.aStar(this, mostMoves);
  }

  /**
   * A breadth-first search over all states.
   * @param {import("./layers.js").LayerOptions} [options]
   */
  layers(options) {
    return LayerSearch.begin(this, options);
  }

  /**
   * Something that makes a solution from here shorter.
   * @param {string} moves
   * @param {{prove?: boolean}} [options]
   */
  shortener(moves, { prove = true } = {}) {
    return Shortener.begin(this, moves, prove);
  }

  toString() {
    return this.picture;
  }

  /** @param {(exports: import("./core.js").CoreExports, at: number) => number} work */
  #ask(work) {
    const numbers = this.level.ask(this.row, work);
    if (!numbers) throw new RangeError("these bytes are not a state of this level");
    return numbers;
  }
}
