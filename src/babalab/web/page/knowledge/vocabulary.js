/** The alphabet of the game, as babalab/game/vocabulary.py has it. */

import { NOUNS, THING_CHARACTERS, WORD_CHARACTERS } from "../babalab/index.js";

export { NOUNS, THING_CHARACTERS, WORD_CHARACTERS };

export const IS = "is";
export const BORDER = "_";
export const EMPTY = ".";
/** The longest side that a map may have. */
export const MAX_SIDE = 64;
/** The letters of the five moves, in the order of their numbers. */
export const LETTERS = "udlrs";

/** The noun of a thing's character. @type {ReadonlyMap<string, string>} */
export const THING_OF = invert(THING_CHARACTERS);
/** The word of a word's character. @type {ReadonlyMap<string, string>} */
export const WORD_OF = invert(WORD_CHARACTERS);
/** @type {ReadonlySet<string>} */
export const CHARACTERS = new Set([BORDER, EMPTY, ...THING_OF.keys(), ...WORD_OF.keys()]);
/** @type {ReadonlySet<string>} */
export const NOUN_SET = new Set(NOUNS);

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

/** What Python's `str.isspace` takes for white space, as a class of a regular expression. */
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
