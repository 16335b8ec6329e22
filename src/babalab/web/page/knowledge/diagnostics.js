/**
 * Diagnosing the map of a level: one call finds *all* errors, each with its place. The twin of
 * babalab/game/diagnostics.py.
 */

import { texts } from "../texts/texts.js";
import { quote } from "./quoting.js";
import {
  BORDER,
  CHARACTERS,
  EMPTY,
  IS,
  MAX_SIDE,
  NOUN_SET,
  THING_CHARACTERS,
  WORD_CHARACTERS,
  WORD_OF,
} from "./vocabulary.js";

/**
 * Something wrong with a text. Lines and columns count from 1; 0 stands for the whole text. Errors make it
 * unusable; warnings are about what works but may surprise its author.
 *
 * @typedef {{kind: string, line: number, column: number, message: string, isError: boolean}} Problem
 */

/**
 * Return everything wrong with a map: its errors or, if it has none, its warnings.
 *
 * @param {readonly string[]} rows
 * @returns {Problem[]}
 */
export function diagnose(rows) {
  const errors = [...findErrors(rows)];
  return errors.length ? errors : [...findWarnings(rows)];
}

/**
 * @param {string} kind
 * @param {string} message
 * @param {number} [line]
 * @param {number} [column]
 * @returns {Problem}
 */
function error(kind, message, line = 0, column = 0) {
  return { kind, line, column, message, isError: true };
}

/**
 * @param {readonly string[]} rows
 * @returns {Generator<Problem>}
 */
function* findErrors(rows) {
  const { problems } = texts;
  const cells = rows.map((row) => [...row]);
  if (!cells.some((row) => row.length)) {
    yield error("no-rows", problems.noRows);
    return;
  }
  const width = cells[0].length;
  if (rows.length > MAX_SIDE || width > MAX_SIDE) {
    yield error("too-large", problems.tooLarge(width, rows.length, MAX_SIDE));
  }
  const things = Object.values(THING_CHARACTERS).join("");
  const alphabet = `${BORDER} ${EMPTY} ${things} ${Object.values(WORD_CHARACTERS).join("")}`;
  for (const [y, row] of cells.entries()) {
    if (row.length !== width) {
      const message = problems.raggedRow(row.length, width);
      yield error("ragged-row", message, y + 1, Math.min(row.length, width) + 1);
    }
    for (const [x, character] of row.entries()) {
      if (!CHARACTERS.has(character)) {
        yield error("unknown-character", problems.unknownCharacter(quote(character), alphabet), y + 1, x + 1);
      }
    }
  }
}

/**
 * @param {string} kind
 * @param {string} message
 * @param {number} [line]
 * @param {number} [column]
 * @returns {Problem}
 */
function warning(kind, message, line = 0, column = 0) {
  return { kind, line, column, message, isError: false };
}

/**
 * @param {readonly string[]} rows
 * @returns {Generator<Problem>}
 */
function* findWarnings(rows) {
  const { problems } = texts;
  const text = rows.join("");
  const controlled = [...new Set(findYouNouns(rows))].sort();
  if (!controlled.length) {
    yield warning("no-you-rule", problems.noYouRule);
  } else if (!controlled.some((noun) => text.includes(THING_CHARACTERS[noun]))) {
    yield warning("nobody-to-control", problems.nobodyToControl(controlled));
  }
  if (!text.includes(WORD_CHARACTERS.win)) {
    yield warning("no-win-word", problems.noWinWord);
  }
  if (!text.includes(WORD_CHARACTERS[IS])) {
    yield warning("no-is-word", problems.noIsWord);
  }
  const ring = [];
  for (const [y, row] of rows.entries()) {
    for (let x = 0; x < row.length; x++) {
      const isOutermost = y === 0 || y === rows.length - 1 || x === 0 || x === row.length - 1;
      if (isOutermost && row[x] !== BORDER) {
        ring.push([y + 1, x + 1]);
      }
    }
  }
  if (ring.length) {
    yield warning("open-border", problems.openBorder(ring.length), ring[0][0], ring[0][1]);
  }
}

/**
 * Yield the nouns some rule makes YOU in the map as it is written.
 *
 * @param {readonly string[]} rows
 * @returns {Generator<string>}
 */
function* findYouNouns(rows) {
  /** @type {(y: number, x: number) => string | undefined} */
  const wordAt = (y, x) => WORD_OF.get(rows[y]?.[x] ?? "");
  for (const [y, row] of rows.entries()) {
    for (let x = 0; x < row.length; x++) {
      if (wordAt(y, x) === IS) {
        for (const [subject, predicate] of [
          [wordAt(y, x - 1), wordAt(y, x + 1)],
          [wordAt(y - 1, x), wordAt(y + 1, x)],
        ]) {
          if (subject !== undefined && NOUN_SET.has(subject) && predicate === "you") {
            yield subject;
          }
        }
      }
    }
  }
}
