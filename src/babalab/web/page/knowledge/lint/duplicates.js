/**
 * Finding levels that are another one in disguise: renamed, mirrored or turned.
 *
 * The twin of babalab/generation/baba/symmetry.py and canonical.py, which say what counts as the same.
 */

import { texts } from "../../texts/texts.js";
import { Chronicle } from "../chronicle.js";
import {
  BORDER,
  EMPTY,
  NOUN_SET,
  NOUNS,
  THING_CHARACTERS,
  THING_OF,
  WORD_CHARACTERS,
  WORD_OF,
} from "../vocabulary.js";
import { replaceCells } from "./cells.js";
import { findSentences } from "./sentences.js";

/** A word of a sentence. */
const SPOKEN = "*";

/** Knows levels, and says of another whether it is one of them. */
export class DuplicateFinder {
  /** @type {Map<string, string>} */
  #same = new Map();
  /** @type {Map<string, string>} */
  #equivalent = new Map();
  /** @type {Map<string, string>} */
  #alike = new Map();

  /**
   * Say in words which of the known levels this one is; null if it is new.
   *
   * @param {readonly string[]} rows
   * @returns {string | null}
   */
  find(rows) {
    return this.#find(rows, canonicalize(rows), makeLayoutKey(rows));
  }

  /**
   * Add a level; say as `find` does which one it is.
   *
   * @param {string} name
   * @param {readonly string[]} rows
   * @returns {string | null}
   */
  add(name, rows) {
    const [equivalent, alike] = [canonicalize(rows), makeLayoutKey(rows)];
    const found = this.#find(rows, equivalent, alike);
    for (const [names, key] of /** @type {[Map<string, string>, string][]} */ ([
      [this.#same, rows.join("/")],
      [this.#equivalent, equivalent],
      [this.#alike, alike],
    ])) {
      if (!names.has(key)) {
        names.set(key, name);
      }
    }
    return found;
  }

  /**
   * @param {readonly string[]} rows
   * @param {string} equivalent
   * @param {string} alike
   */
  #find(rows, equivalent, alike) {
    const same = this.#same.get(rows.join("/"));
    if (same !== undefined) {
      return texts.lint.sameMap(same);
    }
    const renamed = this.#equivalent.get(equivalent);
    if (renamed !== undefined) {
      return texts.lint.sameRenamed(renamed);
    }
    const turned = this.#alike.get(alike);
    return turned === undefined ? null : texts.lint.sameTurned(turned);
  }
}

/**
 * Return a line that levels have in common which differ only in names, in the diagonal and in empty edges.
 *
 * @param {readonly string[]} rows
 * @returns {string}
 */
export function canonicalize(rows) {
  const inside = stripBorder(rows);
  const [one, other] = [nameInOrder(inside.join("/")), nameInOrder(transpose(inside).join("/"))];
  return one < other ? one : other;
}

/**
 * Return a text that a level shares with its mirrored, turned and renamed copies.
 *
 * @param {readonly string[]} rows
 * @returns {string}
 */
export function makeLayoutKey(rows) {
  const { rules } = new Chronicle(rows.join("/"));
  const masked = stripBorder(replaceCells(rows, findSentences(rows).flat(), SPOKEN));
  const keys = [...orient(masked)].map((each) => writeKey(each, rules));
  return keys.reduce((least, key) => (key < least ? key : least));
}

/**
 * Return the smallest rectangle that has everything of a map but border.
 *
 * @param {readonly string[]} rows
 * @returns {string[]}
 */
function stripBorder(rows) {
  const filled = rows.flatMap((row, y) => (/[^_]/u.test(row) ? [y] : []));
  if (!filled.length) {
    return [EMPTY];
  }
  const inside = rows.slice(filled[0], filled[filled.length - 1] + 1);
  const left = Math.min(...inside.map((row) => row.length - row.replace(/^_+/u, "").length));
  const right = Math.max(...inside.map((row) => row.replace(/_+$/u, "").length));
  return inside.map((row) => row.slice(left, right));
}

/**
 * @param {readonly string[]} rows
 * @returns {string[]}
 */
function transpose(rows) {
  return [...rows[0]].map((_, x) => rows.map((row) => row[x]).join(""));
}

/** @type {(text: string) => string} */
const reverse = (text) => [...text].reverse().join("");

/**
 * Yield the rows as they are, mirrored, and both turned.
 *
 * @param {string[]} rows
 * @returns {Generator<string[]>}
 */
function* orient(rows) {
  for (const each of [rows, transpose(rows)]) {
    for (const one of [each, [...each].reverse()]) {
      yield one;
      yield one.map(reverse);
    }
  }
}

/**
 * Rename nouns in the order of their first appearance, as thing or as word.
 *
 * @param {string} line
 * @returns {string}
 */
function nameInOrder(line) {
  /** @type {Map<string, string>} */
  const names = new Map();
  return [...line]
    .map((character) => {
      const noun = nounOf(character);
      if (noun === undefined) {
        return character;
      }
      const name = names.get(noun) ?? NOUNS[names.size];
      names.set(noun, name);
      return THING_OF.has(character) ? THING_CHARACTERS[name] : WORD_CHARACTERS[name];
    })
    .join("");
}

/**
 * Return the noun of a thing or a word; undefined for anything else.
 *
 * @param {string} character
 * @returns {string | undefined}
 */
function nounOf(character) {
  const word = WORD_OF.get(character);
  return THING_OF.get(character) ?? (word !== undefined && NOUN_SET.has(word) ? word : undefined);
}

/**
 * Write a map and its rules, with the nouns numbered in the order of their appearance.
 *
 * @param {readonly string[]} rows
 * @param {readonly string[]} rules
 * @returns {string}
 */
function writeKey(rows, rules) {
  /** @type {Map<string, number>} */
  const numbers = new Map();
  const parts = [...rows.join("/")].map((character) => {
    const noun = nounOf(character);
    if (noun === undefined) {
      return character;
    }
    const number = numbers.get(noun) ?? numbers.size;
    numbers.set(noun, number);
    return `${WORD_OF.has(character) ? "w" : "t"}${number};`;
  });
  /** @type {(word: string) => string} */
  const say = (word) => {
    const number = numbers.get(word);
    return number !== undefined ? `n${number}` : NOUN_SET.has(word) ? "n?" : word;
  };
  const said = rules.map((rule) => rule.split("-").map(say).join("-")).sort();
  return `${parts.join("")} ${said.join(" ")}`.replaceAll(BORDER, "_");
}
