// Facts of a position: its rules with their words, and what is YOU, WIN, PUSH … by them.

import { NOUNS, PROPERTIES, THING_CHARACTERS, WORD_CHARACTERS, WORDS } from "../../babalab/engine.js";
import { fill, h } from "../../app/dom.js";
import { texts } from "../../texts/texts.js";

/**
 * @typedef {import("../../babalab/index.js").State} State
 * @typedef {import("../../app/board/board.js").Board} Board
 */

export class FactsPanel {
  /**
   * @param {import("../../app/main.js").App} app
   * @param {Board} board
   */
  constructor(app, board) {
    this.app = app;
    this.board = board;
    this.rules = h("ul", { class: "fact-rules" });
    this.roles = h("table", { class: "facts roles" });
    this.others = h("ul", { class: "fact-others soft small-text" });
    const its = texts.analyse;
    this.element = h(
      "div",
      { class: "stack" },
      h("h2", null, its.rules),
      this.rules,
      h("h2", null, its.roles),
      this.roles,
      this.others,
    );
  }

  /** @param {State} state */
  update(state) {
    const its = texts.analyse;
    this.board.setOverlay("rule", null);
    const items = state.rules.map((rule) => this.makeRule(rule, state));
    fill(this.rules, items.length ? items : h("li", { class: "soft" }, its.noRules));
    fill(this.roles, h("tbody", null, rolesOf(state).map((role) => this.makeRole(role))));
    const region = state.region();
    const others = [
      state.helpless && !state.lost && its.helpless,
      state.overflown && its.overflown,
      region && its.region(region.cells.length),
    ];
    fill(this.others, others.filter(Boolean).map((text) => h("li", null, text)));
  }

  /**
   * @param {string} rule
   * @param {State} state
   */
  makeRule(rule, state) {
    const words = rule.split("-");
    const made = state.ruleWords.filter((each) => each.rule === rule);
    const cells = made.flatMap((each) => each.cells);
    const spelled = texts.analyse.rule(rule);
    const places = made.map((each) => texts.analyse.ruleAt(each.cells[0][0], each.cells[0][1]));
    const light = () => this.board.setOverlay("rule", { kind: "cells", cells, fill: true });
    return h(
      "li",
      { onpointerenter: light, onpointerleave: () => this.board.setOverlay("rule", null) },
      h(
        "span",
        { class: "rule", "aria-hidden": "true" },
        words.map((word) => this.tile(WORD_CHARACTERS[WORDS.findIndex((each) => each === word)])),
      ),
      h("span", { class: "visually-hidden" }, spelled),
      h("span", { class: "soft small-text" }, places.join(", ")),
    );
  }

  /** @param {{word: string, holders: {noun: string, count: number}[]}} role */
  makeRole({ word, holders }) {
    return h(
      "tr",
      null,
      h("th", { scope: "row" }, word.toUpperCase()),
      h(
        "td",
        null,
        holders.map(({ noun, count }) =>
          h(
            "span",
            { class: "holder" },
            this.tile(THING_CHARACTERS[NOUNS.findIndex((each) => each === noun)]),
            texts.analyse.holder(noun, count),
          ),
        ),
      ),
    );
  }

  /** @param {string} character */
  tile(character) {
    return this.app.sprites.tile(character, { active: true });
  }
}

/**
 * The properties that any noun has, and how many things there are of each.
 * @param {State} state
 */
function rolesOf(state) {
  /** @type {Map<string, number>} */
  const counts = new Map();
  for (const { noun } of state.things) counts.set(noun, (counts.get(noun) ?? 0) + 1);
  return PROPERTIES.map((word) => ({
    word,
    holders: NOUNS.filter((noun) => state.rules.includes(`${noun}-is-${word}`)).map((noun) => ({
      noun,
      count: counts.get(noun) ?? 0,
    })),
  })).filter(({ holders }) => holders.length);
}
