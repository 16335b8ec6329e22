// Tells what happens in a move of any branch: copies of the chronicle stand along the way taken last.

import { Chronicle } from "../../knowledge/chronicle.js";
import { countControlled } from "../../knowledge/story.js";

/** A copy is kept after so many moves. */
const APART = 16;

export class Teller {
  /** @param {string} line */
  constructor(line) {
    /** The moves played on the chronicle. */
    this.moves = "";
    this.chronicle = new Chronicle(line);
    this.copies = [{ moves: "", chronicle: this.chronicle.clone() }];
  }

  /**
   * What happens in a move, and what is YOU before it.
   * @param {string} before the moves from the start
   * @param {string} letter
   */
  tell(before, letter) {
    this.goTo(before);
    const controlled = countControlled(this.chronicle);
    return { controlled, events: this.turn(letter) };
  }

  /** @param {string} moves */
  goTo(moves) {
    if (!moves.startsWith(this.moves)) {
      // Copies behind other moves are of no use any more.
      while (!moves.startsWith(this.copies[this.copies.length - 1].moves)) this.copies.pop();
      const copy = this.copies[this.copies.length - 1];
      this.chronicle = copy.chronicle.clone();
      this.moves = copy.moves;
    }
    for (const letter of moves.slice(this.moves.length)) this.turn(letter);
  }

  /** @param {string} letter */
  turn(letter) {
    const events = this.chronicle.turn(letter);
    this.moves += letter;
    if (this.moves.length >= this.copies[this.copies.length - 1].moves.length + APART) {
      this.copies.push({ moves: this.moves, chronicle: this.chronicle.clone() });
    }
    return events;
  }
}
