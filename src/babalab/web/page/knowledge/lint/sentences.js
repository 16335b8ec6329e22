/** Sentences of a map: every IS with a word on both sides. */

import { BORDER, WORD_CHARACTERS, WORD_OF } from "../vocabulary.js";
import { characterAt, replaceCells } from "./cells.js";

/** @typedef {import("./cells.js").LintedLevel} LintedLevel */

/**
 * Return the cells of each sentence, ascending.
 *
 * @param {readonly string[]} rows
 * @returns {number[][]}
 */
export function findSentences(rows) {
  const width = rows[0].length;
  const size = width * rows.length;
  const sentences = [];
  for (let cell = 0; cell < size; cell++) {
    if (characterAt(rows, cell) !== WORD_CHARACTERS.is) {
      continue;
    }
    const x = cell % width;
    if (x > 0 && x + 1 < width && isWord(rows, cell - 1) && isWord(rows, cell + 1)) {
      sentences.push([cell - 1, cell, cell + 1]);
    }
    const [above, below] = [cell - width, cell + width];
    if (above >= 0 && below < size && isWord(rows, above) && isWord(rows, below)) {
      sentences.push([above, cell, below]);
    }
  }
  return sentences;
}

/**
 * @param {readonly string[]} rows
 * @param {number} cell
 */
function isWord(rows, cell) {
  return WORD_OF.has(characterAt(rows, cell));
}

/**
 * Return the rows with border in place of words that are in no sentence at the start; null if there are none.
 *
 * What wins there is a shortcut. The twin of babalab/generation/baba/shortcuts.py.
 *
 * @param {readonly string[]} rows
 * @returns {string[] | null}
 */
export function freezeFreeWords(rows) {
  const spoken = new Set(findSentences(rows).flat());
  const free = [];
  for (let cell = 0; cell < rows.length * rows[0].length; cell++) {
    if (isWord(rows, cell) && !spoken.has(cell)) {
      free.push(cell);
    }
  }
  return free.length ? replaceCells(rows, free, BORDER) : null;
}
