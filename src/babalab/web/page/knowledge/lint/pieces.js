/**
 * Clutter: what could be left out of a level without making it any easier.
 *
 * A *piece* is what one would take off the map in one go: a noun with all its things and sentences, all
 * things of a noun, a sentence, touching things of a noun, one of them if they are few, a word. A piece is
 * useless if without it the same solution wins and no shorter one does. The twin of
 * babalab/generation/baba/clutter.py.
 */

import { Level } from "../../babalab/engine.js";
import { findMechanics } from "../mechanics.js";
import { findCells } from "../properties.js";
import { proveShortest } from "../proving.js";
import { EMPTY, NOUNS, THING_CHARACTERS, THING_OF, WORD_CHARACTERS, WORD_OF } from "../vocabulary.js";
import { cutAtWin } from "../winning.js";
import { characterAt, findParts, replaceCells, sortCells } from "./cells.js";
import { findSentences } from "./sentences.js";

/**
 * @typedef {import("./cells.js").LintedLevel} LintedLevel
 * @typedef {import("./cells.js").Piece} Piece
 */

/** The number of touching things up to which they are not a wall. */
const FEW = 3;

/**
 * Return all pieces of a map, the largest kinds first, none twice.
 *
 * @param {readonly string[]} rows
 * @returns {Piece[]}
 */
export function findPieces(rows) {
  const width = rows[0].length;
  /** @type {Map<string, number[]>} */
  const at = new Map();
  /** @type {number[][]} */
  const words = [];
  [...rows.join("")].forEach((character, cell) => {
    const cells = at.get(character);
    if (cells) {
      cells.push(cell);
    } else {
      at.set(character, [cell]);
    }
    if (WORD_OF.has(character)) {
      words.push([cell]);
    }
  });
  const sentences = findSentences(rows);
  /** @type {number[][]} */
  const found = [];
  /** @type {number[][]} */
  const groups = [];
  for (const noun of NOUNS) {
    const things = at.get(THING_CHARACTERS[noun]) ?? [];
    const names = at.get(WORD_CHARACTERS[noun]) ?? [];
    const about = sentences.filter((sentence) => sentence.some((cell) => names.includes(cell))).flat();
    found.push([...things, ...names, ...about], [...things, ...about], things);
    groups.push(...findParts(things, width, true));
  }
  const few = groups.filter((group) => group.length <= FEW).flat();
  const all = [...found, ...sentences, ...groups, ...few.map((cell) => [cell]), ...words].map(sortCells);
  const different = new Map(all.map((piece) => [piece.join(), piece]));
  return [...different.values()].filter((piece) => piece.length);
}

/**
 * Return whether without this piece the same solution wins and provably no shorter one does.
 *
 * Something of the piece must be there, something must be YOU at the start as before, and the solution must
 * still use the mechanics to keep.
 *
 * @param {LintedLevel} level its solution must be a shortest one
 * @param {Piece} piece
 * @param {readonly string[]} kept mechanics
 * @param {number} steps engine steps for the proof; what takes longer is not useless
 * @returns {Generator<null, boolean>} it yields between slices
 */
export function* isUseless({ rows, solution }, piece, kept, steps) {
  if (piece.every((cell) => characterAt(rows, cell) === EMPTY)) {
    return false;
  }
  const line = replaceCells(rows, piece).join("/");
  const level = Level.parse(line);
  const whole = Level.parse(rows.join("/"));
  try {
    const start = level.start();
    if (cutAtWin(start, solution) !== solution) {
      return false;
    }
    if (findCells(whole.start(), ["you"]).length && !findCells(start, ["you"]).length) {
      return false;
    }
    if (kept.length) {
      const used = findMechanics(line, solution);
      if (!kept.every((each) => used.includes(each))) {
        return false;
      }
    }
    if (isInert(rows, piece)) {
      return true;
    }
    const proved = yield* proveShortest(start, solution, steps);
    return proved.shortest && proved.moves.length === solution.length;
  } finally {
    level.free();
    whole.free();
  }
}

/**
 * Return whether no rule can ever be about these things and nothing can ever meet them.
 *
 * What sinks takes anything with it, so nothing is inert on a map with that word.
 *
 * @param {readonly string[]} rows
 * @param {Piece} piece
 * @returns {boolean}
 */
export function isInert(rows, piece) {
  const there = piece.map((cell) => characterAt(rows, cell));
  const map = rows.join("");
  return (
    there.every((character) => THING_OF.has(character)) &&
    ![...there.map((character) => character.toUpperCase()), WORD_CHARACTERS.sink].some((word) =>
      map.includes(word),
    )
  );
}
