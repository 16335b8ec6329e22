// What a player can ask for, by whatever means.

/**
 * @typedef {"u" | "d" | "l" | "r" | "s"} Move
 * @typedef {"undo" | "redo" | "restart" | "hint" | "solution" | "next" | "share" | "help" | "escape"} Order
 * @typedef {Move | Order} Command
 *
 * @typedef {object} How
 * @property {boolean} repeated whether it comes of being held
 * @property {boolean} gamepad
 *
 * @callback OnCommand
 * @param {Command} command
 * @param {How} how
 * @returns {boolean | void} false: it means nothing now, so that a key keeps what else it does
 */

/** The commands that repeat while they are held. */
const HOLDABLE = new Set(["u", "d", "l", "r", "s", "undo", "redo"]);

/**
 * Whether a command is done again and again while it is held.
 * @param {Command} command
 */
export function isHoldable(command) {
  return HOLDABLE.has(command);
}

/**
 * Whether a command is a move of the game.
 * @param {Command} command
 * @returns {command is Move}
 */
export function isMove(command) {
  return command.length === 1;
}
