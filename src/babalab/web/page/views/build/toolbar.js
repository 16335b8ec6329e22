// The tools above the board, and below them what belongs to the tool that is chosen.

import { button } from "../../app/buttons.js";
import { fill, h } from "../../app/dom.js";
import { texts } from "../../texts/texts.js";
import { TOOLS } from "./editor.js";
import { ENTRIES } from "./pieces.js";
import { keysOf, spellKeys } from "./shortcuts.js";

/**
 * @typedef {import("./editor.js").ToolName} ToolName
 * @typedef {import("./shortcuts.js").Order} Order
 * @typedef {import("../../app/icons.js").IconName} IconName
 */

/** @type {Record<ToolName, IconName>} */
const TOOL_ICONS = {
  pencil: "pencil",
  line: "line",
  rectangle: "rectangle",
  fill: "bucket",
  eraser: "eraser",
  select: "select",
  picker: "picker",
  type: "type",
};
/** @type {{order: Order, icon: IconName}[]} */
const STEPS = [
  { order: "undo", icon: "undo" },
  { order: "redo", icon: "redo" },
];
/** @type {{order: Order, icon: IconName}[]} */
const TRANSFORMS = [
  { order: "mirror", icon: "mirror" },
  { order: "flip", icon: "flip" },
  { order: "turnRight", icon: "rotate" },
  { order: "crop", icon: "crop" },
  { order: "resize", icon: "resize" },
];
/** @type {{order: Order, icon: IconName}[]} */
const OF_SELECTION = [
  { order: "copy", icon: "copy" },
  { order: "cut", icon: "cut" },
  { order: "paste", icon: "paste" },
  { order: "duplicate", icon: "duplicate" },
  { order: "delete", icon: "trash" },
  { order: "selectAll", icon: "select" },
  { order: "deselect", icon: "close" },
];

const hasMouse = matchMedia("(pointer: fine)").matches;
export const isMac = /Mac|iPhone|iPad/.test(navigator.userAgent);

export class Toolbar {
  /**
   * @param {import("./editor.js").Editor} editor
   * @param {(order: Order) => void} onOrder
   */
  constructor(editor, onOrder) {
    this.editor = editor;
    const its = texts.build;
    /** @type {Map<ToolName, HTMLButtonElement>} */
    this.tools = new Map();
    /** @type {Map<Order, HTMLButtonElement>} */
    this.orders = new Map();
    const makeTool = (/** @type {ToolName} */ name) => {
      const tool = button(TOOL_ICONS[name], its.tools[name], () => editor.setTool(name), {
        iconOnly: true,
        class: "quiet",
        keys: keysOf(name),
        "data-tool": name,
      });
      this.tools.set(name, tool);
      return tool;
    };
    const makeOrder = (/** @type {{order: Order, icon: IconName}} */ { order, icon }, extra = "quiet") => {
      const keys = spellKeys(keysOf(order), isMac);
      const element = button(icon, its.orders[order], () => onOrder(order), {
        iconOnly: true,
        class: extra,
        keys,
        "data-order": order,
      });
      this.orders.set(order, element);
      return element;
    };
    const group = (/** @type {string} */ label, /** @type {HTMLElement[]} */ children) =>
      h("div", { class: "build-tool-group", role: "group", "aria-label": label }, children);
    this.element = h(
      "div",
      { class: "build-tools", role: "toolbar", "aria-label": its.toolbar },
      group(
        its.steps,
        STEPS.map((each) => makeOrder(each)),
      ),
      group(its.drawing, TOOLS.map(makeTool)),
      group(
        its.transforms,
        TRANSFORMS.map((each) => makeOrder(each)),
      ),
    );
    this.element.addEventListener("keydown", (event) => this.onKey(event));
    this.element.addEventListener("focusin", (event) => this.rove(/** @type {HTMLElement} */ (event.target)));
    this.filled = h("input", {
      type: "checkbox",
      onchange: () => editor.setFilled(this.filled.checked),
    });
    this.filledLabel = h("label", { class: "row small-text" }, this.filled, its.orders.filled);
    this.ofSelection = group(
      its.selection,
      OF_SELECTION.map((each) => makeOrder(each, "quiet small")),
    );
    this.hint = h("p", { class: "build-hint soft small-text" });
    this.options = h("div", { class: "build-options" }, this.hint, this.filledLabel, this.ofSelection);
    editor.addEventListener("look", () => this.update());
    this.update();
    this.rove(this.buttons()[0]);
  }

  update() {
    const { editor } = this;
    const { canUndo, canRedo } = editor.history;
    const state = [editor.tool, editor.piece, editor.filled, canUndo, canRedo, editor.selection !== null];
    // This is called whenever a pointer moves.
    const shown = state.join(" ");
    if (this.element.dataset.shown === shown) return;
    this.element.dataset.shown = shown;
    for (const [name, tool] of this.tools) tool.setAttribute("aria-pressed", String(editor.tool === name));
    const isUsable = (/** @type {Order} */ order, /** @type {boolean} */ usable) =>
      this.orders.get(order)?.setAttribute("aria-disabled", String(!usable));
    isUsable("undo", canUndo);
    isUsable("redo", canRedo);
    const hasSelection = editor.selection !== null;
    const selects = hasSelection || editor.tool === "select";
    for (const order of /** @type {Order[]} */ (["copy", "cut", "duplicate", "delete", "deselect"])) {
      isUsable(order, hasSelection);
    }
    this.ofSelection.hidden = !selects;
    this.filledLabel.hidden = editor.tool !== "rectangle" || selects;
    this.filled.checked = editor.filled;
    this.hint.hidden = selects;
    const its = texts.build;
    const hint = its.hints[editor.tool](its.pieceName(ENTRIES.get(editor.piece)));
    const whole = hasMouse && editor.tool !== "type" ? `${hint} ${its.mouseHint}` : hint;
    if (this.hint.textContent !== whole) fill(this.hint, whole);
  }

  buttons() {
    return /** @type {HTMLElement[]} */ ([...this.element.querySelectorAll("button")]);
  }

  /**
   * A toolbar is one stop of the Tab key; arrows go on inside it.
   * @param {KeyboardEvent} event
   */
  onKey(event) {
    const by = { ArrowLeft: -1, ArrowRight: 1 }[event.key];
    if (!by) return;
    const buttons = this.buttons();
    const at = buttons.indexOf(/** @type {HTMLElement} */ (event.target));
    const next = buttons[(at + by + buttons.length) % buttons.length];
    this.rove(next);
    next.focus();
    event.preventDefault();
    event.stopPropagation();
  }

  /** @param {HTMLElement} current */
  rove(current) {
    for (const each of this.buttons()) each.tabIndex = each === current ? 0 : -1;
  }
}
