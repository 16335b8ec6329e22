/**
 * A JSON reader that knows the place of everything, and says what is wrong in words.
 *
 * A bad character in a map must be reported where its author finds it: in the file, behind all the \n of the
 * string it is written in. The reader keeps its own stack, so deep nesting does no harm. The twin of
 * babalab/levels/positioned_json.py.
 */

import { texts } from "../../texts/texts.js";
import { quote } from "../quoting.js";

/**
 * A JSON value and the part of the text that it was read from.
 *
 * @typedef {object} JsonNode
 * @property {null | boolean | number | string | JsonNode[] | Map<string, JsonNode>} value
 * @property {number} start
 * @property {number} end
 */

/** @typedef {{start: number, value: JsonNode[] | Map<string, JsonNode>, key: string}} OpenContainer */

const NO_SPACE = /[^ \t\n\r]/gu;
const NUMBER = /-?(?:0|[1-9][0-9]*)(?:\.[0-9]+)?(?:[eE][+-]?[0-9]+)?/uy;
const LITERAL = /true|false|null/uy;
/** @type {Readonly<Record<string, boolean | null>>} */
const LITERALS = { true: true, false: false, null: null };
// eslint-disable-next-line no-control-regex -- these are what must not stand in a string
const STRING_STOP = /["\\\x00-\x1f]/gu;
const ESCAPE =
  /\\u([dD][89abAB][0-9a-fA-F]{2})\\u([dD][c-fC-F][0-9a-fA-F]{2})|\\u([0-9a-fA-F]{4})|\\(["\\/bfnrt])/uy;
/** @type {Readonly<Record<string, string>>} */
const ESCAPED = { '"': '"', "\\": "\\", "/": "/", b: "\b", f: "\f", n: "\n", r: "\r", t: "\t" };
/** Longer numbers are refused, as in Python, where reading one takes time quadratic in its length. */
const MAX_NUMBER_LENGTH = 1000;

/** A text that is not JSON; `offset` is the first wrong character. */
export class JsonError extends Error {
  /**
   * @param {string} message
   * @param {number} offset
   */
  constructor(message, offset) {
    super(message);
    this.offset = offset;
  }
}

/**
 * Read one JSON value. Of equal keys in an object the last counts.
 *
 * @param {string} text
 * @returns {JsonNode}
 * @throws {JsonError}
 */
export function parseJson(text) {
  return new Parser(text, null).parse(() => {});
}

/**
 * Read an object, and hand over the items of the list that it has for `key` one by one, as they are read.
 *
 * They are not in the object that is returned in the end. Anything else than such an object is read as
 * `parseJson` does. If the object has the key twice, the items of both lists are read.
 *
 * @param {string} text
 * @param {string} key
 * @param {(item: JsonNode) => void} take
 * @returns {JsonNode}
 * @throws {JsonError} or whatever `take` throws
 */
export function parseItems(text, key, take) {
  return new Parser(text, key).parse(take);
}

/**
 * Return the offset of each unit of a string, and of its closing quote; an escape counts as its backslash.
 *
 * @param {string} text
 * @param {JsonNode} node
 * @returns {number[]}
 */
export function findOffsets(text, node) {
  const offsets = [];
  for (let at = node.start + 1; at < node.end - 1;) {
    ESCAPE.lastIndex = at;
    const escape = ESCAPE.exec(text);
    offsets.push(at);
    if (escape?.[1]) {
      offsets.push(at); // the second half of a pair
    }
    at += escape ? escape[0].length : 1;
  }
  return [...offsets, node.end - 1];
}

class Parser {
  /**
   * @param {string} text
   * @param {string | null} streamed the key of the object whose items are handed over rather than kept
   */
  constructor(text, streamed) {
    this.text = text;
    this.streamed = streamed;
    this.at = 0;
    /** @type {OpenContainer[]} */
    this.open = [];
  }

  /**
   * @param {(item: JsonNode) => void} take
   * @returns {JsonNode}
   */
  parse(take) {
    for (;;) {
      let node = this.beginValue();
      while (node) {
        const container = this.open[this.open.length - 1];
        if (!container) {
          if (this.peek()) {
            throw this.error(texts.problems.behindJson);
          }
          return node;
        }
        if (this.isStreaming()) {
          take(node);
        } else if (Array.isArray(container.value)) {
          container.value.push(node);
        } else {
          container.value.set(container.key, node);
        }
        node = this.anotherFollows(container) ? null : this.close();
      }
    }
  }

  /** Whether the innermost open container is the list whose items are handed over. */
  isStreaming() {
    const [outer, inner] = this.open;
    const isList = this.open.length === 2 && Array.isArray(inner.value) && !Array.isArray(outer.value);
    return isList && outer.key === this.streamed;
  }

  /**
   * Read a scalar, an empty container, or the beginning of another container, which gives null.
   *
   * @returns {JsonNode | null}
   */
  beginValue() {
    const character = this.peek();
    const start = this.at;
    if (character === '"') {
      const value = this.readString();
      return { value, start, end: this.at };
    }
    if (character === "{" || character === "[") {
      this.at += 1;
      const container = { start, value: character === "{" ? new Map() : [], key: "" };
      this.open.push(container);
      if (this.peek() === closerOf(container)) {
        return this.close();
      }
      if (character === "{") {
        this.readKey(container);
      }
      return null;
    }
    const literal = this.match(LITERAL);
    if (literal) {
      return { value: LITERALS[literal[0]], start, end: this.at };
    }
    const number = this.match(NUMBER);
    if (number) {
      if (number[0].length > MAX_NUMBER_LENGTH) {
        throw this.error(texts.problems.longNumber(MAX_NUMBER_LENGTH), start);
      }
      return { value: Number(number[0]), start, end: this.at };
    }
    if (character) {
      throw this.error(texts.problems.expectedValue(quote(character)));
    }
    throw this.open.length ? this.unclosed() : this.error(texts.problems.endedEarly);
  }

  /**
   * Go past a comma (and, in an object, the next key); false before the container's end.
   *
   * @param {OpenContainer} container
   * @returns {boolean}
   */
  anotherFollows(container) {
    const closer = closerOf(container);
    const character = this.peek();
    if (character === closer) {
      return false;
    }
    if (character !== ",") {
      throw character
        ? this.error(texts.problems.expectedComma(quote(closer), kindOf(container), quote(character)))
        : this.unclosed();
    }
    this.at += 1;
    if (this.peek() === closer) {
      throw this.error(texts.problems.commaBeforeEnd(quote(closer)));
    }
    if (!Array.isArray(container.value)) {
      this.readKey(container);
    }
    return true;
  }

  /** @returns {JsonNode} */
  close() {
    this.at += 1;
    const { value, start } = /** @type {OpenContainer} */ (this.open.pop());
    return { value, start, end: this.at };
  }

  /** @param {OpenContainer} container */
  readKey(container) {
    const character = this.peek();
    if (!character) {
      throw this.unclosed();
    }
    if (character !== '"') {
      throw this.error(texts.problems.expectedKey(quote(character)));
    }
    container.key = this.readString();
    if (this.peek() !== ":") {
      throw this.error(texts.problems.expectedColon);
    }
    this.at += 1;
  }

  /** @returns {string} */
  readString() {
    const start = this.at;
    this.at += 1;
    const pieces = [];
    for (;;) {
      STRING_STOP.lastIndex = this.at;
      const stop = STRING_STOP.exec(this.text);
      if (!stop) {
        this.at = this.text.length;
        throw this.error(texts.problems.openString, start);
      }
      pieces.push(this.text.slice(this.at, stop.index));
      this.at = stop.index;
      if (stop[0] === "\\") {
        pieces.push(this.readEscape());
      } else if (stop[0] === '"') {
        this.at += 1;
        return pieces.join("");
      } else if (stop[0] === "\n" || stop[0] === "\r") {
        throw this.error(texts.problems.lineBreakInString);
      } else {
        const code = stop[0].charCodeAt(0).toString(16).padStart(4, "0");
        throw this.error(texts.problems.controlCharacter(code));
      }
    }
  }

  /** @returns {string} */
  readEscape() {
    const match = this.match(ESCAPE);
    if (!match) {
      const [backslash, next = ""] = this.text.slice(this.at, this.at + 3);
      throw this.error(texts.problems.badEscape(backslash + next));
    }
    const [, high, low, single, simple] = match;
    if (high) {
      return String.fromCharCode(Number.parseInt(high, 16), Number.parseInt(low, 16));
    }
    return single ? String.fromCharCode(Number.parseInt(single, 16)) : ESCAPED[simple];
  }

  /**
   * Go past what a sticky expression matches here.
   *
   * @param {RegExp} pattern
   * @returns {RegExpExecArray | null}
   */
  match(pattern) {
    pattern.lastIndex = this.at;
    const match = pattern.exec(this.text);
    if (match) {
      this.at += match[0].length;
    }
    return match;
  }

  /** Skip white space and return the next character, "" at the end of the text. */
  peek() {
    NO_SPACE.lastIndex = this.at;
    const found = NO_SPACE.exec(this.text);
    this.at = found ? found.index : this.text.length;
    return found ? found[0] : "";
  }

  unclosed() {
    const container = this.open[this.open.length - 1];
    const message = texts.problems.neverClosed(kindOf(container), quote(closerOf(container)));
    return this.error(message, container.start);
  }

  /**
   * @param {string} message
   * @param {number} [offset]
   */
  error(message, offset = this.at) {
    return new JsonError(message, offset);
  }
}

/** @type {(container: OpenContainer) => string} */
const closerOf = (container) => (Array.isArray(container.value) ? "]" : "}");

/** @type {(container: OpenContainer) => "array" | "object"} */
const kindOf = (container) => (Array.isArray(container.value) ? "array" : "object");
