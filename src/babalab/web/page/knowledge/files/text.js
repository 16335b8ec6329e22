/**
 * Levels as plain text: rows on lines of their own, or a whole map on one line.
 *
 * Blank lines stand between levels. Lines above a map may say more about it, such as "# name: The first one";
 * a # and a blank begin a comment otherwise. A value that could not stand there as it is, such as one with
 * line breaks, is written as JSON. The twin of babalab/levels/text_format.py.
 */

import { texts } from "../../texts/texts.js";
import { isPrintable } from "../quoting.js";
import { isBlank, SPACE } from "../vocabulary.js";
import { JsonError, parseJson } from "./json.js";
import { NO_TEXT, PlacedText } from "./reading.js";

/**
 * @typedef {import("./reading.js").LevelEntry} LevelEntry
 * @typedef {import("./reading.js").Reading} Reading
 */

// Without the flag u only letters of ASCII match those of the keys.
const HEADER = /^#[ \t\n\r\f\v]*(id|name|author|mechanics|solution)[ \t\n\r\f\v]*:[ \t\n\r\f\v]*/i;
const COMMENT = new RegExp(`^#([${SPACE}]|$)`, "u");
const EDGES = new RegExp(`^[${SPACE}]+|[${SPACE}]+$`, "gu");

/** @type {(text: string) => string} */
const strip = (text) => text.replace(EDGES, "");

/**
 * Read the levels of a text, in either form, and everything wrong with it.
 *
 * @param {Reading} reading
 */
export function readText(reading) {
  new TextReader(reading).read();
}

/**
 * Return levels with a line for every row.
 *
 * @param {readonly LevelEntry[]} levels
 * @returns {string}
 */
export function writeText(levels) {
  return `${levels.map((level) => formatBlock(level, "\n")).join("\n\n")}\n`;
}

/**
 * Return levels with one line for each map.
 *
 * @param {readonly LevelEntry[]} levels
 * @returns {string}
 */
export function writeLines(levels) {
  const blocks = levels.map((level) => formatBlock(level, "/"));
  // Maps of a single row have no slash to tell them apart, and what has a header looks better with
  // room around it.
  const arePlain = blocks.every((block) => block.includes("/") && !block.includes("\n"));
  return `${blocks.join(arePlain ? "\n" : "\n\n")}\n`;
}

/**
 * @param {LevelEntry} level
 * @param {string} separator of rows
 * @returns {string}
 */
function formatBlock({ id, name, author, mechanics, solution, rows }, separator) {
  const values = Object.entries({
    id: encode(id),
    name: encode(name),
    author: encode(author),
    mechanics: encodeMechanics(mechanics),
    solution: encode(solution),
  });
  const header = values.flatMap(([key, value]) => (value ? [`# ${key}: ${value}`] : []));
  return [...header, rows.join(separator)].join("\n");
}

/**
 * @param {string} value
 * @returns {string}
 */
function encode(value) {
  return isPrintable(value) && decode(value) === value ? value : toAscii(JSON.stringify(value));
}

/**
 * @param {string} text
 * @returns {string}
 */
function decode(text) {
  const stripped = strip(text);
  const decoded = stripped.startsWith('"') ? parseQuietly(stripped) : null;
  return typeof decoded === "string" ? decoded : stripped;
}

/**
 * @param {readonly string[]} mechanics
 * @returns {string}
 */
function encodeMechanics(mechanics) {
  const plain = mechanics.join(", ");
  const again = decodeMechanics(plain);
  const isSame = again.length === mechanics.length && again.every((each, i) => each === mechanics[i]);
  if (isPrintable(plain) && isSame) {
    return plain;
  }
  return `[${mechanics.map((each) => toAscii(JSON.stringify(each))).join(", ")}]`;
}

/**
 * @param {string} text
 * @returns {string[]}
 */
function decodeMechanics(text) {
  const decoded = text.startsWith("[") ? parseQuietly(text) : null;
  if (Array.isArray(decoded)) {
    return decoded.flatMap((item) => (typeof item.value === "string" ? [item.value] : []));
  }
  return text.split(",").map(strip).filter(Boolean);
}

/** @type {(text: string) => string} */
const toAscii = (text) =>
  text.replace(/[^ -~]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, "0")}`);

/**
 * Parse a JSON text; null if it is none, as people may begin a name with a quote.
 *
 * @param {string} text
 */
function parseQuietly(text) {
  try {
    return parseJson(text).value;
  } catch (error) {
    if (error instanceof JsonError) {
      return null;
    }
    throw error;
  }
}

/** A reader of lines, with the header and the map it is in the middle of. */
class TextReader {
  /** @param {Reading} reading */
  constructor(reading) {
    this.reading = reading;
    /** @type {Map<string, PlacedText>} */
    this.header = new Map();
    this.headerStart = 0;
    /** @type {number | null} */
    this.mapStart = null;
    this.mapEnd = 0;
  }

  read() {
    const { text } = this.reading.source;
    let start = 0;
    for (const line of text.split("\n")) {
      this.readLine(line.replace(/\r+$/u, ""), start);
      start += line.length + 1;
      if (this.reading.isHopeless) {
        this.reading.stop(Math.min(start, text.length));
        return;
      }
    }
    this.finishMap();
    this.finish();
  }

  /**
   * @param {string} line
   * @param {number} start
   */
  readLine(line, start) {
    const header = HEADER.exec(line);
    if (header) {
      this.finishMap();
      const end = header[0].length;
      this.addHeader(header[1].toLowerCase(), new PlacedText(strip(line.slice(end)), start + end), start);
    } else if (COMMENT.test(line) || isBlank(line)) {
      this.finishMap();
    } else if (line.includes("/")) {
      this.finishMap();
      this.addMap(start, start + line.length);
    } else {
      this.mapStart ??= start;
      this.mapEnd = start + line.length;
    }
  }

  /**
   * @param {string} key
   * @param {PlacedText} value
   * @param {number} lineStart
   */
  addHeader(key, value, lineStart) {
    if (!this.header.size) {
      this.headerStart = lineStart;
    } else if (this.header.has(key)) {
      this.reading.report("bad-format", texts.problems.secondKey(key), lineStart);
    }
    this.header.set(key, value);
  }

  finishMap() {
    if (this.mapStart !== null) {
      this.addMap(this.mapStart, this.mapEnd);
      this.mapStart = null;
    }
  }

  /**
   * @param {number} start
   * @param {number} end
   */
  addMap(start, end) {
    const header = this.header;
    this.header = new Map();
    /** @type {(key: string) => PlacedText} */
    const get = (key) => header.get(key) ?? NO_TEXT;
    this.reading.add({
      map: new PlacedText(this.reading.source.text.slice(start, end), start),
      id: new PlacedText(decode(get("id").text), get("id").start),
      solution: get("solution"),
      name: decode(get("name").text),
      author: decode(get("author").text),
      mechanics: decodeMechanics(get("mechanics").text),
    });
  }

  /** Report what is missing at the end of the text. */
  finish() {
    if (this.header.size) {
      this.reading.report("no-rows", texts.problems.headerWithoutMap, this.headerStart);
    } else if (this.reading.isBlank) {
      this.reading.report("no-rows", texts.problems.noMap, 0);
    }
  }
}
