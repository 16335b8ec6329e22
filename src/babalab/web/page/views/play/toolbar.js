// The bar below the board: how many moves were made, and what one can do.

import { button, linkButton } from "../../app/buttons.js";
import { fill, h } from "../../app/dom.js";
import { icon } from "../../app/icons.js";
import { texts } from "../../texts/texts.js";

/** @typedef {import("../../app/input/commands.js").Command} Command */

/**
 * @typedef {object} Count
 * @property {number} moves
 * @property {number | null} best
 * @property {boolean} proved
 * @property {number | null} own
 */

export class Counter {
  constructor() {
    this.number = h("b", { class: "counter-number" });
    this.unit = h("span", { class: "soft" });
    this.others = h("span", { class: "counter-others soft small-text" });
    this.element = h(
      "p",
      { class: "counter", "data-test": "counter" },
      h("span", { class: "counter-moves" }, this.number, " ", this.unit),
      this.others,
    );
    this.shownOthers = "";
  }

  /** @param {Count} count */
  show({ moves, best, proved, own }) {
    const its = texts.play;
    this.number.textContent = String(moves);
    this.unit.textContent = its.movesWord(moves);
    const others = [];
    if (best !== null) others.push(proved ? its.proved(best) : its.known(best));
    if (own !== null) others.push(its.own(own));
    const key = others.join(" · ");
    if (key === this.shownOthers) return;
    this.shownOthers = key;
    const isBest = best !== null && own !== null && own <= best;
    fill(this.others, isBest && icon("star"), key);
  }
}

/**
 * @param {(command: Command) => void} onCommand
 * @param {{embedded: boolean, fullAddress: () => string}} place
 */
export function makeToolbar(onCommand, { embedded, fullAddress }) {
  const its = texts.play;
  /** @type {(iconName: import("../../app/icons.js").IconName, label: string, command: Command, keys: string) => HTMLButtonElement} */
  const tool = (iconName, label, command, keys) =>
    button(iconName, label, () => onCommand(command), { class: "tool", keys, "data-command": command });
  const undo = tool("undo", its.undo, "undo", "Z");
  const redo = tool("redo", its.redo, "redo", "Y");
  const restart = tool("restart", its.restart, "restart", "R");
  const hint = tool("hint", its.hint, "hint", "H");
  if (embedded) {
    const full = linkButton("export", its.openInFull, "#", {
      class: "tool",
      target: "_blank",
      rel: "noopener",
    });
    // Where it leads depends on the moves made up to the moment one follows it.
    for (const event of ["pointerdown", "focus", "click"]) {
      full.addEventListener(event, () => {
        full.href = fullAddress();
      });
    }
    full.href = fullAddress();
    return { element: bar([undo, restart, hint, full]), undo, redo };
  }
  const element = bar([
    undo,
    redo,
    restart,
    hint,
    tool("solve", its.showMe, "solution", "V"),
    tool("share", its.share, "share", "X"),
    tool("keyboard", its.help, "help", "?"),
  ]);
  return { element, undo, redo };
}

/** @param {HTMLElement[]} tools */
function bar(tools) {
  return h("div", { class: "tools", role: "group", "aria-label": texts.play.tools }, tools);
}
