// The dialog that lists keys, touch and gamepad.

import { showDialog } from "../../app/dialogs.js";
import { h } from "../../app/dom.js";
import { texts } from "../../texts/texts.js";

export function showHelp() {
  const its = texts.play;
  showDialog(its.keysTitle, () => [
    h(
      "dl",
      { class: "keys-list" },
      its.keys.flatMap(([keys, meaning]) => [
        h(
          "dt",
          null,
          keys.map((key) => h("kbd", null, key)),
        ),
        h("dd", null, meaning),
      ]),
    ),
    h(
      "ul",
      { class: "stack soft" },
      its.touch.map((text) => h("li", null, text)),
    ),
  ]);
}
