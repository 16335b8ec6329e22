// Words as they look on the map.

import { WORD_CHARACTERS, WORDS } from "../babalab/engine.js";

/**
 * @param {import("./board/sprites.js").Sprites} sprites
 * @param {string} word
 * @param {{active?: boolean, scale?: number}} [look]
 */
export function wordTile(sprites, word, look = {}) {
  return sprites.tile(WORD_CHARACTERS[/** @type {readonly string[]} */ (WORDS).indexOf(word)], look);
}
