// The pad on the screen: five moves under one thumb, undo and restart under the other.

import { texts } from "../../texts/texts.js";
import { h } from "../dom.js";
import { icon } from "../icons.js";
import { isHoldable } from "./commands.js";

/**
 * @typedef {import("./commands.js").Command} Command
 * @typedef {import("../icons.js").IconName} IconName
 */

/** @returns {[Command, IconName, string][]} */
function listKeys() {
  const its = texts.play;
  return [
    ["u", "up", its.directions.u],
    ["l", "left", its.directions.l],
    ["s", "wait", its.wait],
    ["r", "right", its.directions.r],
    ["d", "down", its.directions.d],
    ["undo", "undo", its.undo],
    ["restart", "restart", its.restart],
  ];
}

/**
 * @param {import("./repeater.js").Repeater} repeater
 * @param {import("./commands.js").OnCommand} onCommand
 * @returns {HTMLElement}
 */
export function makePad(repeater, onCommand) {
  const keys = listKeys().map(([command, iconName, label]) => {
    const key = h(
      "button",
      { type: "button", class: "button pad-key", "data-command": command, "aria-label": label, title: label },
      icon(iconName),
    );
    if (!isHoldable(command)) {
      key.addEventListener("click", () => void onCommand(command, { repeated: false, gamepad: false }));
      return key;
    }
    key.addEventListener("pointerdown", (event) => {
      if (event.button !== 0) return;
      event.preventDefault(); // the focus stays where it is
      key.setPointerCapture(event.pointerId);
      repeater.press(command);
    });
    for (const end of ["pointerup", "pointercancel", "lostpointercapture"]) {
      key.addEventListener(end, () => repeater.release(command));
    }
    key.addEventListener("contextmenu", (event) => event.preventDefault());
    // A press of a key or by a screen reader is a click without any pointer.
    key.addEventListener("click", (event) => {
      if (event.detail === 0) onCommand(command, { repeated: false, gamepad: false });
    });
    return key;
  });
  return h(
    "div",
    { class: "pad", role: "group", "aria-label": texts.play.pad },
    h("div", { class: "pad-others" }, keys.slice(5)),
    h("div", { class: "pad-cross" }, keys.slice(0, 5)),
  );
}
