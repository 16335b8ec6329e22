// The solution, played on the editor's own board.

import { button } from "../../app/buttons.js";
import { h } from "../../app/dom.js";
import { Film } from "../../app/film.js";
import { PlaybackBar } from "../../app/playback_bar.js";
import { texts } from "../../texts/texts.js";

export class WatchMode {
  /**
   * @param {import("../../app/main.js").App} app
   * @param {import("./board_view.js").BoardView} view
   * @param {string} line
   * @param {string} solution
   * @param {{index: number | null, onBack: () => void}} options `index`: the picture to show; null plays it all
   */
  constructor(app, view, line, solution, { index, onBack }) {
    this.view = view;
    this.onBack = onBack;
    this.film = new Film(line, "", solution);
    this.bar = new PlaybackBar(app, {
      moves: solution,
      onShow: (wanted, from) => this.film.show(view.board, wanted, from),
      index: index ?? 0,
    });
    const its = texts.build.watching;
    this.back = button("left", its.back, onBack, { class: "primary", keys: "Escape", "data-test": "back" });
    this.element = h(
      "div",
      { class: "build-watch", role: "group", "aria-label": its.label },
      this.back,
      this.bar.element,
    );
    this.film.show(view.board, index ?? 0);
    if (index === null) this.bar.play();
  }

  begin() {
    this.bar.toggle.focus({ preventScroll: true });
  }

  /** @param {number} index */
  goTo(index) {
    this.bar.goTo(index);
  }

  close() {
    this.bar.close();
    this.element.remove();
  }
}
