/** The map as the original engine prints it. */

import { Thing, Word } from "./entities.js";
import { BORDER, EMPTY, THING_CHARACTERS, WORD_CHARACTERS } from "./vocabulary.js";

/**
 * Return the character of what is shown in a cell.
 *
 * @param {Thing | Word | typeof BORDER | null} shown
 * @returns {string}
 */
export function characterOf(shown) {
  if (shown instanceof Word) {
    return WORD_CHARACTERS[shown.text];
  }
  return shown instanceof Thing ? THING_CHARACTERS[shown.noun] : (shown ?? EMPTY);
}

/**
 * Return the rows of a map, separated by newlines; its outermost ring is always shown as border.
 *
 * @param {readonly string[]} cells
 * @param {number} width
 * @param {number} height
 * @returns {string}
 */
export function drawFrame(cells, width, height) {
  const rows = [];
  for (let y = 0; y < height; y++) {
    const isOutermost = y === 0 || y === height - 1;
    const inside = cells.slice(y * width + 1, (y + 1) * width - 1).join("");
    rows.push(isOutermost ? BORDER.repeat(width) : (BORDER + inside + BORDER).slice(0, width));
  }
  return rows.join("\n");
}
