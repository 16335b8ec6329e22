// The board as a table that only screen readers see.

import { NOUNS, THING_CHARACTERS, WORDS, WORD_CHARACTERS } from "../../babalab/engine.js";
import { texts } from "../../texts/texts.js";
import { debounce, fill, h } from "../dom.js";

/** @typedef {import("./pieces.js").Picture} Picture */

export class ReadingTable {
  constructor() {
    this.element = h("table", { class: "visually-hidden" });
    // Nobody hears a table between two moves of a sequence: it is written when there is a pause.
    this.write = debounce((/** @type {Picture} */ picture) => this.writeNow(picture), 250);
  }

  /** @param {Picture} picture */
  writeNow({ width, height, pieces }) {
    /** @type {Map<number, string[]>} */
    const names = new Map();
    for (const piece of pieces) {
      const key = piece.row * width + piece.column;
      names.set(key, [nameOf(piece), ...(names.get(key) ?? [])]);
    }
    const its = texts.common.board;
    const rows = [];
    for (let row = 0; row < height; row++) {
      const cells = [];
      for (let column = 0; column < width; column++) {
        cells.push(h("td", null, its.pile(names.get(row * width + column) ?? [])));
      }
      rows.push(h("tr", null, h("th", { scope: "row" }, its.row(row)), cells));
    }
    fill(this.element, h("caption", null, its.caption(height, width)), h("tbody", null, rows));
  }
}

/** @param {import("./pieces.js").Piece} piece */
export function nameOf({ character, active }) {
  const its = texts.common.board;
  const thing = THING_CHARACTERS.indexOf(character);
  if (thing >= 0) return NOUNS[thing];
  const word = WORD_CHARACTERS.indexOf(character);
  if (word < 0) return its.border;
  return active ? its.activeWord(WORDS[word]) : its.word(WORDS[word]);
}
