/** Maps as texts: their rows, and everything that is wrong with them. */
import { BORDER, EMPTY, MAX_SIDE, THING_CHARACTERS, WORD_CHARACTERS } from "./vocabulary.js";

/** @typedef {import("./errors.js").LevelProblem} LevelProblem */

const CHARACTERS = new Set(BORDER + EMPTY + THING_CHARACTERS + WORD_CHARACTERS);

/**
 * The rows of a map in either form, lines or slashes between them: blanks are empty cells, blank edges are
 * cut.
 * @param {string} text
 * @returns {string[]}
 */
export function splitRows(text) {
  /** @type {string[]} */
  let rows = [];
  if (/[\n\r]/.test(text)) {
    rows = text.split("\n").map((row) => row.replace(/\r+$/, ""));
    const filled = rows.map((row) => row.trim() !== "");
    rows = rows.slice(filled.indexOf(true), filled.lastIndexOf(true) + 1);
    if (!filled.includes(true)) rows = [];
  } else if (text.trim()) {
    rows = text.split("/");
  }
  return rows.map((row) => row.replaceAll(" ", EMPTY));
}

/**
 * Everything that keeps rows from being a map.
 * @param {string[]} rows
 * @returns {LevelProblem[]}
 */
export function findProblems(rows) {
  if (!rows.some((row) => row)) {
    return [{ kind: "no-rows", message: "the map has no rows; write at least one row of characters" }];
  }
  /** @type {LevelProblem[]} */
  const problems = [];
  const cells = rows.map((row) => [...row]);
  const width = cells[0].length;
  if (rows.length > MAX_SIDE || width > MAX_SIDE) {
    const message = `the map is ${width} x ${rows.length}; at most ${MAX_SIDE} x ${MAX_SIDE} is supported`;
    problems.push({ kind: "too-large", message });
  }
  cells.forEach((row, y) => {
    if (row.length !== width) {
      const message = `this row has ${row.length} characters, the first has ${width}; make them equal`;
      problems.push({ kind: "ragged-row", message, row: y + 1, column: Math.min(row.length, width) + 1 });
    }
    row.forEach((character, x) => {
      if (CHARACTERS.has(character)) return;
      const alphabet = `${BORDER} ${EMPTY} ${THING_CHARACTERS} ${WORD_CHARACTERS}`;
      const message = `${JSON.stringify(character)} is not a map character; the alphabet is ${alphabet}`;
      problems.push({ kind: "unknown-character", message, row: y + 1, column: x + 1 });
    });
  });
  return problems;
}
