// Where everything of the view stands.

import { Board } from "../../app/board/board.js";
import { button, linkButton } from "../../app/buttons.js";
import { fill, h } from "../../app/dom.js";
import { texts } from "../../texts/texts.js";

/** @typedef {{headline: HTMLElement, compass: HTMLElement, line: HTMLElement, tabs: HTMLElement}} Parts */

export class Layout {
  /**
   * @param {import("../../app/main.js").App} app
   * @param {import("../play/subject.js").Subject} subject
   * @param {{undo: () => void, redo: () => void, restart: () => void, share: () => void, heat: () => void}} on
   */
  constructor(app, subject, on) {
    const its = texts.analyse;
    const { address } = subject;
    this.boardElement = h("div", { class: "board", tabIndex: 0, role: "application" });
    this.board = new Board(this.boardElement, app, { label: its.board });
    this.frame = h("div", { class: "board-frame" }, this.boardElement);
    // Screen readers don't look for a table inside an application, so it stands beside it.
    if (this.board.table) this.frame.append(h("div", { class: "visually-hidden" }, this.board.table.element));
    const rows = subject.line.split("/");
    this.frame.style.setProperty("--shape", String(rows[0].length / rows.length));
    const quiet = { iconOnly: true, class: "quiet" };
    this.restart = button("restart", texts.play.restart, on.restart, { ...quiet, keys: "r" });
    this.undo = button("undo", texts.play.undo, on.undo, { ...quiet, keys: "z" });
    this.redo = button("redo", texts.play.redo, on.redo, { ...quiet, keys: "y" });
    this.place_ = h("span", { class: "analyse-place soft" });
    this.toPlay = linkButton("play", its.play, `#/play/${address}`, { class: "small", "data-test": "to-play" });
    this.toBuild = linkButton("build", its.build, `#/build/${address}`, {
      class: "small",
      title: its.buildHere,
      "data-test": "to-build",
    });
    this.heat = button("flame", its.heat, on.heat, {
      class: "small",
      keys: "m",
      "aria-pressed": "false",
      "data-test": "heat",
    });
    this.legend = h(
      "div",
      { class: "heat-legend", role: "img", "aria-label": its.heatLegend, hidden: true },
      h("span", null, its.heatLeast),
      h("span", { class: "heat-scale" }),
      h("span", null, its.heatMost),
    );
    this.frame.append(this.legend);
    this.bar = h(
      "div",
      { class: "analyse-bar" },
      h("div", { class: "row" }, this.restart, this.undo, this.redo, this.place_),
      h(
        "div",
        { class: "row" },
        this.heat,
        this.toPlay,
        this.toBuild,
        button("share", texts.play.share, on.share, { class: "small", keys: "x", "data-test": "share" }),
      ),
    );
    this.title = makeTitle(subject);
    this.stage = h("div", { class: "stage" });
    this.side = h("div", { class: "side" });
    this.element = h("div", { class: "workbench analyse" });
    /** @type {Parts | null} */
    this.parts = null;
    this.narrow = matchMedia("(max-width: 60rem)");
    this.arrange = () => this.arrangeParts();
    this.narrow.addEventListener("change", this.arrange);
    // A button that was clicked would take the space bar, which waits.
    this.element.addEventListener("click", (event) => {
      const isPointer = event.detail > 0;
      if (isPointer && event.target instanceof Element && event.target.closest(".compass, .analyse-bar button")) {
        this.boardElement.focus({ preventScroll: true });
      }
    });
  }

  /** @param {Parts} parts */
  place(parts) {
    this.parts = parts;
    this.arrangeParts();
  }

  /** Put everything where it is seen: keys and screen readers go through it in the order that eyes do. */
  arrangeParts() {
    if (!this.parts) return;
    const { headline, compass, line, tabs } = this.parts;
    if (this.narrow.matches) {
      // The five moves are the pad: they come right below the board.
      fill(this.element, this.title, this.frame, headline, compass, this.bar, line, tabs);
    } else {
      fill(this.stage, this.frame, this.bar, line);
      fill(this.side, this.title, headline, compass, tabs);
      fill(this.element, this.stage, this.side);
    }
  }

  /**
   * @param {number} depth moves from the start
   * @param {boolean} canRedo
   */
  showPlace(depth, canRedo) {
    this.place_.textContent = texts.analyse.place(depth);
    this.restart.ariaDisabled = this.undo.ariaDisabled = String(depth === 0);
    this.redo.ariaDisabled = String(!canRedo);
  }

  /** @param {boolean} isShown */
  showHeat(isShown) {
    this.heat.setAttribute("aria-pressed", String(isShown));
    this.legend.hidden = !isShown;
  }

  /**
   * Where the same position can be played and built on.
   * @param {{play: string, build: string}} addresses
   */
  showElsewhere({ play, build }) {
    this.toPlay.href = play;
    this.toBuild.href = build;
  }

  close() {
    this.narrow.removeEventListener("change", this.arrange);
    this.board.close();
    this.element.remove();
  }
}

/** @param {import("../play/subject.js").Subject} subject */
function makeTitle({ name, author, found }) {
  const details = [found && found.pack.title, author && texts.play.by(author)].filter(Boolean).join(" · ");
  return h(
    "header",
    { class: "analyse-title" },
    h("h1", null, texts.play.title(name)),
    details && h("p", { class: "soft small-text" }, details),
  );
}
