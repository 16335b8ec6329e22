/**
 * The result of reading a file in any format: its usable levels and everything wrong with it.
 *
 * Readers find the parts of a level and where they stand; the checks are here, once for all formats. One bad
 * level does not hide the others. The twin of babalab/levels/reading.py.
 */

import { texts } from "../../texts/texts.js";
import { diagnose } from "../diagnostics.js";
import { MovesError, parseMoves } from "../moves.js";
import { quote } from "../quoting.js";
import { isBlank, MAX_SIDE, splitRows } from "../vocabulary.js";
import { countCharacters } from "./source.js";

/**
 * @typedef {import("../diagnostics.js").Problem} Problem
 * @typedef {import("./source.js").Source} Source
 */

/**
 * A level as files have it; texts are empty where a file says nothing.
 *
 * @typedef {object} LevelEntry
 * @property {string} id
 * @property {string} name
 * @property {string} author
 * @property {string[]} rows
 * @property {string} solution
 * @property {string[]} mechanics
 */

/** Reading stops after this many errors: the file is something else altogether. */
const MAX_ERRORS = 1000;
/** A larger map gets one error about its size, not one for every character of it. */
const MAX_CHECKED_CELLS = 4 * MAX_SIDE * MAX_SIDE;
const WARNINGS = new Set(["bad-solution", "duplicate-id"]);

/** A text found in a file. `start` is where the whole begins, its first quote for one in quotes. */
export class PlacedText {
  /**
   * @param {string} text
   * @param {number} start
   * @param {(index: number) => number} [offsetOf] takes a unit of the text, or its end, to its offset in the
   * file
   */
  constructor(text, start, offsetOf = (index) => start + index) {
    this.text = text;
    this.start = start;
    this.offsetOf = offsetOf;
  }
}

/** The text of what a file leaves out. */
export const NO_TEXT = new PlacedText("", 0);

/**
 * A level as found in a file, before it is known to be one.
 *
 * @typedef {object} Draft
 * @property {PlacedText} map
 * @property {PlacedText} id
 * @property {PlacedText} solution
 * @property {string} name
 * @property {string} author
 * @property {string[]} mechanics
 */

/** The levels and problems read from a source. */
export class Reading {
  /** @param {Source} source */
  constructor(source) {
    this.source = source;
    /** @type {LevelEntry[]} */
    this.levels = [];
    /** @type {Problem[]} */
    this.problems = [];
    /** Whether neither a level nor anything wrong has been found yet. */
    this.isBlank = true;
    this.errorCount = 0;
    /** Where each id was first used. @type {Map<string, [number, number]>} */
    this.ids = new Map();
  }

  /** Whether there are so many errors that the reader should stop. */
  get isHopeless() {
    return this.errorCount >= MAX_ERRORS;
  }

  /**
   * Report something wrong at an offset of the source.
   *
   * @param {string} kind
   * @param {string} message
   * @param {number} offset
   * @param {boolean} [isError]
   */
  report(kind, message, offset, isError = !WARNINGS.has(kind)) {
    const [line, column] = this.source.place(offset);
    this.problems.push({ kind, line, column, message, isError });
    this.errorCount += isError ? 1 : 0;
    this.isBlank = false;
  }

  /**
   * Report that the rest, from this offset on, was not read.
   *
   * @param {number} offset
   */
  stop(offset) {
    this.report("bad-format", texts.problems.tooMany(MAX_ERRORS), offset);
  }

  /**
   * Check a draft, report everything wrong with it, and keep the level if it is one.
   *
   * @param {Draft} draft
   */
  add(draft) {
    const { map } = draft;
    const { rows, starts } = findRows(map.text);
    const found = diagnoseMap(rows);
    for (const { kind, message, line, column, isError } of found) {
      const offset = line ? map.offsetOf(starts[line - 1] + measure(rows[line - 1], column - 1)) : map.start;
      this.report(kind, message, offset, isError);
    }
    const solution = this.readSolution(draft.solution);
    this.checkId(draft.id);
    if (!found.some((problem) => problem.isError)) {
      this.isBlank = false;
      const { name, author, mechanics } = draft;
      this.levels.push({ id: draft.id.text, name, author, rows, solution, mechanics });
    }
  }

  /** All errors and warnings, in the order of their places. @returns {Problem[]} */
  get sorted() {
    return [...this.problems].sort((one, other) => one.line - other.line || one.column - other.column);
  }

  /**
   * @param {PlacedText} solution
   * @returns {string}
   */
  readSolution(solution) {
    try {
      return parseMoves(solution.text);
    } catch (error) {
      if (!(error instanceof MovesError)) {
        throw error;
      }
      const message = texts.problems.badMove(quote(error.letter));
      this.report("bad-solution", message, solution.offsetOf(error.offset));
      return "";
    }
  }

  /** @param {PlacedText} id */
  checkId(id) {
    if (!id.text) {
      return;
    }
    const first = this.ids.get(id.text);
    if (first) {
      this.report("duplicate-id", texts.problems.usedId(quote(id.text), ...first), id.start);
    } else {
      this.ids.set(id.text, this.source.place(id.start));
    }
  }
}

/**
 * Return the rows of a map, and the index in the text at which each of them starts.
 *
 * @param {string} text
 * @returns {{rows: string[], starts: number[]}}
 */
function findRows(text) {
  const rows = splitRows(text);
  const separator = /[\n\r]/u.test(text) ? "\n" : "/";
  const pieces = text.split(separator);
  const starts = [0];
  for (const piece of pieces) {
    starts.push(starts[starts.length - 1] + piece.length + 1);
  }
  const isMapOfLines = separator === "\n" && rows.length > 0;
  const above = isMapOfLines ? pieces.findIndex((piece) => !isBlank(piece)) : 0;
  return { rows, starts: starts.slice(above, above + rows.length) };
}

/**
 * Return how many units so many characters of a text take.
 *
 * @param {string} text
 * @param {number} characters
 * @returns {number}
 */
function measure(text, characters) {
  return [...text].slice(0, characters).join("").length;
}

/**
 * @param {string[]} rows
 * @returns {Problem[]}
 */
function diagnoseMap(rows) {
  const widths = rows.map(countCharacters);
  if (rows.length + widths.reduce((sum, width) => sum + width, 0) > MAX_CHECKED_CELLS) {
    const longest = widths.reduce((most, width) => Math.max(most, width), 0);
    const message = texts.problems.tooLarge(longest, rows.length, MAX_SIDE);
    return [{ kind: "too-large", line: 0, column: 0, message, isError: true }];
  }
  return diagnose(rows);
}
