// A film: the pictures of a play, made when they are first looked at.

import { Level } from "../babalab/engine.js";
import { Playback } from "../knowledge/playback.js";
import { reversed, STILL, turnOf } from "./board/motions.js";
import { pictureOf } from "./board/pieces.js";

/** @typedef {import("./board/motions.js").Turn} Turn */

export class Film {
  /**
   * @param {string} line the level
   * @param {string} before moves made before the film begins
   * @param {string} moves the moves that it shows
   */
  constructor(line, before, moves) {
    this.moves = moves;
    this.playback = new Playback(Level.parse(line).play(before));
    this.played = 0;
  }

  /** The index of its last picture: that of its first is 0. */
  get last() {
    return this.moves.length;
  }

  /** @param {number} index */
  stateAt(index) {
    this.goTo(index);
    return this.playback.state;
  }

  /**
   * The events of the move that leads to a picture.
   * @param {number} index
   */
  eventsAt(index) {
    this.goTo(index);
    return this.playback.events;
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
  goTo(index) {
    if (index > this.played) {
      this.playback.goTo(this.played);
      while (this.played < index) this.playback.step(this.moves[this.played++]);
    }
    this.playback.goTo(index);
  }
}
