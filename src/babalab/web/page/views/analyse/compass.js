// The five moves from a position, where their keys are: what each leads to.

import { ACTIONS } from "../../babalab/engine.js";
import { fill, h } from "../../app/dom.js";
import { icon } from "../../app/icons.js";
import { texts } from "../../texts/texts.js";
import { describe, MOVE_ICONS, moveName, reasonOf, signOf } from "./signs.js";

/**
 * @typedef {import("./verdicts.js").Verdict} Verdict
 * @typedef {{letter: string, same: boolean, verdict: Verdict, isBest: boolean, tried: boolean}} Choice
 */

export class Compass {
  /** @param {(letter: string) => void} onMove */
  constructor(onMove) {
    this.cards = new Map([...ACTIONS].map((letter) => [letter, makeCard(letter, onMove)]));
    this.element = h(
      "div",
      { class: "compass", role: "group", "aria-label": texts.analyse.fiveMoves },
      [...this.cards.values()],
    );
  }

  /**
   * @param {Choice[]} choices
   * @param {{isThinking: boolean, isOver: boolean}} where `isOver`: won, so that nothing more is to be done
   */
  update(choices, { isThinking, isOver }) {
    for (const choice of choices) {
      const card = this.cards.get(choice.letter);
      if (card) updateCard(card, choice, isThinking, isOver);
    }
  }
}

/**
 * @param {string} letter
 * @param {(letter: string) => void} onMove
 */
function makeCard(letter, onMove) {
  return h("button", { type: "button", class: "button move-card", "data-letter": letter, onclick: () => onMove(letter) });
}

/**
 * @param {HTMLButtonElement} card
 * @param {Choice} choice
 * @param {boolean} isThinking
 * @param {boolean} isOver
 */
function updateCard(card, { letter, same, verdict, isBest, tried }, isThinking, isOver) {
  const its = texts.analyse;
  const isOpen = verdict.kind === "unknown";
  const sign = signOf(verdict);
  // The move itself counts: what is said of a card and of the best move's position is the same number.
  const counted = { ...verdict, distance: verdict.distance === null ? null : verdict.distance + 1 };
  const text = same ? its.same : isOpen && isThinking ? its.thinking : describe(counted);
  card.className = `button move-card ${same ? "same" : sign.class}${isBest ? " best" : ""}`;
  card.ariaDisabled = String(isOver);
  card.title = [moveName(letter), text, same ? "" : reasonOf(verdict)].filter(Boolean).join(": ");
  Object.assign(card.dataset, {
    verdict: verdict.kind,
    same: String(same),
    distance: String(counted.distance ?? ""),
    proved: String(verdict.proved),
  });
  fill(
    card,
    h("span", { class: "move-name" }, icon(MOVE_ICONS[letter]), h("span", null, moveName(letter))),
    h("span", { class: "move-verdict" }, !same && !(isOpen && isThinking) && icon(sign.icon), h("span", null, text)),
    isBest && h("span", { class: "best-mark" }, icon("star"), its.best),
    tried && h("span", { class: "tried-mark", title: its.tried }, h("span", { class: "visually-hidden" }, its.tried)),
  );
}
