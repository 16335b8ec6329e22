// What the player has done: levels won with the fewest moves, and where they were last.

import { readStored, watchStored, writeStored } from "./storage.js";

/** @typedef {{moves: string, at: number}} Win the shortest of the player's solutions, and when it was first won */

const WINS = "wins";
const LAST = "last";

export class Progress extends EventTarget {
  constructor() {
    super();
    watchStored(WINS, () => this.dispatchEvent(new Event("change")));
  }

  /** @returns {Record<string, Win>} by address */
  get wins() {
    /** @type {unknown} */
    const stored = readStored(WINS, {});
    return Object.fromEntries(Object.entries(stored ?? {}).filter(([, win]) => isWin(win)));
  }

  /** @param {string} address */
  winOf(address) {
    return /** @type {Win | undefined} */ (this.wins[address]);
  }

  /**
   * Note a win. Return whether it is the first of this level, or shorter than before.
   * @param {string} address
   * @param {string} moves
   */
  addWin(address, moves) {
    // Read again: another tab may have won something meanwhile.
    const wins = this.wins;
    const before = wins[address];
    if (before && before.moves.length <= moves.length) return { first: false, better: false };
    wins[address] = { moves, at: before?.at ?? Date.now() };
    writeStored(WINS, wins);
    this.dispatchEvent(new Event("change"));
    return { first: !before, better: Boolean(before) };
  }

  /** The address that was played last; "" if none was. */
  get last() {
    /** @type {unknown} */
    const stored = readStored(LAST, "");
    return typeof stored === "string" ? stored : "";
  }

  set last(address) {
    writeStored(LAST, address);
  }
}

/**
 * Whether this was stored by us: anything may be found where others write too.
 * @param {unknown} stored
 * @returns {stored is Win}
 */
function isWin(stored) {
  const { moves } = /** @type {{moves?: unknown}} */ (stored ?? {});
  return typeof moves === "string" && /^[udlrs]+$/.test(moves);
}
