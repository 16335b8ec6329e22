// Has the five moves from a position judged by the worker, and remembers what it found.

import { ACTIONS } from "../../babalab/engine.js";
import { isAbort } from "../../app/thinker.js";
import { canBeWon, cannotBeWon, keyOf } from "./verdicts.js";

/**
 * @typedef {import("../../babalab/index.js").State} State
 * @typedef {import("./verdicts.js").Verdict} Verdict
 * @typedef {import("./verdicts.js").Verdicts} Verdicts
 *
 * @typedef {"idle" | "thinking" | "paused" | "resting" | "done" | "failed"} Phase `resting`: its time is up
 *
 * @typedef {object} Trace what is shown of the search of a position
 * @property {Phase} phase
 * @property {Record<string, any> | null} statistics
 * @property {"solving" | "shortening"} work what it is, or was, doing
 * @property {Uint32Array | null} heat
 * @property {number} seconds it may take up to now
 * @property {string} problem
 */

/** Seconds that a position is thought about at first, and how many times as long whenever more is wanted. */
const SECONDS = 10;
const LONGER = 4;
/** Seconds after which no search goes on. */
const MOST_SECONDS = 3600;
/** Milliseconds that one stays at a position before it is thought about: stepping about starts no search. */
const PAUSE = 150;
/** Traces kept: heat maps take memory. */
const MOST = 300;

export class Searcher {
  /**
   * @param {import("../../app/thinker.js").Thinker} thinker
   * @param {Verdicts} verdicts
   * @param {() => void} onChange
   */
  constructor(thinker, verdicts, onChange) {
    this.thinker = thinker;
    this.verdicts = verdicts;
    this.onChange = onChange;
    /** @type {Map<string, Trace>} by position */
    this.traces = new Map();
    /** @type {State | null} */
    this.state = null;
    /** Ends the task that is running or paused. @type {AbortController | null} */
    this.running = null;
    /** @type {(isPaused: boolean) => void} */
    this.hold = () => undefined;
    /** @type {ReturnType<typeof setTimeout> | undefined} */
    this.timer = undefined;
    /** Whether the user wants no search to begin. */
    this.isPaused = false;
  }

  /** @returns {Trace} of the position that is looked at */
  get trace() {
    const known = this.state && this.traces.get(keyOf(this.state));
    return known ?? { phase: "idle", statistics: null, work: "solving", heat: null, seconds: 0, problem: "" };
  }

  get isThinking() {
    return this.trace.phase === "thinking";
  }

  /**
   * Look at a position: think about it unless all is known.
   * @param {State} state
   */
  look(state) {
    if (this.state?.equals(state)) return;
    this.stop();
    this.state = state;
    // One that had its time rests until more is asked for.
    if (this.isPaused || this.trace.phase !== "idle" || this.isSettled(state)) return;
    this.write({ phase: "thinking", seconds: SECONDS });
    this.timer = setTimeout(() => void this.think(state), PAUSE);
  }

  /**
   * Whether nothing more can be found out.
   * @param {State} state
   */
  isSettled(state) {
    if (state.won || state.lost) return true;
    const own = this.verdicts.of(state);
    if (cannotBeWon(own)) return true; // then all that follows is too
    return state.children().every((child) => {
      const verdict = this.verdicts.of(child);
      return child.equals(state) || cannotBeWon(verdict) || (canBeWon(verdict) && verdict.proved);
    });
  }

  pause() {
    this.isPaused = true;
    this.hold(true);
    if (this.isThinking) this.write({ phase: "paused" });
    this.onChange();
  }

  /** Go on where it was paused. */
  resume() {
    this.goOn(this.trace.seconds || SECONDS);
  }

  /** Go on for longer. */
  thinkLonger() {
    this.goOn(this.trace.seconds ? this.trace.seconds * LONGER : SECONDS);
  }

  /** @param {number} seconds */
  goOn(seconds) {
    const { state } = this;
    if (!state) return;
    this.isPaused = false;
    this.write({ phase: "thinking", seconds, problem: "" });
    if (this.running) this.hold(false);
    else void this.think(state);
    this.onChange();
  }

  /** End what is running; what it has found stays. */
  stop() {
    clearTimeout(this.timer);
    this.running?.abort();
    this.running = null;
    this.hold = () => undefined;
    const { phase } = this.trace;
    if (phase === "thinking" || phase === "paused") this.write({ phase: "idle" });
  }

  /** @param {State} state */
  async think(state) {
    const running = new AbortController();
    this.running = running;
    try {
      const result = await this.thinker.think(
        "analyse",
        { text: state.text, seconds: MOST_SECONDS },
        {
          signal: running.signal,
          onStart: (hold) => {
            this.hold = hold;
          },
          onProgress: (progress) => this.take(state, progress),
        },
      );
      this.take(state, result);
      this.end(running, { phase: "done" });
    } catch (error) {
      if (isAbort(error)) return;
      this.end(running, { phase: "failed", problem: error instanceof Error ? error.message : String(error) });
    }
  }

  /**
   * @param {AbortController} running
   * @param {Partial<Trace>} changes
   */
  end(running, changes) {
    if (this.running !== running) return;
    this.running = null;
    this.hold = () => undefined;
    this.write(changes);
    this.onChange();
  }

  /**
   * @param {State} state
   * @param {any} message what the worker tells
   */
  take(state, message) {
    if (this.state !== state) return;
    this.learn(state, message);
    /** @type {any[]} */
    const moves = message.moves ?? [];
    const isOpen = moves.some((move) => move.verdict === "unknown" && !move.same);
    this.write({
      work: isOpen ? "solving" : "shortening",
      statistics: message.statistics ?? null,
      heat: message.heat ?? null,
    });
    if (this.isThinking && message.statistics?.seconds >= this.trace.seconds) {
      this.hold(true);
      this.write({ phase: "resting" });
    }
    this.onChange();
  }

  /**
   * @param {State} state
   * @param {any} message
   */
  learn(state, message) {
    const children = state.children();
    for (const move of message.moves ?? []) {
      const child = children[ACTIONS.indexOf(move.letter)];
      if (!child || child.equals(state)) continue;
      const { verdict: kind, distance, proved, solution, reason } = move;
      if (kind === "winnable" && solution !== null) this.verdicts.learnSolution(child, solution, proved);
      else this.verdicts.learn(child, { kind, distance, proved, solution, reason });
    }
    this.verdicts.learnFromChildren(state, children, ACTIONS);
  }

  /** @param {Partial<Trace>} changes */
  write(changes) {
    if (!this.state) return;
    const key = keyOf(this.state);
    const trace = { ...this.trace, ...changes };
    this.traces.delete(key);
    this.traces.set(key, trace);
    if (this.traces.size > MOST) this.traces.delete(/** @type {string} */ (this.traces.keys().next().value));
  }

  close() {
    this.stop();
    this.onChange = () => undefined;
  }
}
