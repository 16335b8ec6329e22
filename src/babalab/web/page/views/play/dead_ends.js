// Watches whether a play can still be won: by the core's proofs at once, then quietly by the solver.

import { isAbort } from "../../app/thinker.js";

/**
 * @typedef {import("./game.js").Game} Game
 *
 * @typedef {object} DeadEnd
 * @property {string} reason a name of texts.deadEnds
 * @property {number | null} takeBack how many moves; null while that is looked for
 * @property {boolean} hopeless whether the level can't be won at all
 */

/** Milliseconds without a move before the core looks for a proof: longer than a held key pauses. */
const PROOF_PAUSE = 130;
/** Those more before the solver is asked, and the seconds it has. */
const PAUSE = 500;
const SECONDS = 4;
const SECONDS_BACK = 12;

export class DeadEndWatch {
  /**
   * @param {object} surroundings
   * @param {import("../../app/main.js").App} surroundings.app
   * @param {Game} surroundings.game
   * @param {import("./ways.js").Ways} surroundings.ways
   * @param {string} surroundings.known a solution of the level; "" if none is on record
   * @param {(found: DeadEnd | null) => void} surroundings.onChange
   */
  constructor({ app, game, ways, known, onChange }) {
    this.app = app;
    this.game = game;
    this.ways = ways;
    this.known = known;
    this.onChange = onChange;
    /**
     * The moves behind which the play is known to be dead, and why.
     * @type {{moves: string, reason: string} | null}
     */
    this.dead = null;
    /** The moves to go back to; null while they are looked for. @type {string | null} */
    this.backTo = null;
    this.hopeless = false;
    /** Hashes of states that the solver did not decide in its time. @type {Set<string>} */
    this.undecided = new Set();
    this.thinking = new AbortController();
    /** @type {ReturnType<typeof setTimeout> | undefined} */
    this.timer = undefined;
    this.isOn = true;
  }

  /** Look at where the play is now. */
  look() {
    clearTimeout(this.timer);
    if (!this.isOn || !this.app.settings.values.watchForDeadEnds) return this.clear();
    const { moves } = this.game;
    if (this.dead && moves.startsWith(this.dead.moves)) {
      // Dead ends have no way out, so what was found holds for all that follows.
      return this.tell();
    }
    this.clear();
    this.timer = setTimeout(() => this.lookCloser(), PROOF_PAUSE);
  }

  close() {
    this.isOn = false;
    clearTimeout(this.timer);
    this.thinking.abort();
  }

  clear() {
    this.thinking.abort();
    if (!this.dead) return;
    this.dead = null;
    this.onChange(null);
  }

  lookCloser() {
    const { state } = this.game;
    if (state.won || state.lost) return;
    const reason = state.deadEnd;
    if (reason) this.found(reason);
    else if (this.ways.from(state) === null && !this.undecided.has(state.hash())) {
      this.timer = setTimeout(() => void this.askSolver(), PAUSE);
    }
  }

  async askSolver() {
    const { state } = this.game;
    this.thinking = new AbortController();
    const { signal } = this.thinking;
    try {
      const result = await this.app.thinker.think(
        "solve",
        { text: state.text, agent: "champion", seconds: SECONDS },
        { signal },
      );
      if (signal.aborted) return;
      if (result.solution !== null) this.ways.learn(state.moves + result.solution);
      else if (result.verdict === "unsolvable") this.found("searched");
      else this.undecided.add(state.hash());
    } catch (error) {
      // What was not asked for fails in silence.
      if (!isAbort(error)) this.undecided.add(state.hash());
    }
  }

  /** @param {string} reason */
  found(reason) {
    this.dead = { moves: this.game.moves, reason };
    this.backTo = null;
    // What holds from the start no taking back mends.
    this.hopeless = this.game.moves === "" || this.game.start.deadEnd !== null;
    this.tell();
    if (!this.hopeless) void this.findWayBack();
  }

  async findWayBack() {
    const { state, moves } = this.game;
    this.thinking = new AbortController();
    const { signal } = this.thinking;
    try {
      const hint = await this.app.thinker.think(
        "hint",
        { text: state.text, seconds: SECONDS_BACK, known: this.known },
        { signal },
      );
      if (signal.aborted) return;
      if (typeof hint.takeBack === "number" && hint.takeBack > 0) {
        this.backTo = moves.slice(0, moves.length - hint.takeBack);
        if (hint.solution) this.ways.learn(this.backTo + hint.solution);
      }
      this.hopeless = Boolean(hint.hopeless);
    } catch (error) {
      if (isAbort(error)) return;
    }
    if (this.backTo === null && !this.hopeless) this.backTo = this.findKnownWay();
    this.tell();
  }

  /** The last of the moves behind which a way is known; null if there is none. */
  findKnownWay() {
    let state = this.game.start;
    let found = this.ways.from(state) === null ? null : "";
    for (const letter of this.game.moves) {
      state = state.step(letter);
      if (this.ways.from(state) !== null) found = state.moves;
    }
    return found;
  }

  tell() {
    if (!this.dead) return;
    const { moves } = this.game;
    const takeBack = this.backTo === null ? null : moves.length - this.backTo.length;
    this.onChange({ reason: this.dead.reason, takeBack, hopeless: this.hopeless });
  }
}
