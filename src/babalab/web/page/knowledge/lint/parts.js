/** Parts of a map in words. */

import { texts } from "../../texts/texts.js";
import { EMPTY, THING_OF, WORD_OF } from "../vocabulary.js";
import { characterAt } from "./cells.js";

/** @typedef {import("./cells.js").Piece} Piece */

/**
 * Return a piece in words, such as "the word ROCK" or "2 x skull".
 *
 * @param {readonly string[]} rows
 * @param {Piece} piece
 * @returns {string}
 */
export function namePiece(rows, piece) {
  const characters = piece.map((cell) => characterAt(rows, cell));
  const things = characters.flatMap((character) => THING_OF.get(character) ?? []);
  const words = characters.flatMap((character) => WORD_OF.get(character) ?? []);
  return texts.lint.piece(things[0] ?? "", things.length, words);
}

/**
 * @param {readonly string[]} rows
 * @param {Piece} part
 * @returns {string}
 */
export function namePart(rows, part) {
  const filled = listFilled(rows, part);
  return texts.lint.part(part.length, filled.length, namePiece(rows, filled));
}

/**
 * @param {readonly string[]} rows
 * @param {Piece} cells
 * @returns {number[]}
 */
export function listFilled(rows, cells) {
  return cells.filter((cell) => characterAt(rows, cell) !== EMPTY);
}

/**
 * Return rows and columns counted from 1.
 *
 * @param {readonly string[]} rows
 * @param {Piece} cells
 * @returns {[number, number][]}
 */
export function numberCells(rows, cells) {
  const width = rows[0].length;
  return cells.map((cell) => [Math.floor(cell / width) + 1, (cell % width) + 1]);
}
