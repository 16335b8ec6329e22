/**
 * Running a search of the core's within a budget, a slice at a time, as src/babalab/agents/best_first.py
 * does.
 */
import { OutOfBudget } from "./spending.js";
import { ACTIONS } from "./vocabulary.js";

/** @typedef {import("./search.js").Search} Search */
/** @typedef {import("./spending.js").Spending} Spending */
/** @typedef {Record<string, number>} Statistics counts by name */
/**
 * What a search is at: the best solution so far counts if it is stopped here.
 * @typedef {{statistics: Statistics, seconds: number, expansions: number, steps: number, bytes: number,
 *   solution: string | null}} Glimpse
 */
/** State shared by all parts of an agent's work. `onSearch` is told every search of states that begins. */
export class Work {
  /**
   * @param {Spending} spending
   * @param {number} slice seconds between two glimpses
   * @param {(search: Search) => void} onSearch
   */
  constructor(spending, slice, onSearch) {
    this.spending = spending;
    this.slice = slice;
    this.onSearch = onSearch;
    /** @type {Statistics} */
    this.statistics = {};
    /** @type {string | null} */
    this.solution = null;
  }

  /** @returns {Glimpse} */
  glimpse() {
    const { seconds, expansions, steps, peakBytes: bytes } = this.spending;
    return { statistics: { ...this.statistics }, seconds, expansions, steps, bytes, solution: this.solution };
  }
}

/**
 * Let a search spend the budget, and free it.
 * @param {Work} work
 * @param {Search} search
 * @param {boolean} [counted] whether the statistics tell of it
 * @returns {Generator<Glimpse, {solution: string | null, sound: boolean}, void>}
 */
export function* runSearch(work, search, counted = true) {
  try {
    work.onSearch(search);
    while (true) {
      const outcome = advance(work, search);
      if (counted) {
        Object.assign(work.statistics, search.statistics);
        delete work.statistics.steps; // the budget counts them
      }
      work.spending.occupy(search.bytes);
      yield work.glimpse();
      if (outcome !== "unfinished") return { solution: search.solution(), sound: search.sound };
    }
  } finally {
    search.free();
  }
}

/**
 * Go on for a moment.
 * @param {Work} work
 * @param {Search} search
 */
function advance({ spending, slice }, search) {
  spending.affordable(1, 1);
  const before = search.statistics;
  const expansions = countExpansions(before);
  const { limits } = spending;
  const room = limits.expansions - spending.expansions;
  const outcome = search.advance({
    expansions: room,
    // Steps already paid for by the last expansion are still to be had.
    steps: Math.min(spending.stepsLeft, (room + expansions) * ACTIONS.length - before.steps),
    seconds: Math.min(slice, limits.seconds - spending.seconds),
    bytes: limits.bytes,
  });
  const after = search.statistics;
  spending.spend(countExpansions(after) - expansions, after.steps - before.steps);
  if (outcome === "out-of-memory") {
    spending.occupy(search.bytes);
    throw new OutOfBudget(outcome);
  }
  return outcome;
}

/**
 * Every five steps begun count as an expansion, so that budgets mean the same for all agents: one by walks
 * may take many more.
 * @param {{expanded: number, steps: number}} statistics
 */
function countExpansions({ expanded, steps }) {
  return Math.max(expanded, Math.ceil(steps / ACTIONS.length));
}

/**
 * Run a part of a search; if the budget does not suffice, return null.
 * @template T, R
 * @param {Generator<T, R, void>} part
 * @returns {Generator<T, R | null, void>}
 */
export function* asFarAsAffordable(part) {
  try {
    return yield* part;
  } catch (error) {
    if (error instanceof OutOfBudget) return null;
    throw error;
  }
}
