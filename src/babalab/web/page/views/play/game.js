// A play with unlimited undo and redo, in which a restart can be taken back like any move.

import { Level } from "../../babalab/engine.js";
import { Playback } from "../../knowledge/playback.js";
import { controlledIn } from "./you.js";

/**
 * @typedef {import("../../knowledge/events.js").Event} Event
 *
 * @typedef {object} Step a move, and all that the narrator says about it
 * @property {string} letter
 * @property {boolean} changed whether it changed anything; one that did not is not kept
 * @property {Event[]} events
 * @property {[string, number][]} controlled what was YOU before it
 */

export class Game {
  /**
   * @param {string} line
   * @param {string} moves made already; they can be taken back one by one
   */
  constructor(line, moves) {
    this.level = Level.parse(line);
    this.start = this.level.start();
    this.playback = new Playback(this.start, this.upToWin(moves));
    /** The plays before each restart, the last of them last. @type {Playback[]} */
    this.past = [];
    /**
     * The plays begun by restarts that were taken back, the next of them last, and the moves before each.
     * @type {{playback: Playback, at: string}[]}
     */
    this.future = [];
  }

  get state() {
    return this.playback.state;
  }

  get moves() {
    return this.playback.moves;
  }

  /** The events of the last move. */
  get events() {
    return this.playback.events;
  }

  get canUndo() {
    return this.playback.canUndo || this.past.length > 0;
  }

  get canRedo() {
    return this.playback.canRedo || this.future.length > 0;
  }

  /**
   * Make a move.
   * @param {string} letter
   * @returns {Step}
   */
  step(letter) {
    const before = this.state;
    const controlled = controlledIn(before);
    if (before.step(letter).equals(before)) {
      /** @type {Event} */
      const event =
        letter === "s" || !controlled.length ? { kind: "waited" } : { kind: "blocked", direction: letter };
      return { letter, changed: false, events: [event], controlled };
    }
    this.future = [];
    return { letter, changed: true, events: this.playback.step(letter), controlled };
  }

  /** @returns {Event[] | null} what is no longer true; null if there was nothing to take back */
  undo() {
    if (this.playback.canUndo) return this.playback.undo();
    const before = this.past.pop();
    if (!before) return null;
    this.future.push({ playback: this.playback, at: before.moves });
    this.playback = before;
    return [];
  }

  /** @returns {Event[] | null} what happens again; null if there was nothing to make again */
  redo() {
    // What was taken back before a restart comes after it.
    if (this.future.at(-1)?.at !== this.moves) return this.playback.canRedo ? this.playback.redo() : null;
    this.past.push(this.playback);
    this.playback = /** @type {{playback: Playback}} */ (this.future.pop()).playback;
    return [];
  }

  restart() {
    this.begin("");
  }

  /**
   * Begin again, with these moves made.
   * @param {string} moves
   */
  begin(moves) {
    if (this.moves) this.past.push(this.playback);
    this.future = [];
    this.playback = new Playback(this.start, this.upToWin(moves));
  }

  /**
   * Moves of anybody's without those behind a win: a won level takes none.
   * @param {string} moves
   */
  upToWin(moves) {
    let state = this.start;
    for (const letter of moves) {
      if (state.won) break;
      state = state.step(letter);
    }
    return state.moves;
  }

  /**
   * Take several moves back at once.
   * @param {number} count
   */
  takeBack(count) {
    this.playback.goTo(this.moves.length - count);
  }

  close() {
    this.level.free();
  }
}
