// What is known of the position on the board, in one sentence.

import { fill, h } from "../../app/dom.js";
import { icon } from "../../app/icons.js";
import { texts } from "../../texts/texts.js";
import { reasonOf, signOf } from "./signs.js";

/** @typedef {import("./verdicts.js").Verdict} Verdict */

/**
 * @param {Verdict} verdict
 * @param {boolean} isThinking
 */
export function headlineOf(verdict, isThinking) {
  const its = texts.analyse.headlines;
  const { kind, distance, proved } = verdict;
  if (kind === "winnable" && distance !== null) {
    if (proved) return its.proved(distance);
    return isThinking ? its.improving(distance) : its.atMost(distance);
  }
  if (kind === "won") return its.won;
  if (kind === "unknown") return isThinking ? its.thinking : its.undecided;
  return its.unwinnable(reasonOf(verdict));
}

const CLASSES = { good: "good", won: "good", bad: "bad", open: "" };

export class Headline {
  constructor() {
    this.element = h("p", { class: "notice headline", "data-test": "headline" });
  }

  /**
   * @param {Verdict} verdict
   * @param {boolean} isThinking
   */
  update(verdict, isThinking) {
    const sign = signOf(verdict);
    const isOpen = verdict.kind === "unknown";
    this.element.className = `notice headline ${CLASSES[sign.class]}`;
    Object.assign(this.element.dataset, {
      verdict: verdict.kind,
      distance: String(verdict.distance ?? ""),
      proved: String(verdict.proved),
    });
    fill(
      this.element,
      isOpen && isThinking ? h("span", { class: "spinner", "aria-hidden": "true" }) : icon(sign.icon),
      h("span", null, headlineOf(verdict, isThinking)),
    );
  }
}
