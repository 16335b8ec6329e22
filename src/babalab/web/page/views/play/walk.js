// Moves that are made one after another: a walk to where one tapped, or those of a hint.

import { youThings } from "./you.js";

/** Milliseconds between two of them. */
const PACE = 90;

export class Walk {
  /** @param {(letter: string) => void} step */
  constructor(step) {
    this.step = step;
    this.moves = "";
    /** @type {ReturnType<typeof setTimeout> | undefined} */
    this.timer = undefined;
  }

  /** @param {string} moves */
  start(moves) {
    this.stop();
    this.moves = moves;
    this.goOn();
  }

  stop() {
    clearTimeout(this.timer);
    this.moves = "";
  }

  goOn() {
    const letter = this.moves[0];
    if (!letter) return;
    this.moves = this.moves.slice(1);
    this.timer = setTimeout(() => this.goOn(), PACE);
    this.step(letter);
  }

  /**
   * The moves that lead to a cell: a free walk, or one step into what is beside; "" if one is there
   * already, null if none do.
   * @param {{state: import("../../babalab/index.js").State}} game
   * @param {[number, number]} cell
   */
  movesTo({ state }, [row, column]) {
    const you = youThings(state);
    if (you.some((thing) => thing.row === row && thing.column === column)) return "";
    const free = state.walkTo(row, column);
    if (free) return free;
    for (const [letter, dy, dx] of /** @type {[string, number, number][]} */ ([
      ["u", -1, 0],
      ["d", 1, 0],
      ["l", 0, -1],
      ["r", 0, 1],
    ])) {
      if (you.some((thing) => thing.row + dy === row && thing.column + dx === column)) return letter;
    }
    return null;
  }
}
