/** Things and words: objects with an identity, told apart by themselves and not by their looks. */

/** A noun come to life. `cell` is row * width + column. */
export class Thing {
  /**
   * @param {string} noun
   * @param {number} cell
   */
  constructor(noun, cell) {
    this.noun = noun;
    this.cell = cell;
    /** @type {string | null} */
    this.facing = null;
    this.movable = false;
    this.stopping = false;
    this.inRoster = true;
    this.inKin = true;
    /** The turn in which it last moved. */
    this.moved = -1;
    this.number = -1;
  }
}

/** A word: always movable, never stopping, never destroyed, never transformed. */
export class Word {
  /**
   * @param {string} text
   * @param {number} cell
   */
  constructor(text, cell) {
    this.text = text;
    this.cell = cell;
    /** @type {string | null} */
    this.facing = null;
    this.movable = true;
    this.stopping = false;
    this.moved = -1;
    this.number = -1;
  }
}

/**
 * Return all pairs that share a cell, ordered by the first and then by the second.
 *
 * @param {readonly Thing[]} firsts
 * @param {readonly Thing[]} seconds
 * @returns {[Thing, Thing][]}
 */
export function pairUp(firsts, seconds) {
  if (!firsts.length || !seconds.length) {
    return [];
  }
  /** @type {Map<number, Thing[]>} */
  const at = new Map();
  for (const second of seconds) {
    const there = at.get(second.cell);
    if (there) {
      there.push(second);
    } else {
      at.set(second.cell, [second]);
    }
  }
  /** @type {[Thing, Thing][]} */
  const pairs = [];
  for (const first of firsts) {
    for (const second of at.get(first.cell) ?? []) {
      pairs.push([first, second]);
    }
  }
  return pairs;
}
