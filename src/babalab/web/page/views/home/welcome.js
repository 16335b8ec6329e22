// What a newcomer sees first: a level that plays by itself, how to play in three lines, and where to begin.

import { Board } from "../../app/board/board.js";
import { linkButton } from "../../app/buttons.js";
import { h } from "../../app/dom.js";
import { Film } from "../../app/film.js";
import { routeTo } from "../../app/router.js";
import { texts } from "../../texts/texts.js";

/**
 * @typedef {import("../../app/levels.js").Found} Found
 * @typedef {import("../../app/levels.js").Pack} Pack
 */

/** Milliseconds between two moves, and before it begins and begins again. */
const PACE = 420;
const REST = 2200;

export class Welcome {
  /**
   * @param {import("../../app/main.js").App} app
   * @param {Found} first the level to begin with
   * @param {Pack} pack
   */
  constructor(app, first, pack) {
    const its = texts.home;
    this.app = app;
    // A level in which a word is pushed shows what the game is about.
    this.shown =
      pack.levels.find((level) => level.mechanics.includes("make-rule") && level.solution) ?? first.level;
    this.boardElement = h("div", {
      class: "board",
      role: "img",
      "aria-label": its.demo(this.shown.name),
    });
    this.element = h(
      "section",
      { class: "welcome", "data-test": "welcome" },
      h(
        "div",
        { class: "welcome-text" },
        h("h2", null, its.welcome),
        h(
          "ul",
          { class: "how-to" },
          its.howTo.map(({ keys, text }) =>
            h(
              "li",
              null,
              h(
                "span",
                { class: "how-keys" },
                keys.map((key) => h("kbd", null, key)),
              ),
              h("span", null, text),
            ),
          ),
        ),
        h("p", { class: "soft how-touch" }, its.howToTouch),
        h(
          "p",
          null,
          linkButton("play", its.begin, routeTo("play", first.address), {
            class: "primary large",
            "data-test": "begin",
          }),
        ),
      ),
      this.boardElement,
    );
    const [row] = this.shown.line.split("/");
    this.element.style.setProperty("--shape", String(row.length / this.shown.line.split("/").length));
    this.film = new Film(this.shown.line, "", this.shown.solution);
    this.index = 0;
    /** @type {ReturnType<typeof setTimeout> | undefined} */
    this.timer = undefined;
    /** @type {Board | null} */
    this.board = null;
  }

  /** It is in the page now. */
  begin() {
    this.board = new Board(this.boardElement, this.app, { milliseconds: 220, table: false });
    this.film.show(this.board, 0);
    if (!this.app.settings.reducedMotion) this.goOn(REST);
  }

  close() {
    clearTimeout(this.timer);
    this.board?.close();
  }

  /** @param {number} milliseconds */
  goOn(milliseconds) {
    this.timer = setTimeout(() => {
      const from = this.index;
      this.index = from < this.film.last ? from + 1 : 0;
      if (this.board) this.film.show(this.board, this.index, from);
      this.goOn(this.index % this.film.last ? PACE : REST);
    }, milliseconds);
  }
}
