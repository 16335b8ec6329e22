// What can be put on a map, in the order of the palette, and how it is found.

import {
  BORDER,
  EMPTY,
  IS,
  NOUNS,
  PROPERTIES,
  THING_CHARACTERS,
  WORD_CHARACTERS,
} from "../../knowledge/vocabulary.js";

/**
 * @typedef {"thing" | "noun" | "property" | "border" | "empty"} PieceKind
 * @typedef {{character: string, kind: PieceKind, name: string}} PaletteEntry
 */

/** @type {readonly PaletteEntry[]} */
export const THINGS = NOUNS.map((name) => ({ character: THING_CHARACTERS[name], kind: "thing", name }));
/** @type {readonly PaletteEntry[]} */
export const NOUN_WORDS = NOUNS.map((name) => ({ character: WORD_CHARACTERS[name], kind: "noun", name }));
/** @type {readonly PaletteEntry[]} */
export const OTHER_WORDS = [IS, ...PROPERTIES].map((name) => ({
  character: WORD_CHARACTERS[name],
  kind: "property",
  name,
}));
/** @type {readonly PaletteEntry[]} */
export const GROUND = [
  { character: BORDER, kind: "border", name: "border" },
  { character: EMPTY, kind: "empty", name: "empty" },
];
export const ALL = [...THINGS, ...NOUN_WORDS, ...OTHER_WORDS, ...GROUND];

/** @type {ReadonlyMap<string, PaletteEntry>} */
export const ENTRIES = new Map(ALL.map((entry) => [entry.character, entry]));

/**
 * The entries that fit what was typed, the best first: the letter of the dialect itself, names that begin so,
 * names that have it in them.
 * @param {string} typed
 * @param {(entry: PaletteEntry) => string} nameOf the name that the user sees
 * @returns {PaletteEntry[]}
 */
export function findEntries(typed, nameOf) {
  const text = typed.trim();
  if (!text) return [...ALL];
  const lower = text.toLowerCase();
  const rank = (/** @type {PaletteEntry} */ entry) => {
    if (entry.character === text) return 0;
    const name = nameOf(entry).toLowerCase();
    if (name === lower || entry.name === lower) return 1;
    if (entry.name.startsWith(lower) || name.startsWith(lower)) return 2;
    return name.includes(lower) || entry.name.includes(lower) ? 3 : 4;
  };
  return ALL.map((entry, index) => ({ entry, index, rank: rank(entry) }))
    .filter((each) => each.rank < 4)
    .sort((one, other) => one.rank - other.rank || one.index - other.index)
    .map((each) => each.entry);
}
