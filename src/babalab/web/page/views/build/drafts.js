// The drafts that this browser keeps: levels being made, each with its history.

import { BLANK } from "./document.js";
import { packCourse, unpackCourse } from "./packing.js";

/**
 * @typedef {import("./document.js").Content} Content
 * @typedef {import("./document.js").Course} Course
 *
 * @typedef {object} Store as app/storage.js
 * @property {<Value>(name: string, fallback: Value) => Value} read
 * @property {(name: string, value: unknown) => boolean} write whether it is kept
 * @property {(name: string) => void} remove
 *
 * @typedef {object} Draft
 * @property {string} key
 * @property {Content} content
 * @property {number} changed when it was changed last, in milliseconds since 1970
 * @property {string} origin the address of the level that it was copied from; "" for none
 */

const LIST = "drafts";
/** Characters of history kept for a draft: some thousands of steps on a common level. */
const MOST_HISTORY = 100_000;

export class Drafts {
  /**
   * @param {Store} store
   * @param {() => number} [now]
   */
  constructor(store, now = Date.now) {
    this.store = store;
    this.now = now;
  }

  /** The drafts, that which was changed last first. @returns {Draft[]} */
  list() {
    return this.keys()
      .map((key) => this.read(key))
      .filter((draft) => draft !== null)
      .sort((one, other) => other.changed - one.changed);
  }

  /**
   * @param {string} key
   * @returns {Draft | null}
   */
  read(key) {
    const kept = this.store.read(draftName(key), /** @type {any} */ (null));
    const content = readContent(kept?.content);
    if (!content) return null;
    return { key, content, changed: Number(kept.changed) || 0, origin: String(kept.origin ?? "") };
  }

  /**
   * A draft with everything it has been, as far as that is kept.
   * @param {string} key
   * @returns {Course | null}
   */
  readCourse(key) {
    const draft = this.read(key);
    if (!draft) return null;
    try {
      const course = unpackCourse(this.store.read(historyName(key), /** @type {any} */ (null)));
      const isWhole = [...course.past, course.present, ...course.future].every((each) => readContent(each));
      if (isWhole && JSON.stringify(course.present) === JSON.stringify(draft.content)) return course;
    } catch {
      // Not kept, or damaged: the level itself is what counts.
    }
    return { past: [], present: draft.content, future: [] };
  }

  /**
   * Make a draft and return its key.
   * @param {Content} content
   * @param {string} [origin]
   */
  add(content, origin = "") {
    const key = this.newKey();
    this.write(key, { past: [], present: content, future: [] }, origin);
    return key;
  }

  /**
   * Make drafts of many levels at once.
   * @param {readonly Content[]} contents
   * @returns {{keys: string[], kept: boolean}} whether all will still be there after a reload
   */
  addAll(contents) {
    const before = this.keys();
    const taken = new Set(before);
    let number = this.now();
    let kept = true;
    const keys = contents.map((content) => {
      while (taken.has(number.toString(36))) number++;
      const key = (number++).toString(36);
      const draft = { content, changed: this.now(), origin: "" };
      kept = this.writeDraft(key, draft, kept) && kept;
      return key;
    });
    kept = this.store.write(LIST, [...before, ...keys]) && kept;
    return { keys, kept };
  }

  /**
   * The draft that is an unchanged copy of a level; null if there is none.
   * @param {string} origin
   * @param {Content} content
   */
  findCopy(origin, content) {
    const text = JSON.stringify(content);
    return (
      this.list().find((each) => each.origin === origin && JSON.stringify(each.content) === text)?.key ?? null
    );
  }

  /**
   * Keep a draft as it is now. Return whether it will still be there after a reload.
   * @param {string} key
   * @param {Course} course
   * @param {string} [origin]
   */
  write(key, course, origin = this.read(key)?.origin ?? "") {
    const draft = { content: course.present, changed: this.now(), origin };
    let kept = this.writeDraft(key, draft);
    const keys = this.keys();
    if (!keys.includes(key)) kept = this.store.write(LIST, [...keys, key]) && kept;
    if (!kept || !this.store.write(historyName(key), packCourse(course, MOST_HISTORY))) {
      this.store.remove(historyName(key));
    }
    return kept;
  }

  /**
   * @param {string} key
   * @param {{content: Content, changed: number, origin: string}} draft
   * @param {boolean} [makesRoom] whether histories may go for it
   */
  writeDraft(key, draft, makesRoom = true) {
    if (this.store.write(draftName(key), draft)) return true;
    if (!makesRoom) return false;
    // Levels are worth more than what they once were.
    for (const other of this.keys()) this.store.remove(historyName(other));
    return this.store.write(draftName(key), draft);
  }

  /**
   * Take a draft away. Return a function that brings it back.
   * @param {string} key
   * @returns {() => void}
   */
  remove(key) {
    const names = [draftName(key), historyName(key)];
    const kept = names.map((name) => this.store.read(name, /** @type {unknown} */ (null)));
    for (const name of names) this.store.remove(name);
    this.store.write(
      LIST,
      this.keys().filter((each) => each !== key),
    );
    return () => {
      names.forEach((name, index) => {
        if (kept[index] !== null) this.store.write(name, kept[index]);
      });
      if (!this.keys().includes(key)) this.store.write(LIST, [...this.keys(), key]);
    };
  }

  /** @returns {string[]} */
  keys() {
    const keys = this.store.read(LIST, /** @type {unknown} */ ([]));
    return Array.isArray(keys) ? keys.filter((key) => typeof key === "string") : [];
  }

  newKey() {
    const taken = new Set(this.keys());
    let number = this.now();
    while (taken.has(number.toString(36))) number++;
    return number.toString(36);
  }
}

/** @param {string} key */
const draftName = (key) => `draft.${key}`;
/** @param {string} key */
const historyName = (key) => `draft-history.${key}`;

/**
 * Check what was kept: somebody else may have written it, or an older version of the page.
 * @param {any} kept
 * @returns {Content | null}
 */
export function readContent(kept) {
  const rows = kept?.rows;
  const isMap =
    Array.isArray(rows) &&
    rows.length >= 1 &&
    rows.every((row) => typeof row === "string" && row.length >= 1 && row.length === rows[0].length);
  if (!isMap) return null;
  /** @type {Content} */
  const content = { ...BLANK, rows };
  for (const field of /** @type {const} */ (["name", "author", "id", "solution"])) {
    if (typeof kept[field] === "string") content[field] = kept[field];
  }
  return content;
}
