/** The text of a file, with the line and column of every character; and bytes as text. */

import { texts } from "../../texts/texts.js";

/** @typedef {import("../diagnostics.js").Problem} Problem */

/** A text and the places in it. Offsets are in units of UTF-16, columns in characters. */
export class Source {
  /** @type {number[] | null} */
  #starts = null;

  /**
   * @param {string} text
   * @param {string} [name] of the file it came from
   */
  constructor(text, name = "") {
    this.text = text;
    this.name = name;
  }

  /**
   * Return the line and column of a character, or of the end of the text, both counted from 1.
   *
   * @param {number} offset
   * @returns {[number, number]}
   */
  place(offset) {
    this.#starts ??= findLineStarts(this.text);
    let [low, high] = [0, this.#starts.length];
    while (high - low > 1) {
      const middle = (low + high) >> 1;
      if (this.#starts[middle] <= offset) {
        low = middle;
      } else {
        high = middle;
      }
    }
    return [low + 1, countCharacters(this.text.slice(this.#starts[low], offset)) + 1];
  }
}

/**
 * @param {string} text
 * @returns {number[]}
 */
function findLineStarts(text) {
  const starts = [0];
  for (let at = text.indexOf("\n"); at >= 0; at = text.indexOf("\n", at + 1)) {
    starts.push(at + 1);
  }
  return starts;
}

/**
 * @param {string} text
 * @returns {number}
 */
export function countCharacters(text) {
  const pairs = text.match(/[\u{10000}-\u{10ffff}]/gu);
  return text.length - (pairs?.length ?? 0);
}

/**
 * Return the text of a file's bytes: UTF-8, with or without a byte order mark; or what is wrong with them.
 *
 * @param {Uint8Array} bytes
 * @returns {{text: string, problem: null} | {text: "", problem: Problem}}
 */
export function decode(bytes) {
  const { problems } = texts;
  const decoder = new TextDecoder("utf-8");
  const nul = bytes.indexOf(0);
  const offset = nul >= 0 ? nul : findInvalid(bytes);
  if (offset < 0) {
    return { text: decoder.decode(bytes), problem: null };
  }
  const before = new Source(decoder.decode(bytes.subarray(0, offset)));
  const [line, column] = before.place(before.text.length);
  const byte = bytes[offset].toString(16).padStart(2, "0");
  const message = nul >= 0 ? problems.nulByte(offset, byte) : problems.notUtf8(offset, byte);
  return { text: "", problem: { kind: "bad-format", line, column, message, isError: true } };
}

/**
 * Return where the first sequence of bytes begins that is not UTF-8; -1 if all are.
 *
 * @param {Uint8Array} bytes
 * @returns {number}
 */
function findInvalid(bytes) {
  for (let at = 0; at < bytes.length;) {
    const length = measureSequence(bytes, at);
    if (length === 0) {
      return at;
    }
    at += length;
  }
  return -1;
}

/**
 * Return how many bytes the character at an offset takes; 0 if there is none.
 *
 * @param {Uint8Array} bytes
 * @param {number} at
 * @returns {number}
 */
function measureSequence(bytes, at) {
  const first = bytes[at];
  if (first < 0x80) {
    return 1;
  }
  const length = first < 0xc2 ? 0 : first < 0xe0 ? 2 : first < 0xf0 ? 3 : first < 0xf5 ? 4 : 0;
  // The second byte must not make the sequence longer than needed, a surrogate, or beyond all characters.
  const least = { 0xe0: 0xa0, 0xf0: 0x90 }[first] ?? 0x80;
  const most = { 0xed: 0x9f, 0xf4: 0x8f }[first] ?? 0xbf;
  for (let i = 1; i < length; i++) {
    const byte = bytes[at + i];
    if (!(byte >= (i === 1 ? least : 0x80) && byte <= (i === 1 ? most : 0xbf))) {
      return 0;
    }
  }
  return length;
}
