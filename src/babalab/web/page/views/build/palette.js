// The palette: all things and words, those used last, and a field that finds one by its name or letter.

import { button } from "../../app/buttons.js";
import { fill, h } from "../../app/dom.js";
import { texts } from "../../texts/texts.js";
import { ENTRIES, findEntries, GROUND, NOUN_WORDS, OTHER_WORDS, THINGS } from "./pieces.js";

/** @typedef {import("./pieces.js").PaletteEntry} PaletteEntry */

const [BORDER_ENTRY, EMPTY_ENTRY] = GROUND;
/** Three columns beside the board, three rows below it. */
const GROUPS = [[...THINGS, EMPTY_ENTRY], [...NOUN_WORDS, BORDER_ENTRY], OTHER_WORDS];

export class Palette {
  /**
   * @param {import("../../app/main.js").App} app
   * @param {import("./editor.js").Editor} editor
   * @param {{onChosen: () => void}} options `onChosen`: a piece was found by typing, and drawing can go on
   */
  constructor(app, editor, { onChosen }) {
    this.app = app;
    this.editor = editor;
    this.onChosen = onChosen;
    const its = texts.build;
    /** @type {Map<string, HTMLButtonElement>} */
    this.tiles = new Map();
    this.search = h("input", {
      class: "input build-search",
      type: "search",
      placeholder: its.findPiece,
      "aria-label": its.findPiece,
      title: `${its.findPiece} (/)`,
      autocomplete: "off",
      spellcheck: false,
      oninput: () => this.filter(),
      onkeydown: (/** @type {KeyboardEvent} */ event) => this.onSearchKey(event),
    });
    this.none = h("p", { class: "soft small-text", hidden: true }, its.noPiece);
    this.recent = h("div", { class: "build-recent", role: "group", "aria-label": its.recent });
    this.grid = h(
      "div",
      { class: "build-tiles", role: "radiogroup", "aria-label": its.palette },
      GROUPS.map((group) =>
        h(
          "div",
          { class: "build-tiles-group" },
          group.map((entry) => this.makeTile(entry)),
        ),
      ),
    );
    this.grid.addEventListener("keydown", (event) => this.onGridKey(event));
    this.element = h(
      "section",
      { class: "build-palette", "aria-label": its.palette },
      this.search,
      this.recent,
      this.grid,
      this.none,
    );
    editor.addEventListener("look", () => this.update());
    this.update();
  }

  /** @param {PaletteEntry} entry */
  makeTile(entry) {
    const { character } = entry;
    const name = texts.build.pieceName(entry);
    const tile = h(
      "button",
      {
        type: "button",
        class: "build-tile",
        role: "radio",
        "aria-label": name,
        title: `${name} (${character})`,
        "data-piece": character,
        onclick: () => this.editor.setPiece(character),
      },
      this.picture(entry),
      h("span", { class: "build-letter", "aria-hidden": "true" }, character),
    );
    this.tiles.set(character, tile);
    return tile;
  }

  /** @param {PaletteEntry} entry */
  picture({ character, kind }) {
    const isWord = kind === "noun" || kind === "property";
    return this.app.sprites.tile(character, { active: isWord, scale: 2 });
  }

  update() {
    const { piece, recent } = this.editor;
    const shown = `${piece}${recent.join("")}`;
    if (this.element.dataset.shown === shown) return;
    this.element.dataset.shown = shown;
    for (const [character, tile] of this.tiles) {
      const isChosen = character === piece;
      tile.setAttribute("aria-checked", String(isChosen));
      tile.tabIndex = isChosen ? 0 : -1;
    }
    fill(
      this.recent,
      recent.map((character, index) => this.makeRecent(character, index + 1)),
    );
  }

  /** @param {string} character @param {number} number */
  makeRecent(character, number) {
    const entry = /** @type {PaletteEntry} */ (ENTRIES.get(character));
    const name = texts.build.pieceName(entry);
    const tile = button(null, name, () => this.editor.setPiece(character), {
      class: "build-tile small",
      iconOnly: true,
      keys: String(number),
      "aria-pressed": String(character === this.editor.piece),
    });
    tile.className = "build-tile small";
    tile.append(this.picture(entry), h("span", { class: "build-letter", "aria-hidden": "true" }, number));
    return tile;
  }

  /**
   * Choose one of those used last by its number, from 1.
   * @param {number} number
   */
  chooseRecent(number) {
    const character = this.editor.recent[number - 1];
    if (character) this.editor.setPiece(character);
    return Boolean(character);
  }

  focusSearch() {
    this.search.focus();
    this.search.select();
  }

  filter() {
    const found = findEntries(this.search.value, texts.build.pieceName);
    const characters = new Set(found.map((entry) => entry.character));
    for (const [character, tile] of this.tiles) tile.hidden = !characters.has(character);
    this.grid.classList.toggle("filtered", found.length < this.tiles.size);
    this.none.hidden = found.length > 0;
    return found;
  }

  /** @param {KeyboardEvent} event */
  onSearchKey(event) {
    if (event.key !== "Enter" && event.key !== "Escape") return;
    event.preventDefault();
    event.stopPropagation();
    if (event.key === "Enter") {
      const [best] = this.filter();
      if (!best) return;
      this.editor.setPiece(best.character);
      this.app.announce(texts.build.pieceName(best));
    }
    this.search.value = "";
    this.filter();
    this.onChosen();
  }

  /** @param {KeyboardEvent} event */
  onGridKey(event) {
    const from = event.target instanceof Element ? event.target.closest("[data-piece]") : null;
    if (!from || event.ctrlKey || event.metaKey || event.altKey) return;
    const to = neighbour(
      [...this.tiles.values()].filter((tile) => !tile.hidden),
      from,
      event.key,
    );
    if (!to) return;
    event.preventDefault();
    event.stopPropagation();
    this.editor.setPiece(to.dataset.piece ?? "");
    to.focus();
  }
}

/** @type {Record<string, [number, number]>} */
const WAYS = { ArrowUp: [0, -1], ArrowDown: [0, 1], ArrowLeft: [-1, 0], ArrowRight: [1, 0] };

/**
 * The nearest tile in the direction of an arrow: how they are arranged is a matter of the style sheet.
 * @param {HTMLElement[]} tiles
 * @param {Element} from
 * @param {string} key
 */
function neighbour(tiles, from, key) {
  const way = WAYS[key];
  if (!way) return null;
  const here = from.getBoundingClientRect();
  let nearest = null;
  let least = Infinity;
  for (const tile of tiles) {
    if (tile === from) continue;
    const box = tile.getBoundingClientRect();
    const [x, y] = [box.left - here.left, box.top - here.top];
    const along = x * way[0] + y * way[1];
    const aside = Math.abs(x * way[1]) + Math.abs(y * way[0]);
    if (along < 4 || along + 3 * aside >= least) continue;
    least = along + 3 * aside;
    nearest = tile;
  }
  return nearest;
}
