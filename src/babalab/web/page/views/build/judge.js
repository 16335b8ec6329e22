// What is known of the level while it is edited: the worker thinks about the newest version only.

import { isAbort } from "../../app/thinker.js";

/**
 * @typedef {import("./document.js").Content} Content
 *
 * @typedef {import("../../knowledge/lint/known.js").KnownLevel} KnownLevel
 *
 * @typedef {object} Answer what the worker has found; see workers/thinker.js
 * @property {"solvable" | "unsolvable" | "thinking" | "undecided" | "invalid"} verdict
 * @property {string | null} solution
 * @property {boolean} shortest
 * @property {string | null} why
 * @property {any} difficulty
 * @property {string[] | null} mechanics
 * @property {any} statistics
 * @property {any[]} findings
 *
 * @typedef {object} Opinion
 * @property {string} line the level that it is about
 * @property {"thinking" | "done" | "stopped" | "failed"} phase
 * @property {Answer} answer
 * @property {number} seconds how long it may think
 * @property {string} error why it failed
 */

const PAUSE = 150;
export const SECONDS = 10;
export const LONGER = 60;
const MOST_REMEMBERED = 60;

/** @type {Answer} */
const NOTHING = {
  verdict: "thinking",
  solution: null,
  shortest: false,
  why: null,
  difficulty: null,
  mechanics: null,
  statistics: null,
  findings: [],
};

/** "change" is when the opinion is another one. */
export class Judge extends EventTarget {
  /**
   * @param {{think: import("../../app/thinker.js").Thinker["think"]}} thinker
   * @param {(line: string, moves: string) => string | null} cutAtWin the moves up to the win; null if they don't win
   */
  constructor(thinker, cutAtWin) {
    super();
    this.thinker = thinker;
    this.cutAtWin = cutAtWin;
    /** @type {Opinion | null} */
    this.opinion = null;
    /** The verdicts on levels, by their lines and solutions on record: undo knows at once. */
    this.known = /** @type {Map<string, Opinion>} */ (new Map());
    /** @type {AbortController | null} */
    this.thinking = null;
    /** @type {ReturnType<typeof setTimeout> | undefined} */
    this.timer = undefined;
    this.content = /** @type {Content | null} */ (null);
    /** The levels that this one may be a duplicate of. @type {KnownLevel[]} */
    this.levels = [];
    /** Milliseconds from the last change to the first verdict, and to the end; see docs/page.md. */
    this.timing = { asked: 0, verdict: 0, done: 0 };
  }

  /**
   * Think about a level, as soon as it has not changed for a moment.
   * @param {Content} content
   */
  ask(content) {
    if (this.content && keyOf(this.content) === keyOf(content)) return;
    this.cancel();
    this.timing = { asked: performance.now(), verdict: 0, done: 0 };
    this.content = content;
    const line = content.rows.join("/");
    const known = this.known.get(keyOf(content));
    if (known) {
      this.settle(known);
      return;
    }
    this.settle({ line, phase: "thinking", answer: this.guess(line), seconds: SECONDS, error: "" });
    this.timer = setTimeout(() => void this.think(SECONDS), PAUSE);
  }

  /**
   * Learn which levels there are already.
   * @param {KnownLevel[]} levels
   */
  know(levels) {
    if (!levels.length) return;
    this.levels = levels;
    this.known.clear();
    if (!this.thinking) return; // it has not begun, or nobody has asked yet
    this.cancel();
    void this.think(SECONDS);
  }

  /** Think again about the same level, for longer. */
  thinkLonger() {
    if (!this.content) return;
    this.cancel();
    void this.think(LONGER);
  }

