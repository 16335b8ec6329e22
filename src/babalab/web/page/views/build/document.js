// A level that is edited, with everything it has been: unlimited undo.

/**
 * @typedef {import("./drawing.js").Rows} Rows
 *
 * @typedef {object} Content
 * @property {Rows} rows
 * @property {string} name
 * @property {string} author
 * @property {string} id
 * @property {string} solution the one on record; "" for none
 *
 * @typedef {{past: Content[], present: Content, future: Content[]}} Course the earliest first; of the future the next
 *   one first
 */

/** @type {Content} */
export const BLANK = { rows: ["."], name: "", author: "", id: "", solution: "" };

export class History {
  /** @param {Course | Content} start */
  constructor(start) {
    const course = "present" in start ? start : { past: [], present: start, future: [] };
    /** @type {Content[]} */
    this.past = [...course.past];
    this.present = course.present;
    /** The next one last. @type {Content[]} */
    this.future = [...course.future].reverse();
    this.group = "";
  }

  get canUndo() {
    return this.past.length > 0;
  }

  get canRedo() {
    return this.future.length > 0;
  }

  /** @returns {Course} */
  get course() {
    return { past: [...this.past], present: this.present, future: [...this.future].reverse() };
  }

  /**
   * Go on with a change. Changes of the same group that follow each other are one step, such as the letters
   * of a name. Return whether anything has changed.
   * @param {Partial<Content>} change
   * @param {string} [group]
   */
  commit(change, group = "") {
    const content = { ...this.present, ...change };
    if (isSame(content, this.present)) return false;
    const goesOn = group !== "" && group === this.group && this.past.length > 0;
    if (!goesOn) this.past.push(this.present);
    this.present = content;
    this.future = [];
    this.group = group;
    return true;
  }

  /** Make the next change a step of its own. */
  endGroup() {
    this.group = "";
  }

  /** Return whether there was a step to take back. */
  undo() {
    const before = this.past.pop();
    if (!before) return false;
    this.future.push(this.present);
    this.present = before;
    this.group = "";
    return true;
  }

  /** Return whether there was a step to do again. */
  redo() {
    const after = this.future.pop();
    if (!after) return false;
    this.past.push(this.present);
    this.present = after;
    this.group = "";
    return true;
  }
}

/**
 * @param {Content} one
 * @param {Content} other
 */
export function isSame(one, other) {
  return (
    isSameMap(one.rows, other.rows) &&
    one.name === other.name &&
    one.author === other.author &&
    one.id === other.id &&
    one.solution === other.solution
  );
}

/**
 * @param {Rows} one
 * @param {Rows} other
 */
export function isSameMap(one, other) {
  return one === other || (one.length === other.length && one.every((text, row) => text === other[row]));
}
