// What is to be said about a state: that it can't be won any more, or that nothing is YOU for now.

import { button } from "../../app/buttons.js";
import { fill, h } from "../../app/dom.js";
import { icon } from "../../app/icons.js";
import { texts } from "../../texts/texts.js";

/** @typedef {import("./dead_ends.js").DeadEnd} DeadEnd */

export class Notices {
  constructor() {
    this.element = h("div", { class: "play-notices", "aria-live": "polite" });
    this.deadEnd = h("div", { class: "notice warn", hidden: true, tabIndex: -1, "data-test": "dead-end" });
    this.state = h("div", { class: "notice", hidden: true });
    this.element.append(this.state, this.deadEnd);
    /** On small screens: a short sign beside the counter that leads to the notice. */
    this.sign = h("button", { type: "button", class: "chip bad dead-end-sign", hidden: true });
    this.sign.addEventListener("click", () => {
      this.deadEnd.scrollIntoView({ block: "center" });
      this.deadEnd.focus({ preventScroll: true });
    });
  }

  /**
   * @param {DeadEnd | null} found
   * @param {(count: number) => void} takeBack
   */
  showDeadEnd(found, takeBack) {
    this.deadEnd.hidden = this.sign.hidden = found === null;
    if (!found) return fill(this.deadEnd);
    const its = texts.play;
    const { reason, takeBack: count, hopeless } = found;
    fill(this.sign, icon("warn"), hopeless ? its.hopelessSign : its.cantWin);
    fill(
      this.deadEnd,
      icon("warn"),
      h(
        "div",
        { class: "stack" },
        h("p", null, hopeless ? its.hopeless : its.deadEnd(texts.deadEnds[reason] ?? reason)),
        !hopeless && count === null && h("p", { class: "small-text" }, its.searchingTakeBack),
        !hopeless &&
          count !== null &&
          h(
            "p",
            null,
            button("undo", its.takeBack(count), () => takeBack(count), {
              class: "small",
              "data-test": "take-back",
            }),
          ),
      ),
    );
  }

  /**
   * @param {import("../../babalab/index.js").State} state
   * @param {boolean} canUndo
   */
  showState(state, canUndo) {
    const its = texts.play;
    const text = state.overflown
      ? its.overflown
      : state.helpless && !state.lost && !state.won
        ? its.helpless(canUndo)
        : "";
    this.state.hidden = !text;
    if (this.state.textContent !== text) fill(this.state, text && h("p", null, text));
  }
}
