/** The alphabet of the game, as babalab/game/vocabulary.py has it. */

import {
  BORDER,
  EMPTY,
  IS,
  MAX_SIDE,
  NOUNS,
  PROPERTIES,
  THING_CHARACTERS as THINGS,
  WORD_CHARACTERS as WORD_LETTERS,
  WORDS,
} from "../babalab/engine.js";

export { ACTIONS as LETTERS } from "../babalab/engine.js";
export { BORDER, EMPTY, IS, MAX_SIDE, NOUNS, PROPERTIES };

/**
 * The character of each noun as a thing; its upper case is the noun as a word.
 *
 * @type {Readonly<Record<string, string>>}
 */
export const THING_CHARACTERS = Object.fromEntries(NOUNS.map((noun, i) => [noun, THINGS[i]]));
/**
 * The character of each word: nouns in upper case, IS and the properties as digits.
 *
 * @type {Readonly<Record<string, string>>}
 */
export const WORD_CHARACTERS = Object.fromEntries(WORDS.map((word, i) => [word, WORD_LETTERS[i]]));

/** The noun of a thing's character. @type {ReadonlyMap<string, string>} */
export const THING_OF = invert(THING_CHARACTERS);
/** The word of a word's character. @type {ReadonlyMap<string, string>} */
export const WORD_OF = invert(WORD_CHARACTERS);
/** @type {ReadonlySet<string>} */
export const CHARACTERS = new Set([BORDER, EMPTY, ...THING_OF.keys(), ...WORD_OF.keys()]);
/** @type {ReadonlySet<string>} */
export const NOUN_SET = new Set(/** @type {readonly string[]} */ (NOUNS));

/**
 * Return the rows of a map in either text form, blanks as empty cells, blank edges trimmed.
 *
 * @param {string} text
 * @returns {string[]}
 */
export function splitRows(text) {
  let rows;
  if (/[\n\r]/u.test(text)) {
    rows = text.split("\n").map((row) => row.replace(/\r+$/u, ""));
    const filled = rows.flatMap((row, y) => (isBlank(row) ? [] : [y]));
    rows = filled.length ? rows.slice(filled[0], filled[filled.length - 1] + 1) : [];
  } else {
    rows = isBlank(text) ? [] : text.split("/");
  }
  return rows.map((row) => row.replaceAll(" ", EMPTY));
}

/** The white space of Python's `str.isspace`, as a class of a regular expression. */
export const SPACE = "\\t-\\r\\x1c-\\x20\\x85\\xa0\\u1680\\u2000-\\u200a\\u2028\\u2029\\u202f\\u205f\\u3000";
const NO_SPACE = new RegExp(`[^${SPACE}]`, "u");

/**
 * @param {string} text
 * @returns {boolean}
 */
export function isBlank(text) {
  return !NO_SPACE.test(text);
}

/**
 * @param {Readonly<Record<string, string>>} table
 * @returns {Map<string, string>}
 */
function invert(table) {
  return new Map(Object.entries(table).map(([name, character]) => [character, name]));
}
