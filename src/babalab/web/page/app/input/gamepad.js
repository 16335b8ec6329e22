// A gamepad with the standard layout: stick or cross to move, A waits, B takes back, Y hints, Start restarts.

/** @typedef {import("./commands.js").Command} Command */

/** @type {[number, Command][]} */
const BUTTONS = [
  [12, "u"],
  [13, "d"],
  [14, "l"],
  [15, "r"],
  [0, "s"],
  [1, "undo"],
  [2, "redo"],
  [3, "hint"],
  [9, "restart"],
];
/** Deflections at which a stick begins and ceases to count: it trembles in between. */
const PUSHED = 0.6;
const STILL_PUSHED = 0.4;

/**
 * @param {import("./repeater.js").Repeater} repeater
 * @returns {() => void} ends it
 */
export function listenToGamepads(repeater) {
  /** @type {Set<Command>} */
  let down = new Set();
  let frame = 0;

  const poll = () => {
    frame = 0;
    const pads = navigator.getGamepads().filter((pad) => pad !== null);
    if (!pads.length) {
      for (const command of down) repeater.release(command);
      down = new Set();
      return;
    }
    // Behind a dialog nothing moves.
    const isBehind = document.querySelector("dialog[open]") !== null;
    const now = new Set(isBehind ? [] : pads.flatMap((pad) => pressedOn(pad, down)));
    for (const command of down) if (!now.has(command)) repeater.release(command);
    for (const command of now) if (!down.has(command)) repeater.press(command, true);
    down = now;
    frame = requestAnimationFrame(poll);
  };
  const begin = () => {
    if (!frame) frame = requestAnimationFrame(poll);
  };
  window.addEventListener("gamepadconnected", begin);
  if (navigator.getGamepads?.().some((pad) => pad !== null)) begin();
  return () => {
    window.removeEventListener("gamepadconnected", begin);
    cancelAnimationFrame(frame);
  };
}

/**
 * @param {Gamepad} pad
 * @param {Set<Command>} before what was pressed before
 * @returns {Command[]}
 */
function pressedOn(pad, before) {
  const pressed = BUTTONS.filter(([index]) => pad.buttons[index]?.pressed).map(([, command]) => command);
  const [x = 0, y = 0] = pad.axes;
  // Of a stick only the stronger direction counts.
  const [value, less, more] = Math.abs(x) > Math.abs(y) ? [x, "l", "r"] : [y, "u", "d"];
  const command = /** @type {Command} */ (value < 0 ? less : more);
  if (Math.abs(value) > (before.has(command) ? STILL_PUSHED : PUSHED)) pressed.push(command);
  return pressed;
}
