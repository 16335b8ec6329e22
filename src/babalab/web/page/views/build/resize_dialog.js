// The dialog for another size: width, height, and where the old map stays.

import { button } from "../../app/buttons.js";
import { showDialog } from "../../app/dialogs.js";
import { h } from "../../app/dom.js";
import { texts } from "../../texts/texts.js";
import { MOST_SIDE } from "./drawing.js";
import { edgesFor } from "./transforms.js";

/** @typedef {import("./transforms.js").Anchor} Anchor */

/** @type {readonly Anchor[]} */
const ANCHORS = [-1, 0, 1];

/**
 * @param {import("./editor.js").Editor} editor
 */
export function showResizeDialog(editor) {
  const its = texts.build.resizing;
  const makeField = (/** @type {number} */ value, /** @type {string} */ test) =>
    h("input", {
      class: "input",
      type: "number",
      min: 1,
      max: MOST_SIDE,
      step: 1,
      value,
      required: true,
      "data-test": test,
    });
  const width = makeField(editor.width, "width");
  const height = makeField(editor.height, "height");
  /** @type {[Anchor, Anchor]} */
  let anchor = [0, 0];
  const anchors = h(
    "div",
    { class: "build-anchors", role: "radiogroup", "aria-label": its.anchor },
    ANCHORS.flatMap((down) =>
      ANCHORS.map((across) =>
        h("input", {
          type: "radio",
          name: "anchor",
          "aria-label": its.anchors[(down + 1) * 3 + across + 1],
          title: its.anchors[(down + 1) * 3 + across + 1],
          checked: down === 0 && across === 0,
          onchange: () => {
            anchor = [down, across];
          },
        }),
      ),
    ),
  );
  const apply = () => {
    if (!width.reportValidity() || !height.reportValidity()) return;
    editor.resize(edgesFor(editor.rows, width.valueAsNumber, height.valueAsNumber, anchor[1], anchor[0]));
    close();
  };
  const onEnter = (/** @type {KeyboardEvent} */ event) => event.key === "Enter" && apply();
  for (const field of [width, height]) field.addEventListener("keydown", onEnter);
  const { close } = showDialog(
    its.title,
    () => [
      h(
        "div",
        { class: "row" },
        h("label", { class: "field" }, its.width, width),
        h("label", { class: "field" }, its.height, height),
      ),
      h("div", { class: "field" }, its.anchor, anchors),
      h("p", { class: "soft small-text" }, its.ring),
    ],
    {
      foot: (shut) => [
        button(null, texts.common.cancel, shut),
        button("resize", its.apply, apply, { class: "primary", "data-test": "resize" }),
      ],
    },
  );
  width.select();
}
