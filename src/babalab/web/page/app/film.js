// A film: the pictures of a play, made when they are first looked at.

import { Level } from "../babalab/index.js";
import { Chronicle } from "../knowledge/chronicle.js";
import { reversed, STILL, turnOf } from "./board/motions.js";
import { pictureOf } from "./board/pieces.js";

/**
 * @typedef {import("../babalab/index.js").State} State
 * @typedef {import("../knowledge/events.js").Event} Event
 * @typedef {import("./board/motions.js").Turn} Turn
 */

export class Film {
  /**
   * @param {string} line the level
   * @param {string} before moves made before the film begins
   * @param {string} moves the moves that it shows
   */
  constructor(line, before, moves) {
    this.moves = moves;
    this.chronicle = new Chronicle(line);
    for (const letter of before) this.chronicle.step(letter);
    const level = Level.parse(line);
    /** The states from the first one on, as far as they were looked at. @type {State[]} */
    this.states = [before ? level.play(before) : level.start()];
    /** What happened before each of them; nothing before the first. @type {Event[][]} */
    this.events = [[]];
  }

  /** The index of its last picture: that of its first is 0. */
  get last() {
    return this.moves.length;
  }

  /**
   * @param {number} index
   * @returns {State}
   */
  stateAt(index) {
    this.playUpTo(index);
    return this.states[index];
  }

  /**
   * The events of the move that leads to a state.
   * @param {number} index
   * @returns {Event[]}
   */
  eventsAt(index) {
    this.playUpTo(index);
    return this.events[index];
  }

  /**
   * Show a picture on a board: from the one beside it pieces glide.
   * @param {import("./board/board.js").Board} board
   * @param {number} index
   * @param {number} [from] the index that is shown now
   */
  show(board, index, from = index) {
    /** @type {Turn} */
    let turn = STILL;
    if (index === from + 1) turn = turnOf(this.eventsAt(index));
    else if (index === from - 1) turn = reversed(turnOf(this.eventsAt(from)));
    board.show(pictureOf(this.stateAt(index)), turn);
  }

  /** @param {number} index */
  playUpTo(index) {
    while (this.states.length <= index) {
      const letter = this.moves[this.states.length - 1];
      this.states.push(this.states[this.states.length - 1].step(letter));
      this.events.push(this.chronicle.turn(letter));
    }
  }
}
