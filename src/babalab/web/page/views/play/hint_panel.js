// The panel of a hint: three steps revealed one after the other, or how the solver is getting on.

import { button } from "../../app/buttons.js";
import { fill, h } from "../../app/dom.js";
import { texts } from "../../texts/texts.js";

/**
 * @typedef {object} HintActions
 * @property {() => void} more reveal the next step
 * @property {() => void} make make the moves of the hint
 * @property {() => void} showAll show the whole solution
 * @property {() => void} stop end the thinking, or close the panel
 */

export class HintPanel {
  /** @param {HintActions} actions */
  constructor(actions) {
    this.actions = actions;
    this.body = h("div", { class: "stack hint-body" });
    this.element = h(
      "section",
      { class: "panel hint-panel", "aria-label": texts.play.hintTitle, hidden: true, "data-test": "hint" },
      h(
        "header",
        { class: "row spread" },
        h("h2", null, texts.play.hintTitle),
        button("close", texts.play.closeHint, () => actions.stop(), { iconOnly: true, class: "quiet small" }),
      ),
      this.body,
    );
    /** @type {HTMLElement | null} */
    this.looked = null;
  }

  get isOpen() {
    return !this.element.hidden;
  }

  close() {
    this.element.hidden = true;
    fill(this.body);
  }

  /** Say that the solver is thinking. */
  showThinking() {
    const its = texts.play;
    this.looked = h("span", { class: "soft small-text" });
    this.open(
      h("p", { class: "row spread" }, its.thinking, this.looked),
      h("progress", { "aria-label": its.thinking }),
      h(
        "div",
        { class: "row" },
        button(null, its.stop, () => this.actions.stop(), { class: "small" }),
      ),
    );
  }

  /** @param {number} states */
  showProgress(states) {
    if (this.looked) this.looked.textContent = texts.play.lookedAt(states);
  }

  /**
   * Show the first steps of a hint.
   * @param {string[]} steps
   * @param {number} revealed
   */
  showSteps(steps, revealed) {
    const its = texts.play;
    const items = steps
      .slice(0, revealed)
      .map((text, index) =>
        h(
          "li",
          { class: index === revealed - 1 ? "newest" : "" },
          h("span", { class: "hint-label" }, its.hintSteps[index]),
          h("p", null, text),
        ),
      );
    const isLast = revealed >= steps.length;
    this.open(
      h("ol", { class: "hint-steps" }, items),
      h(
        "div",
        { class: "row" },
        isLast
          ? button("play", its.doIt, () => this.actions.make(), { class: "small primary" })
          : button("hint", its.more, () => this.actions.more(), { class: "small primary", keys: "H" }),
        isLast && button("solve", its.showMe, () => this.actions.showAll(), { class: "small" }),
      ),
    );
  }

  /**
   * Show a message instead of steps.
   * @param {string} text
   * @param {{label: string, action: () => void} | null} [offer]
   */
  showMessage(text, offer = null) {
    this.open(
      h("p", null, text),
      offer &&
        h("div", { class: "row" }, button(null, offer.label, offer.action, { class: "small primary" })),
    );
  }

  /** @param {...import("../../app/dom.js").Child} children */
  open(...children) {
    const hadFocus = this.body.contains(document.activeElement);
    fill(this.body, ...children);
    this.element.hidden = false;
    if (hadFocus) this.body.querySelector("button")?.focus();
    if (matchMedia("(min-width: 60rem)").matches) this.element.scrollIntoView({ block: "nearest" });
  }
}
