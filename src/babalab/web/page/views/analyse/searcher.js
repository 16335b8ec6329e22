// Has the five moves from a position judged by the worker, and remembers what it found.

import { ACTIONS } from "../../babalab/index.js";
import { isAbort } from "../../app/thinker.js";
import { canBeWon, cannotBeWon, keyOf } from "./verdicts.js";

/**
 * @typedef {import("../../babalab/index.js").State} State
 * @typedef {import("./verdicts.js").Verdict} Verdict
 * @typedef {import("./verdicts.js").Verdicts} Verdicts
 *
 * @typedef {"idle" | "thinking" | "paused" | "done" | "failed"} Phase
 *
 * @typedef {object} Trace what is shown of the search of a position
 * @property {Phase} phase
 * @property {Record<string, any> | null} statistics
 * @property {"solving" | "shortening"} work what it is, or was, doing
 * @property {Uint32Array | null} heat
 * @property {number} seconds it was given
 * @property {string} problem
 */

/** Seconds that a position is thought about at first, and how many times as long whenever more is wanted. */
const SECONDS = 10;
const LONGER = 4;
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
    /** @type {AbortController | null} */
    this.running = null;
    /** @type {ReturnType<typeof setTimeout> | undefined} */
    this.timer = undefined;
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
    if (this.isPaused || this.isSettled(state)) return;
    const { phase } = this.trace;
    if (phase === "done" || phase === "failed") return; // it had its time; more is asked for
    this.write({ phase: "thinking", seconds: SECONDS });
    this.timer = setTimeout(() => void this.think(state, SECONDS), PAUSE);
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
    this.stop();
    if (this.trace.phase === "thinking") this.write({ phase: "paused" });
    this.onChange();
  }

  /** Go on, with as much time as it had. */
  resume() {
    this.isPaused = false;
    this.begin(this.trace.seconds || SECONDS);
  }

  /** Think again, for longer. */
  thinkLonger() {
    this.isPaused = false;
    this.begin((this.trace.seconds || SECONDS / LONGER) * LONGER);
  }

  /** @param {number} seconds */
  begin(seconds) {
    const { state } = this;
    if (!state) return;
    this.stop();
    this.write({ phase: "thinking", seconds });
    this.onChange();
    void this.think(state, seconds);
  }

  /** End what is running; what it has found stays. */
  stop() {
    clearTimeout(this.timer);
    this.running?.abort();
    this.running = null;
    if (this.state && this.trace.phase === "thinking") this.traces.delete(keyOf(this.state));
  }

  /**
   * @param {State} state
   * @param {number} seconds
   */
  async think(state, seconds) {
    const running = new AbortController();
    this.running = running;
    try {
      const result = await this.thinker.think(
        "analyse",
        { text: state.text, seconds },
        { signal: running.signal, onProgress: (progress) => this.take(state, progress, "thinking") },
      );
      this.take(state, result, "done");
    } catch (error) {
      if (isAbort(error)) return;
      this.write({ phase: "failed", problem: String(error instanceof Error ? error.message : error) });
      this.onChange();
    }
    if (this.running === running) this.running = null;
  }

  /**
   * @param {State} state
   * @param {any} message what the worker tells
   * @param {Phase} phase
   */
  take(state, message, phase) {
    if (this.state !== state) return;
    this.learn(state, message);
    const isOpen = (message.moves ?? []).some((/** @type {any} */ move) => move.verdict === "unknown" && !move.same);
    this.write({
      phase,
      work: isOpen ? "solving" : "shortening",
      ...(message.statistics && { statistics: message.statistics }),
      ...(message.heat && { heat: message.heat }),
    });
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
