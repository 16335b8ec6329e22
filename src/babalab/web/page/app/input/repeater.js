// What is held is done again and again, at a rate of our own: a system's key repeat is late and uneven.

import { isHoldable } from "./commands.js";

/** @typedef {import("./commands.js").Command} Command */
/** @typedef {import("./commands.js").OnCommand} OnCommand */

/** Milliseconds: until the first repetition, between the first ones, and between the fastest. */
const MOVE = { first: 210, next: 112, least: 112 };
const REWIND = { first: 280, next: 120, least: 26 };
const SPEEDING_UP = 0.9;
const REWINDING = new Set(["undo", "redo"]);

export class Repeater {
  /** @param {OnCommand} onCommand */
  constructor(onCommand) {
    this.onCommand = onCommand;
    /** The commands that are held; the newest is last, and repeats. @type {Command[]} */
    this.held = [];
    this.gap = 0;
    /** @type {ReturnType<typeof setTimeout> | undefined} */
    this.timer = undefined;
  }

  /**
   * Do this now, and again while it is held.
   * @param {Command} command
   * @param {boolean} [gamepad]
   */
  press(command, gamepad = false) {
    if (this.held.includes(command)) return;
    if (isHoldable(command)) {
      this.held.push(command);
      const { first, next } = ratesOf(command);
      this.gap = next;
      this.schedule(first);
    }
    this.onCommand(command, { repeated: false, gamepad });
  }

  /** @param {Command} command */
  release(command) {
    const wasNewest = this.held.at(-1) === command;
    this.held = this.held.filter((each) => each !== command);
    if (!wasNewest) return;
    clearTimeout(this.timer);
    const before = this.held.at(-1);
    if (!before) return;
    this.gap = ratesOf(before).next;
    this.schedule(this.gap);
  }

  releaseAll() {
    this.held = [];
    clearTimeout(this.timer);
  }

  /** @param {number} milliseconds */
  schedule(milliseconds) {
    clearTimeout(this.timer);
    this.timer = setTimeout(() => {
      const command = this.held.at(-1);
      if (!command) return;
      this.schedule(this.gap);
      this.gap = Math.max(ratesOf(command).least, this.gap * SPEEDING_UP);
      this.onCommand(command, { repeated: true, gamepad: false });
    }, milliseconds);
  }
}

/** @param {Command} command */
function ratesOf(command) {
  return REWINDING.has(command) ? REWIND : MOVE;
}
