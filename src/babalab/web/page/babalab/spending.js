/** Accounting of what a search uses. */

/**
 * How a search ended.
 * @typedef {"solved" | "unsolvable" | "gave-up" | "out-of-time" | "out-of-expansions" | "out-of-steps" |
 *   "out-of-memory" | "failed"} Verdict
 */
/**
 * Limits of a search: seconds, expansions of states (papers call them iterations), engine steps, bytes.
 * @typedef {{seconds?: number, expansions?: number, steps?: number, bytes?: number}} Budget
 */

/** Thrown inside a search when a limit is reached. */
export class OutOfBudget extends Error {
  /** @param {Verdict} verdict */
  constructor(verdict) {
    super(verdict);
    this.verdict = verdict;
  }
}

/** The account of one search. */
export class Spending {
  /** @param {Budget} budget */
  constructor({ seconds = Infinity, expansions = Infinity, steps = Infinity, bytes = Infinity }) {
    for (const [name, limit] of Object.entries({ seconds, expansions, steps, bytes })) {
      if (!(limit >= 0)) throw new RangeError(`a budget of ${limit} ${name} makes no sense; use 0 or more`);
    }
    this.limits = { seconds, expansions, steps, bytes };
    this.expansions = 0;
    this.steps = 0;
    this.peakBytes = 0;
  }

  #began = performance.now();

  /** Seconds since the search began. */
  get seconds() {
    return (performance.now() - this.#began) / 1000;
  }

  get stepsLeft() {
    return this.limits.steps - this.steps;
  }

  /** The rest of the budget. */
  left() {
    const { seconds, expansions, steps, bytes } = this.limits;
    return {
      seconds: Math.max(0, seconds - this.seconds),
      expansions: Math.max(0, expansions - this.expansions),
      steps: Math.max(0, steps - this.steps),
      bytes,
    };
  }

  /**
   * How many of these expansions the budget still allows, at least one.
   * @param {number} expansions
   * @param {number} stepsEach
   * @throws {OutOfBudget} if it allows none
   */
  affordable(expansions, stepsEach) {
    if (this.seconds >= this.limits.seconds) throw new OutOfBudget("out-of-time");
    const most = Math.min(expansions, this.limits.expansions - this.expansions);
    if (most < 1) throw new OutOfBudget("out-of-expansions");
    const affordable = Math.min(most, Math.floor(this.stepsLeft / stepsEach));
    if (affordable < 1) throw new OutOfBudget("out-of-steps");
    return affordable;
  }

  /**
   * Run a search that may take at most so many more engine steps.
   * @template T, R
   * @param {number} steps
   * @param {Generator<T, R, void>} search
   * @returns {Generator<T, R, void>}
   */
  *narrowed(steps, search) {
    const kept = this.limits;
    this.limits = { ...kept, steps: this.steps + Math.min(steps, this.stepsLeft) };
    try {
      return yield* search;
    } finally {
      this.limits = kept;
    }
  }

  /**
   * @param {number} expansions
   * @param {number} steps
   */
  spend(expansions, steps) {
    this.expansions += expansions;
    this.steps += steps;
  }

  /**
   * Note the memory in use.
   * @param {number} bytes
   * @param {number} [more] bytes that what follows needs
   */
  occupy(bytes, more = 0) {
    this.peakBytes = Math.max(this.peakBytes, bytes);
    if (bytes + more > this.limits.bytes) throw new OutOfBudget("out-of-memory");
  }
}
