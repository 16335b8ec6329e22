/**
 * The reference engine with notes: who moved whom, what was destroyed and transformed.
 *
 * The twin of babalab/game/chronicle.py.
 */

import { Word } from "./entities.js";
import { ReferenceGame } from "./reference.js";

/**
 * @typedef {import("./events.js").Cause} Cause
 * @typedef {import("./events.js").Cell} Cell
 * @typedef {import("./events.js").Event} Event
 * @typedef {import("./entities.js").Thing} Thing
 */

/** One play of a level; `turn` makes a move and returns its events. */
export class Chronicle extends ReferenceGame {
  /** @type {Event[]} */
  notes = [];
  /** The chain of those trying to move; the one that began is first. @type {(Thing | Word)[]} */
  chain = [];
  byItself = false;

  /**
   * Play a move and return the events, in order.
   *
   * @param {string} letter
   * @returns {Event[]}
   */
  turn(letter) {
    const rules = this.rules;
    const you = this.controlled;
    const over = this.over;
    const isWaiting = letter === "s";
    this.notes = [];
    this.byItself = isWaiting;
    if (!you.length || isWaiting) {
      this.notes.push({ kind: "waited" });
    }
    this.step(letter);
    /** @type {Event[]} */
    const notes = this.notes.filter((event) => event.kind !== "transformed");
    if (you.length && !isWaiting && !notes.some((event) => event.kind === "walked")) {
      notes.unshift({ kind: "blocked", direction: letter });
    }
    // The rules are read last, so what they brought about comes after them.
    const before = new Set(rules);
    const after = new Set(this.rules);
    for (const rule of rules) {
      if (!after.has(rule)) {
        notes.push({ kind: "rule-broken", rule });
      }
    }
    for (const rule of this.rules) {
      if (!before.has(rule)) {
        notes.push({ kind: "rule-made", rule });
      }
    }
    notes.push(...this.notes.filter((event) => event.kind === "transformed"));
    const now = this.controlled;
    if (now.join() !== you.join()) {
      notes.push({ kind: "control-changed", before: you, after: now });
    }
    const victory = this.won ? this.findVictory() : null;
    if (victory) {
      const [winner, win] = victory;
      notes.push({ kind: "won", you: winner.noun, win: win.noun, cell: this.cellOf(winner.cell) });
    } else if (this.over && !over) {
      notes.push({ kind: "lost" });
    }
    return notes;
  }

  /** The nouns of what is YOU, in the order of the rules. @returns {string[]} */
  get controlled() {
    return [...new Set(this.you.map((thing) => thing.noun))];
  }

  /** Whether nothing is YOU and nothing moves by itself. */
  get over() {
    return !this.you.length && !this.movers.length;
  }

  /**
   * @param {number} cell
   * @returns {Cell}
   */
  cellOf(cell) {
    return [Math.floor(cell / this.width), cell % this.width];
  }

  // ---------------------------------------------------------------- taking notes

  /**
   * @override
   * @param {Thing | Word} mover
   * @param {string} direction
   * @returns {boolean}
   */
  tryToMove(mover, direction) {
    const origin = mover.cell;
    this.chain.push(mover);
    const moved = super.tryToMove(mover, direction);
    this.chain.pop();
    if (moved) {
      this.notes.push(this.makeMove(mover, this.cellOf(origin), this.cellOf(mover.cell)));
    }
    return moved;
  }

  /**
   * @param {Thing | Word} mover
   * @param {Cell} origin
   * @param {Cell} target
   * @returns {Event}
   */
  makeMove(mover, origin, target) {
    const entity = mover.number;
    if (this.chain.length) {
      const first = /** @type {Thing} */ (this.chain[0]);
      return {
        kind: "pushed",
        entity,
        what: mover instanceof Word ? mover.text : mover.noun,
        is_word: mover instanceof Word,
        origin,
        target,
        by: first.number,
        by_noun: first.noun,
        by_itself: this.byItself,
      };
    }
    const { noun } = /** @type {Thing} */ (mover);
    return { kind: this.byItself ? "wandered" : "walked", entity, noun, origin, target };
  }

  /** @override */
  destroyMeetings() {
    super.destroyMeetings();
    this.byItself = true; // after the player's part of the turn comes the movers'
  }

  /**
   * @override
   * @param {Thing} thing
   * @param {Cause | null} cause
   * @returns {Thing | null}
   */
  leaveLists(thing, cause) {
    const gone = super.leaveLists(thing, cause);
    if (cause !== null && gone !== null) {
      this.notes.push({
        kind: "destroyed",
        entity: gone.number,
        noun: gone.noun,
        cell: this.cellOf(gone.cell),
        cause: gone === thing ? cause : "instead",
      });
    }
    return gone;
  }

  /**
   * @override
   * @param {Thing} old
   * @param {Thing} by
   */
  replace(old, by) {
    super.replace(old, by);
    // The first rules are read before there is anything to take notes in.
    this.notes?.push({
      kind: "transformed",
      entity: old.number,
      noun: old.noun,
      cell: this.cellOf(old.cell),
      into: by.noun,
    });
  }
}
