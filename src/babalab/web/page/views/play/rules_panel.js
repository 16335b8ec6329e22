// The rules in force as word tiles, with those made and those broken since the start.

import { fill, h } from "../../app/dom.js";
import { icon } from "../../app/icons.js";
import { wordTile } from "../../app/word_tiles.js";
import { texts } from "../../texts/texts.js";

/**
 * @typedef {import("../../babalab/index.js").State} State
 * @typedef {import("../../app/board/board.js").Board} Board
 */

export class RulesPanel {
  /**
   * @param {import("../../app/main.js").App} app
   * @param {Board} board
   * @param {State} start
   */
  constructor(app, board, start) {
    this.app = app;
    this.board = board;
    this.startRules = start.rules;
    this.list = h("ul", { class: "rules-list" });
    this.element = h(
      "section",
      { class: "panel rules-panel", "aria-label": texts.play.rules },
      h("h2", null, texts.play.rules),
      this.list,
    );
    this.shown = "";
    /** @type {State} */
    this.state = start;
    this.show(start);
  }

  /** @param {State} state */
  show(state) {
    this.state = state;
    const { rules } = state;
    const key = rules.join();
    if (key === this.shown && this.list.childElementCount) return;
    this.shown = key;
    this.board.setOverlay("rule", null);
    const effective = new Set(state.ruleWords.filter((each) => each.effective).map((each) => each.rule));
    const gone = this.startRules.filter((rule) => !rules.includes(rule));
    const items = [
      ...rules.map((rule) =>
        this.itemOf(rule, this.startRules.includes(rule) ? "kept" : "made", effective.has(rule)),
      ),
      ...gone.map((rule) => this.itemOf(rule, "gone", true)),
    ];
    fill(this.list, items.length ? items : h("li", { class: "soft" }, texts.play.noRules));
  }

  /**
   * @param {string} rule
   * @param {"kept" | "made" | "gone"} since
   * @param {boolean} effective
   */
  itemOf(rule, since, effective) {
    const its = texts.play;
    const words = rule.split("-");
    const tiles = words.map((word) => wordTile(this.app.sprites, word, { active: since !== "gone" }));
    const said = { kept: its.rule, made: its.ruleNew, gone: its.ruleGone }[since](rule);
    const item = h(
      "li",
      { class: `rule-item ${since}`, "data-rule": rule },
      h("span", { class: "rule", "aria-hidden": "true" }, tiles),
      h("span", { class: "visually-hidden" }, said),
      since === "made" && h("span", { class: "chip good", "aria-hidden": "true" }, icon("plus"), its.made),
      since === "gone" && h("span", { class: "chip bad", "aria-hidden": "true" }, icon("minus"), its.gone),
      !effective && h("span", { class: "soft small-text" }, its.ineffective),
    );
    if (since !== "gone") {
      item.addEventListener("pointerenter", () => this.light(rule));
      item.addEventListener("pointerleave", () => this.board.setOverlay("rule", null));
    }
    return item;
  }

  /**
   * Mark the words of a rule on the board.
   * @param {string} rule
   */
  light(rule) {
    const cells = this.state.ruleWords.filter((each) => each.rule === rule).flatMap((each) => each.cells);
    this.board.setOverlay("rule", { kind: "cells", cells, colour: "#fbd65a", fill: true });
  }
}
