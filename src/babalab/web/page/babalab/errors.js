/** Errors of the package; messages are for developers. */

/**
 * Something wrong with a map, and where. Rows and columns count from 1; without them it is the whole map.
 * @typedef {{kind: "no-rows" | "too-large" | "ragged-row" | "unknown-character", message: string,
 *   row?: number, column?: number}} LevelProblem
 */

/** A text that is no level; `problems` has everything that is wrong with it. */
export class LevelError extends Error {
  /** @param {LevelProblem[]} problems */
  constructor(problems) {
    super(problems.map((each) => placeOf(each) + each.message).join("\n"));
    this.name = "LevelError";
    this.problems = problems;
  }
}

/** A letter that is no move. */
export class MovesError extends Error {
  /**
   * @param {string} text
   * @param {number} position of the letter in the text, from 0
   */
  constructor(text, position) {
    const letter = JSON.stringify(text[position] ?? "");
    super(`moves: column ${position + 1}: ${letter} is not a move; use u d l r (either case) and s to wait`);
    this.name = "MovesError";
    this.text = text;
    this.position = position;
  }
}

/** The core stopped, or was asked for what it has not got. */
export class CoreError extends Error {
  /** @param {string} message */
  constructor(message) {
    super(message);
    this.name = "CoreError";
  }
}

/** The core stopped because the machine, or the browser, gave it no more memory. It begins anew by itself. */
export class OutOfMemoryError extends CoreError {
  constructor() {
    super("the core ran out of memory; searches in it are lost, levels and states are not");
    this.name = "OutOfMemoryError";
  }
}

/** @param {LevelProblem} problem */
function placeOf({ row, column }) {
  const place = [row && `row ${row}`, column && `column ${column}`].filter(Boolean).join(", ");
  return place && `${place}: `;
}
