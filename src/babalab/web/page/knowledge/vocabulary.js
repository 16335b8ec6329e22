/** The alphabet of the game, as babalab/game/vocabulary.py has it. */

/** In the order of their numbers. @type {readonly string[]} */
export const NOUNS = [
  "baba",
  "skull",
  "flag",
  "floor",
  "grass",
  "love",
  "lava",
  "rock",
  "wall",
  "keke",
  "goop",
];
/** @type {readonly string[]} */
export const PROPERTIES = ["you", "win", "kill", "push", "stop", "move", "hot", "melt", "sink"];

export const IS = "is";
export const BORDER = "_";
export const EMPTY = ".";
/** The longest side that a map may have. */
export const MAX_SIDE = 64;
/** The letters of the five moves, in the order of their numbers. */
export const LETTERS = "udlrs";

/**
 * The character of each noun as a thing; its upper case is the noun as a word.
 *
 * @type {Readonly<Record<string, string>>}
 */
export const THING_CHARACTERS = Object.fromEntries(NOUNS.map((noun, i) => [noun, "bsfoavlrwkg"[i]]));
/**
 * The character of each word: nouns in upper case, IS and the properties as digits.
 *
 * @type {Readonly<Record<string, string>>}
 */
export const WORD_CHARACTERS = Object.fromEntries([
  ...NOUNS.map((noun) => [noun, THING_CHARACTERS[noun].toUpperCase()]),
  ...[IS, ...PROPERTIES].map((word, i) => [word, "1234567890"[i]]),
]);

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
