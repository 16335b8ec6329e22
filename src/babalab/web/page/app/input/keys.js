// The keyboard.

import { isHoldable } from "./commands.js";

/** @typedef {import("./commands.js").Command} Command */

/** @type {Record<string, Command>} */
const KEYS = {
  arrowup: "u",
  arrowdown: "d",
  arrowleft: "l",
  arrowright: "r",
  w: "u",
  s: "d",
  a: "l",
  d: "r",
  " ": "s",
  z: "undo",
  u: "undo",
  backspace: "undo",
  y: "redo",
  r: "restart",
  h: "hint",
  v: "solution",
  n: "next",
  enter: "next",
  x: "share",
  "?": "help",
  escape: "escape",
};
/** With Ctrl or Command, as everywhere. @type {Record<string, Command>} */
const CONTROL_KEYS = { z: "undo", y: "redo" };
/** Where letters and arrows are typed or choose something. */
const TYPING = "input, select, textarea, [contenteditable], [role=slider], [role=tab], dialog";
/** Selector of the elements that Enter and the space bar press. */
const PRESSABLE = "a[href], button, summary, [role=button]";

/**
 * Listen to the keys of the whole window.
 * @param {import("./repeater.js").Repeater} repeater
 * @param {import("./commands.js").OnCommand} onCommand
 * @returns {() => void} ends it
 */
export function listenToKeys(repeater, onCommand) {
  /** The command that a key has begun, by the key's place: what it writes may change while it is down. */
  const down = /** @type {Map<string, Command>} */ (new Map());

  const onKeyDown = (/** @type {KeyboardEvent} */ event) => {
    const command = commandOf(event);
    if (!command) return;
    if (event.repeat) {
      if (down.has(event.code)) event.preventDefault(); // no scrolling by a held arrow
      return;
    }
    // No key up comes while Command is held on a Mac, so these don't repeat.
    if (isHoldable(command) && !event.ctrlKey && !event.metaKey) {
      down.set(event.code, command);
      event.preventDefault();
      repeater.press(command);
    } else if (onCommand(command, { repeated: false, gamepad: false }) !== false) {
      event.preventDefault();
    }
  };
  const onKeyUp = (/** @type {KeyboardEvent} */ event) => {
    const command = down.get(event.code);
    if (!command) return;
    down.delete(event.code);
    if (![...down.values()].includes(command)) repeater.release(command);
  };
  const releaseAll = () => {
    down.clear();
    repeater.releaseAll();
  };
  window.addEventListener("keydown", onKeyDown);
  window.addEventListener("keyup", onKeyUp);
  window.addEventListener("blur", releaseAll);
  document.addEventListener("visibilitychange", releaseAll);
  return () => {
    releaseAll();
    window.removeEventListener("keydown", onKeyDown);
    window.removeEventListener("keyup", onKeyUp);
    window.removeEventListener("blur", releaseAll);
    document.removeEventListener("visibilitychange", releaseAll);
  };
}

/**
 * The command of a key, if it is one where the focus is.
 * @param {KeyboardEvent} event
 * @returns {Command | undefined}
 */
function commandOf(event) {
  if (event.defaultPrevented || event.altKey || event.isComposing) return undefined;
  const key = event.key.toLowerCase();
  const target = event.target instanceof Element ? event.target : null;
  if (target?.closest(TYPING)) return undefined;
  if ((key === " " || key === "enter") && target?.closest(PRESSABLE)) return undefined;
  if (event.ctrlKey || event.metaKey) {
    if (key === "z" && event.shiftKey) return "redo";
    return CONTROL_KEYS[key];
  }
  return KEYS[key];
}