  /**
   * Take a solution that somebody else has found.
   * @param {string} line
   * @param {string} solution
   */
  offer(line, solution) {
    const { opinion } = this;
    if (!opinion || opinion.line !== line || this.cutAtWin(line, solution) !== solution) return;
    const best = opinion.answer.solution;
    if (best !== null && best.length <= solution.length) return;
    /** @type {Opinion} */
    const better = { ...opinion, answer: { ...opinion.answer, verdict: "solvable", solution, shortest: false } };
    if (this.content && better.phase === "done") this.remember(this.content, better);
    else this.settle(better);
  }

  /** Be content with what is known. */
  stop() {
    if (!this.opinion || this.opinion.phase !== "thinking") return;
    this.cancel();
    this.settle({ ...this.opinion, phase: "stopped" });
  }

  close() {
    this.cancel();
  }

  cancel() {
    clearTimeout(this.timer);
    this.thinking?.abort();
    this.thinking = null;
  }

  /**
   * What the solution of the last version says about this one: most changes leave it a solution.
   * @param {string} line
   * @returns {Answer}
   */
  guess(line) {
    const last = this.opinion?.answer.solution;
    const solution = last ? this.cutAtWin(line, last) : null;
    return solution === null ? NOTHING : { ...NOTHING, verdict: "solvable", solution };
  }

  /** @param {number} seconds */
  async think(seconds) {
    const { content } = this;
    if (!content) return;
    const controller = new AbortController();
    this.thinking = controller;
    const line = content.rows.join("/");
    const before = this.opinion?.line === line ? this.opinion.answer : this.guess(line);
    /** As it is now: a player may have found a solution meanwhile. @returns {Opinion} */
    const now = () =>
      this.opinion?.line === line
        ? this.opinion
        : { line, phase: "thinking", answer: before, seconds, error: "" };
    this.settle({ ...now(), phase: "thinking", seconds, error: "" });
    const take = (/** @type {Partial<Answer>} */ news) => {
      if (controller.signal.aborted) return;
      this.settle({ ...now(), answer: mergeAnswers(now().answer, news) });
    };
    try {
      const { levels: known } = this;
      const details = { line, seconds, record: content.solution, solution: before.solution, known };
      const { signal } = controller;
      take(await this.thinker.think("judge", details, { onProgress: take, signal }));
      if (controller.signal.aborted) return;
      this.timing.done = performance.now() - this.timing.asked;
      this.remember(content, { ...now(), phase: "done" });
    } catch (error) {
      if (isAbort(error) || controller.signal.aborted) return;
      this.settle({ ...now(), phase: "failed", error: error instanceof Error ? error.message : String(error) });
    }
  }

  /** @param {Content} content @param {Opinion} opinion */
  remember(content, opinion) {
    this.known.delete(keyOf(content));
    this.known.set(keyOf(content), opinion);
    if (this.known.size > MOST_REMEMBERED) {
      const [oldest] = this.known.keys();
      this.known.delete(oldest);
    }
    this.settle(opinion);
  }

  /** @param {Opinion} opinion */
  settle(opinion) {
    this.opinion = opinion;
    if (!this.timing.verdict && opinion.answer.verdict !== "thinking") {
      this.timing.verdict = performance.now() - this.timing.asked;
    }
    this.dispatchEvent(new Event("change"));
  }
}

/**
 * What was known and what is new: a solution is not forgotten, nor exchanged for a longer one.
 * @param {Answer} before
 * @param {Partial<Answer>} news
 * @returns {Answer}
 */
export function mergeAnswers(before, news) {
  /** @type {Answer} */
  const answer = { ...before };
  for (const [name, value] of Object.entries(news)) {
    if (name in NOTHING && value !== undefined) Reflect.set(answer, name, value);
  }
  const isWorse =
    before.solution !== null && (answer.solution === null || answer.solution.length > before.solution.length);
  if (isWorse && !answer.shortest) {
    answer.solution = before.solution;
    answer.shortest = before.shortest;
  }
  if (answer.solution !== null) answer.verdict = "solvable";
  return answer;
}

/** @param {Content} content */
function keyOf({ rows, solution }) {
  return `${rows.join("/")}@${solution}`;
}
