/** A play with unlimited undo, and the events of each of its turns. */

import { Chronicle } from "./chronicle.js";

/**
 * @typedef {import("../babalab/index.js").State} State
 * @typedef {import("./events.js").Event} Event
 */

/** Moves between two copies of the chronicle: at most so many are played again after an undo. */
const APART = 32;

/**
 * A play. Undo and redo only go to another state; the chronicle, which knows which thing is which, catches up
 * with the next move that is new.
 */
export class Playback {
  /** The state after each move, the first one before all. @type {State[]} */
  #states;
  /** The events of each move. @type {Event[][]} */
  #events = [];
  #at = 0;
  /** Copies by the number of moves played. @type {Map<number, Chronicle>} */
  #copies = new Map();
  /** The play with all moves, also those undone. @type {Chronicle} */
  #chronicle;

  /**
   * @param {State} start where the play begins: before all moves that can be undone
   * @param {string} [moves] that are played at once, and can be undone
   */
  constructor(start, moves = "") {
    this.start = start;
    this.#states = [start];
    this.#chronicle = new Chronicle(start.level.line);
    for (const letter of start.moves) {
      this.#chronicle.step(letter);
    }
    this.#copies.set(0, this.#chronicle.clone());
    for (const letter of moves) {
      this.step(letter);
    }
  }

  /** The state as it is now. */
  get state() {
    return this.#states[this.#at];
  }

  /** The events of the turn that led here; none at the start. */
  get events() {
    return this.#at ? this.#events[this.#at - 1] : [];
  }

  /** The events of all turns that led here, turn by turn. */
  get history() {
    return this.#events.slice(0, this.#at);
  }

  /** The moves made since the start of the play. */
  get moves() {
    return this.state.moves.slice(this.start.moves.length);
  }

  /** The moves that were undone and can be made again. */
  get undone() {
    return this.#states[this.#states.length - 1].moves.slice(this.state.moves.length);
  }

  get canUndo() {
    return this.#at > 0;
  }

  get canRedo() {
    return this.#at < this.#events.length;
  }

  /**
   * Make a move, and forget those that were undone unless it is the first of them.
   *
   * @param {string} letter
   * @returns {Event[]} what happened
   */
  step(letter) {
    if (this.canRedo && this.#states[this.#at + 1].moves.endsWith(letter)) {
      this.#at += 1;
      return this.events;
    }
    if (this.canRedo) {
      this.#forgetUndone();
    }
    this.#events.push(this.#chronicle.turn(letter));
    this.#states.push(this.state.step(letter));
    this.#at += 1;
    if (this.#at % APART === 0) {
      this.#copies.set(this.#at, this.#chronicle.clone());
    }
    return this.events;
  }

  /** Take the last move back. @returns {Event[]} what is no longer true; none if there is no move */
  undo() {
    const { events } = this;
    this.#at = Math.max(0, this.#at - 1);
    return events;
  }

  /** Make the next move again that was undone. @returns {Event[]} what happens; none if there is no move */
  redo() {
    if (!this.canRedo) {
      return [];
    }
    this.#at += 1;
    return this.events;
  }

  /** Go back to the start. The moves can be made again. */
  restart() {
    this.#at = 0;
  }

  /**
   * Go to the state after so many moves.
   *
   * @param {number} count
   */
  goTo(count) {
    this.#at = Math.min(Math.max(0, count), this.#events.length);
  }

  /** Forget the moves that were undone, and bring the chronicle to the state as it is now. */
  #forgetUndone() {
    const from = this.#at - (this.#at % APART);
    this.#chronicle = /** @type {Chronicle} */ (this.#copies.get(from)).clone();
    for (const letter of this.moves.slice(from)) {
      this.#chronicle.step(letter);
    }
    for (const count of [...this.#copies.keys()].filter((each) => each > this.#at)) {
      this.#copies.delete(count);
    }
    this.#events.length = this.#at;
    this.#states.length = this.#at + 1;
  }
}
