/** The levels that a new one may be a duplicate of: the same from one question to the next. */

import { splitRows } from "../vocabulary.js";
import { DuplicateFinder } from "./duplicates.js";
import { makeDuplicate } from "./findings.js";

/**
 * @typedef {import("./findings.js").Finding} Finding
 * @typedef {{name: string, line: string}} KnownLevel
 */

/** Levels that are taken in at a stretch: a few milliseconds of work. */
const AT_ONCE = 20;

/** Takes levels in, so many at a time, and keeps them until it is asked about others. */
export class KnownLevels {
  #key = "";
  #finder = new DuplicateFinder();
  #taken = 0;

  /**
   * Say whether a level is one of those that are known; yield between slices of work.
   *
   * @param {readonly string[]} rows
   * @param {readonly KnownLevel[]} known
   * @returns {Generator<null, Finding | null>}
   */
  *find(rows, known) {
    const key = known.map(({ name, line }) => `${name}\n${line}`).join("\n");
    if (key !== this.#key) {
      this.#key = key;
      this.#finder = new DuplicateFinder();
      this.#taken = 0;
    }
    while (this.#taken < known.length) {
      for (const { name, line } of known.slice(this.#taken, this.#taken + AT_ONCE)) {
        this.#finder.add(name, splitRows(line));
      }
      this.#taken += AT_ONCE;
      yield null;
      // Another question, about other levels, may have come in between.
      if (key !== this.#key) {
        return null;
      }
    }
    const double = this.#finder.find(rows);
    return double === null ? null : makeDuplicate(double);
  }
}
