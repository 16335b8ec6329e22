// Where everything of the editor stands.

import { button } from "../../app/buttons.js";
import { h } from "../../app/dom.js";
import { texts } from "../../texts/texts.js";
import { BoardView } from "./board_view.js";
import { Details } from "./details.js";
import { Edges } from "./edges.js";
import { Findings } from "./findings.js";
import { Palette } from "./palette.js";
import { Strip } from "./strip.js";
import { Toolbar } from "./toolbar.js";
import { lineOf, Verdict } from "./verdict.js";

/**
 * @typedef {import("../../app/icons.js").IconName} IconName
 * @typedef {import("./shortcuts.js").Order} Order
 *
 * @typedef {object} Actions
 * @property {(order: Order) => void} obey
 * @property {(index: number | null) => void} watch show the solution: a picture of it, or all
 * @property {(remark: import("./findings.js").Remark | null) => void} mark
 */

/** The orders about whole levels. @type {readonly [IconName, Order][]} */
const FILES = [
  ["menu", "drafts"],
  ["plus", "new"],
  ["import", "import"],
  ["export", "export"],
  ["share", "share"],
  ["analyse", "analyse"],
  ["help", "help"],
];

export class Layout {
  /**
   * @param {import("../../app/main.js").App} app
   * @param {import("./editor.js").Editor} editor
   * @param {import("./judge.js").Judge} judge
   * @param {Actions} actions
   */
  constructor(app, editor, judge, { obey, watch, mark }) {
    const its = texts.build;
    this.app = app;
    this.editor = editor;
    this.judge = judge;
    this.board = h("div", {
      class: "board",
      tabIndex: 0,
      role: "application",
      "aria-describedby": "build-keys",
    });
    this.frame = h("div", { class: "build-frame" }, this.board);
    this.status = h("p", { class: "build-status soft small-text", "aria-hidden": "true" });
    this.size = button("resize", "", () => obey("resize"), { class: "quiet small build-size" });
    this.saved = h("span", { class: "build-saved chip", role: "status" });
    this.modePlace = h("div", { class: "build-mode", hidden: true });
    this.compact = h("button", {
      type: "button",
      class: "build-compact notice",
      "aria-expanded": "false",
      onclick: () => this.expandSide(),
    });
    this.palette = new Palette(app, editor, { onChosen: () => this.focusBoard() });
    this.toolbar = new Toolbar(editor, obey);
    this.details = new Details(editor);
    this.verdict = new Verdict(app, judge, {
      onWatch: () => watch(null),
      onRecord: (solution) => editor.commit({ solution }),
    });
    this.strip = new Strip(app, judge, watch);
    this.findings = new Findings(judge, mark);
    this.side = h(
      "div",
      { class: "side" },
      this.verdict.element,
      this.findings.element,
      this.strip.element,
      this.details.element,
    );
    const files = FILES.map(([icon, order]) =>
      button(icon, its.orders[order], () => obey(order), {
        iconOnly: true,
        class: "quiet",
        "data-order": order,
      }),
    );
    const head = h(
      "div",
      { class: "build-head" },
      this.details.name,
      this.saved,
      h("div", { class: "build-head-tools", role: "group", "aria-label": its.files }, files),
      button("play", its.orders.play, () => obey("play"), {
        class: "primary",
        keys: "P",
        "data-order": "play",
      }),
    );
    this.element = h(
      "div",
      { class: "workbench build" },
      h("h1", { class: "visually-hidden" }, its.title),
      h(
        "div",
        { class: "stage" },
        head,
        this.toolbar.element,
        this.toolbar.options,
        this.modePlace,
        this.frame,
        h("div", { class: "build-foot" }, this.status, this.size),
      ),
      this.palette.element,
      this.compact,
      this.side,
      h("p", { id: "build-keys", class: "visually-hidden" }, its.boardHelp),
    );
    this.view = new BoardView(this.board, app, editor);
    this.edges = new Edges(this.frame, this.view, editor);
    this.onJudged = () => this.showCompact();
    judge.addEventListener("change", this.onJudged);
    editor.addEventListener("look", () => this.element.setAttribute("data-using", editor.tool));
    editor.addEventListener("content", () => {
      this.describeBoard();
      queueMicrotask(() => this.showCell(this.view.hovered)); // when the board has been painted
    });
    this.describeBoard();
    this.showCompact();
    editor.look();
  }

  close() {
    this.judge.removeEventListener("change", this.onJudged);
    this.verdict.close();
    this.findings.close();
    this.strip.close();
    this.edges.close();
    this.view.close();
    this.element.remove();
  }

  focusBoard() {
    this.board.focus({ preventScroll: true });
  }

  describeBoard() {
    const { editor } = this;
    const name = editor.content.name || texts.common.unnamed;
    this.board.setAttribute("aria-label", texts.build.boardLabel(name, editor.width, editor.height));
    const size = texts.build.size(editor.width, editor.height);
    const label = this.size.lastChild;
    if (label instanceof Text) label.data = size;
    else this.size.append(size);
    this.size.setAttribute("aria-label", texts.build.resizeFrom(size));
    this.frame.style.setProperty("--shape", String(editor.width / editor.height));
  }

  /** @param {import("./drawing.js").Cell | null} cell */
  showCell(cell) {
    this.status.textContent = cell
      ? texts.build.cellContent(cell[0] + 1, cell[1] + 1, this.view.describe(cell))
      : "";
  }

  /** @param {import("./saver.js").SaveState} state */
  showSaved(state) {
    this.saved.textContent = texts.build.saving[state];
    this.saved.classList.toggle("bad", state === "unsaved");
    // Only what is wrong is said aloud.
    this.saved.setAttribute("aria-live", state === "unsaved" ? "assertive" : "off");
  }

  /** The verdict in one line, where there is no room for more. */
  showCompact() {
    this.verdict.showLine(this.compact, lineOf(this.judge.opinion));
    const { length } = this.findings.remarks;
    const text = length ? texts.build.findings.count(length) : "";
    const chip = this.compact.querySelector(".chip");
    if ((chip?.textContent ?? "") === text) return;
    chip?.remove();
    if (text) this.compact.append(h("span", { class: "chip" }, text));
  }

  expandSide() {
    const isOpen = this.element.classList.toggle("expanded");
    this.compact.setAttribute("aria-expanded", String(isOpen));
  }
}
