// Where everything of the view stands.

import { Board } from "../../app/board/board.js";
import { h } from "../../app/dom.js";
import { linkButton } from "../../app/buttons.js";
import { texts } from "../../texts/texts.js";
import { makeLevelPanel, makeTitle, updateStrip } from "./level_panel.js";
import { Notices } from "./notices.js";
import { Counter, makeToolbar } from "./toolbar.js";

/**
 * @typedef {import("../../app/main.js").App} App
 * @typedef {import("../../app/levels.js").Found} Found
 */

const FLASH_MILLISECONDS = 350;

export class Layout {
  /**
   * @param {App} app
   * @param {import("./subject.js").Subject} subject
   * @param {{previous: Found | null, next: Found | null}} neighbours
   * @param {{onCommand: (command: import("../../app/input/commands.js").Command) => void, fullAddress: () => string}} on
   */
  constructor(app, subject, neighbours, { onCommand, fullAddress }) {
    this.app = app;
    this.boardElement = h("div", { class: "board", tabIndex: 0, role: "application" });
    this.board = new Board(this.boardElement, app, { label: texts.play.board });
    this.frame = h("div", { class: "board-frame" }, this.boardElement);
    // Screen readers don't look for a table inside an application, so it stands beside it.
    if (this.board.table) this.frame.append(h("div", { class: "visually-hidden" }, this.board.table.element));
    const [height, width] = sizeOf(subject.line);
    this.frame.style.setProperty("--shape", String(width / height));
    this.counter = new Counter();
    this.notices = new Notices();
    this.toolbar = makeToolbar(onCommand, { embedded: app.embedded, fullAddress });
    this.bar = h(
      "div",
      { class: "play-bar" },
      h("div", { class: "status" }, this.counter.element, this.notices.sign),
      this.toolbar.element,
    );
    this.stage = h("div", { class: "stage" }, this.frame, this.bar);
    this.side = h("div", { class: "side" }, makeTitle(subject, neighbours), this.notices.element);
    this.element = h("div", { class: "workbench play" }, this.stage, this.side);
    this.levelPanel = makeLevelPanel(subject, app.progress);
    this.showWins = () => this.levelPanel && updateStrip(this.levelPanel, subject, app.progress);
    this.others = h(
      "p",
      { class: "row elsewhere" },
      linkButton("analyse", texts.play.analyse, `#/analyse/${subject.address}`, { class: "small" }),
      linkButton("build", texts.play.edit, `#/build/${subject.address}`, { class: "small" }),
    );
    this.element.addEventListener("click", (event) => {
      const pressed = event.target instanceof Element ? event.target.closest("button") : null;
      if (!pressed) return;
      // A button that was clicked would take the space bar, which waits.
      const takesSpace = event.detail > 0 && pressed.matches(".tools *, .end-card *");
      // One that has gone with what it was in would take the focus along.
      const focused = document.activeElement;
      const isLost = focused === document.body || focused?.checkVisibility() === false;
      if (takesSpace || isLost) this.boardElement.focus({ preventScroll: true });
    });
    this.showPad = () => this.element.classList.toggle("with-pad", app.settings.values.pad);
    app.settings.addEventListener("change", this.showPad);
    this.showPad();
    /** @type {HTMLElement | null} */
    this.card = null;
    this.wide = matchMedia("(min-width: 60rem)");
    /** @type {() => void} */
    this.placePad = () => undefined;
  }

  /**
   * Put the other parts in their places.
   * @param {{rules: HTMLElement, hint: HTMLElement, film: HTMLElement, pad: HTMLElement}} parts
   */
  place({ rules, hint, film, pad }) {
    this.stage.append(film);
    this.side.append(hint, rules, ...(this.levelPanel ? [this.levelPanel] : []), this.others);
    // Under the right thumb where there is room beside the board, else below it.
    this.placePad = () => (this.wide.matches ? this.side : this.stage).append(pad);
    this.wide.addEventListener("change", this.placePad);
    this.placePad();
  }

  /** @param {import("./toolbar.js").Count} count */
  showCount(count) {
    this.counter.show(count);
  }

  /**
   * @param {boolean} canUndo
   * @param {boolean} canRedo
   */
  showUndo(canUndo, canRedo) {
    this.toolbar.undo.ariaDisabled = String(!canUndo);
    this.toolbar.redo.ariaDisabled = String(!canRedo);
  }

  /** @param {boolean} isOn */
  showFilm(isOn) {
    this.element.classList.toggle("filming", isOn);
    if (isOn) this.board.fade(false);
  }

  /** @param {HTMLElement | null} card */
  showCard(card) {
    this.card?.remove();
    this.card = card;
    if (card) this.frame.append(card);
  }

  /**
   * Mark a cell for a moment: nothing leads there.
   * @param {[number, number]} cell
   */
  flash(cell) {
    this.board.setOverlay("flash", { kind: "cells", cells: [cell], colour: "#ff8f86" });
    setTimeout(() => this.board.setOverlay("flash", null), FLASH_MILLISECONDS);
  }

  close() {
    this.app.settings.removeEventListener("change", this.showPad);
    this.wide.removeEventListener("change", this.placePad);
    this.board.close();
  }
}

/**
 * @param {string} line
 * @returns {[number, number]}
 */
function sizeOf(line) {
  const rows = line.split("/");
  return [rows.length, rows[0].length];
}
