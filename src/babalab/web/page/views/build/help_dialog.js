// The list of keys and gestures.

import { showDialog } from "../../app/dialogs.js";
import { h } from "../../app/dom.js";
import { texts } from "../../texts/texts.js";
import { SHORTCUTS, spellKeys } from "./shortcuts.js";
import { isMac } from "./toolbar.js";

export function showHelpDialog() {
  const its = texts.build.help;
  /** Keys that do the same stand together. @type {Map<string, string[]>} */
  const keys = new Map();
  for (const { keys: each, does } of SHORTCUTS) {
    const name = nameOf(does);
    keys.set(name, [...(keys.get(name) ?? []), spellKeys(each, isMac)]);
  }
  const row = (/** @type {string} */ name, /** @type {string[]} */ each) =>
    h("div", null, h("dt", null, each.map((key) => [h("kbd", null, key), " "]).flat()), h("dd", null, name));
  const { dialog } = showDialog(
    its.title,
    () => [
      h("h3", null, its.pointer),
      h(
        "ul",
        { class: "build-help-list" },
        its.pointerTips.map((tip) => h("li", null, tip)),
      ),
      h("h3", null, its.board),
      h(
        "dl",
        { class: "build-keys" },
        its.boardKeys.map(([key, name]) => row(name, [key])),
      ),
      h("h3", null, its.keys),
      h(
        "dl",
        { class: "build-keys" },
        [...keys].map(([name, each]) => row(name, each)),
      ),
    ],
    { class: "build-wide" },
  );
  // It scrolls, and has nothing else that takes the focus.
  const body = dialog.querySelector(".dialog-body");
  if (body instanceof HTMLElement) body.tabIndex = 0;
}

/** @param {import("./shortcuts.js").Shortcut["does"]} does */
function nameOf(does) {
  const { tools, orders, recentKeys } = texts.build;
  if (does === "recent") return recentKeys;
  return Object.hasOwn(tools, does) ? Reflect.get(tools, does) : Reflect.get(orders, does);
}
