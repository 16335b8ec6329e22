// "Show me": a way to win as a film on the board, with a bar to play it; then back, or on from there.

import { button } from "../../app/buttons.js";
import { fill, h } from "../../app/dom.js";
import { Film } from "../../app/film.js";
import { PlaybackBar } from "../../app/playback_bar.js";
import { texts } from "../../texts/texts.js";

/** @typedef {import("../../app/input/commands.js").Command} Command */

export class FilmMode {
  /**
   * @param {object} surroundings
   * @param {import("../../app/main.js").App} surroundings.app
   * @param {import("../../app/board/board.js").Board} surroundings.board
   * @param {(moves: string | null) => void} surroundings.onEnd go on behind these moves; null: where one was
   */
  constructor({ app, board, onEnd }) {
    this.app = app;
    this.board = board;
    this.onEnd = onEnd;
    this.element = h("section", { class: "film", hidden: true, "data-test": "film" });
    /** @type {PlaybackBar | null} */
    this.bar = null;
    this.before = "";
  }

  get isOn() {
    return this.bar !== null;
  }

  /**
   * @param {string} line
   * @param {string} before the moves before the film
   * @param {string} moves
   * @param {string} title
   */
  start(line, before, moves, title) {
    this.bar?.close();
    const its = texts.play;
    const film = new Film(line, before, moves);
    this.before = before;
    this.bar = new PlaybackBar(this.app, {
      moves,
      onShow: (index, from) => {
        film.show(this.board, index, from);
        goOn.disabled = index === film.last;
      },
    });
    const goOn = button("play", its.goOnFromHere, () => this.end(true), { class: "small" });
    const back = button("undo", its.backToPlay, () => this.end(false), {
      class: "small",
      "data-test": "film-back",
    });
    fill(
      this.element,
      h("header", { class: "row spread" }, h("h2", null, title), h("div", { class: "row" }, goOn, back)),
      this.bar.element,
    );
    this.element.setAttribute("aria-label", title);
    this.element.hidden = false;
    film.show(this.board, 0);
    this.bar.play();
  }

  /** @param {boolean} fromHere whether to go on from what is shown */
  end(fromHere) {
    if (!this.bar) return;
    const moves = this.before + this.bar.moves.slice(0, this.bar.index);
    this.bar.close();
    this.bar = null;
    this.element.hidden = true;
    fill(this.element);
    this.onEnd(fromHere ? moves : null);
  }

  /**
   * What keys do while the film is on.
   * @param {Command} command
   */
  take(command) {
    if (!this.bar) return false;
    if (command === "l" || command === "undo") this.bar.step(-1);
    else if (command === "r" || command === "redo") this.bar.step(1);
    else if (command === "s") this.bar.isPlaying ? this.bar.pause() : this.bar.play();
    else if (command === "escape" || command === "solution") this.end(false);
    else return false;
    return true;
  }

  close() {
    this.bar?.close();
    this.bar = null;
  }
}
