// All ways to play: keys, swipes and taps on the board, the pad on the screen, a gamepad.

import { isMove } from "./input/commands.js";
import { listenToGamepads } from "./input/gamepad.js";
import { listenToKeys } from "./input/keys.js";
import { makePad } from "./input/pad.js";
import { Repeater } from "./input/repeater.js";
import { listenToSwipes } from "./input/swipe.js";

/** @typedef {import("./input/commands.js").Command} Command */

export { isMove };

export class MovesInput {
  /**
   * Listen from now on, until `close()`. Put `pad` into the page where it should be.
   * @param {object} options
   * @param {HTMLElement} options.board where one swipes and taps
   * @param {import("./input/commands.js").OnCommand} options.onCommand called at once for each command; those that
   *   are held come again at a rate of ours
   * @param {(clientX: number, clientY: number) => void} [options.onTap]
   */
  constructor({ board, onCommand, onTap = () => undefined }) {
    this.repeater = new Repeater(onCommand);
    this.pad = makePad(this.repeater, onCommand);
    this.ends = [
      listenToKeys(this.repeater, onCommand),
      listenToSwipes(board, {
        onMove: (move) => void onCommand(move, { repeated: false, gamepad: false }),
        onTap,
      }),
      listenToGamepads(this.repeater),
    ];
  }

  /** Take nothing as held any more: for a moment at which what is held begins to mean something else. */
  releaseAll() {
    this.repeater.releaseAll();
  }

  close() {
    this.repeater.releaseAll();
    for (const end of this.ends) end();
    this.pad.remove();
  }
}
