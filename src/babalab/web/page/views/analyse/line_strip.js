// A solution from where one is: its moves as tiles to click, and a bar that plays it.

import { PlaybackBar } from "../../app/playback_bar.js";
import { fill, h } from "../../app/dom.js";
import { icon } from "../../app/icons.js";
import { texts } from "../../texts/texts.js";
import { MOVE_ICONS, moveName } from "./signs.js";

/** So many tiles at most; who wants to see the rest plays it. */
const MOST = 200;

export class LineStrip {
  /**
   * @param {import("../../app/main.js").App} app
   * @param {(moves: string) => void} goTo show the position behind these moves from the start
   */
  constructor(app, goTo) {
    this.goTo = goTo;
    /** The moves before the line. */
    this.base = "";
    this.moves = "";
    this.index = 0;
    this.bar = new PlaybackBar(app, {
      moves: "",
      onShow: (index) => {
        this.index = index;
        this.mark();
        this.goTo(this.base + this.moves.slice(0, index));
      },
    });
    this.title = h("h2", null);
    this.tiles = h("ol", { class: "line-tiles" });
    this.tiles.addEventListener("keydown", (event) => this.onKey(event));
    this.element = h("section", { class: "panel line-strip", hidden: true }, this.title, this.tiles, this.bar.element);
  }

  /**
   * Follow the position: one on the line stays on it, any other begins its own.
   * @param {string} moves from the start to the position
   * @param {string | null} solution from there
   * @param {boolean} proved
   */
  follow(moves, solution, proved) {
    const whole = this.base + this.moves;
    const isOnLine = moves.startsWith(this.base) && whole.startsWith(moves) && this.moves !== "";
    // A better rest is worth a new line.
    const isAsGood = isOnLine && (solution === null || solution.length >= whole.length - moves.length);
    if (isAsGood) {
      const index = moves.length - this.base.length;
      if (index !== this.index) {
        this.index = index;
        this.bar.setMoves(this.moves, index);
      }
    } else {
      this.base = moves;
      this.moves = solution ?? "";
      this.index = 0;
      this.draw();
      this.bar.setMoves(this.moves, 0);
    }
    if (this.index === 0) this.title.textContent = texts.analyse.line(this.moves.length, proved);
    this.element.hidden = this.moves === "";
    this.mark();
  }

  draw() {
    const shown = [...this.moves].slice(0, MOST);
    fill(
      this.tiles,
      shown.map((letter, i) =>
        h(
          "li",
          null,
          h(
            "button",
            {
              type: "button",
              class: "move-tile",
              "aria-label": texts.analyse.lineMove(i + 1, moveName(letter)),
              title: texts.analyse.lineMove(i + 1, moveName(letter)),
              tabIndex: -1,
              onclick: () => this.bar.goTo(i + 1),
            },
            icon(MOVE_ICONS[letter]),
          ),
        ),
      ),
      this.moves.length > MOST && h("li", { class: "soft" }, texts.analyse.moreMoves(this.moves.length - MOST)),
    );
  }

  mark() {
    [...this.tiles.children].forEach((item, i) => {
      const tile = item.firstElementChild;
      if (!(tile instanceof HTMLButtonElement)) return;
      tile.classList.toggle("played", i < this.index);
      if (i + 1 === this.index) tile.setAttribute("aria-current", "step");
      else tile.removeAttribute("aria-current");
      // One of them takes the focus; arrow keys lead to the others.
      tile.tabIndex = i === Math.max(0, this.index - 1) ? 0 : -1;
    });
  }

  /** @param {KeyboardEvent} event */
  onKey(event) {
    const step = { ArrowLeft: -1, ArrowRight: 1 }[event.key];
    if (!step || event.ctrlKey || event.metaKey || event.altKey) return;
    event.preventDefault();
    const tiles = [...this.tiles.querySelectorAll("button")];
    tiles[tiles.findIndex((tile) => tile === document.activeElement) + step]?.focus();
  }

  /** Play it, or stop it. */
  toggle() {
    if (this.bar.isPlaying) this.bar.pause();
    else this.bar.play();
  }

  close() {
    this.bar.close();
  }
}
