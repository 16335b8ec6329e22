// What is known of positions: remembered while the view is open, so that coming back costs nothing.

/**
 * @typedef {"won" | "winnable" | "unwinnable" | "lost" | "unknown"} Kind
 *
 * @typedef {object} Verdict
 * @property {Kind} kind
 * @property {number | null} distance moves to the win of the best solution known
 * @property {boolean} proved whether no solution is shorter
 * @property {string | null} solution
 * @property {string | null} reason of a position that can't be won: the name of a proof
 *
 * @typedef {import("../../babalab/index.js").State} State
 */

/** @type {Verdict} */
export const UNKNOWN = { kind: "unknown", distance: null, proved: false, solution: null, reason: null };

/** The positions remembered at most; a session that visits more forgets the oldest. */
const MOST = 50_000;

export class Verdicts {
  constructor() {
    /** @type {Map<string, Verdict>} */
    this.known = new Map();
  }

  /**
   * What is known of a position; the position itself says whether it is won, lost or a plain dead end.
   * @param {State} state
   * @returns {Verdict}
   */
  of(state) {
    const key = keyOf(state);
    const known = this.known.get(key);
    if (known) return known;
    const seen = look(state);
    this.remember(key, seen);
    return seen;
  }

  /**
   * Add to what is known; the better of both knowledges stays. Return whether the new one is.
   * @param {State} state
   * @param {Verdict} verdict
   */
  learn(state, verdict) {
    const better = isBetter(verdict, this.of(state));
    if (better) this.remember(keyOf(state), verdict);
    return better;
  }

  /**
   * @param {string} key
   * @param {Verdict} verdict
   */
  remember(key, verdict) {
    if (this.known.size >= MOST) this.known.delete(/** @type {string} */ (this.known.keys().next().value));
    this.known.set(key, verdict);
  }

  /**
   * Learn from a solution: every position on its way can be won by the rest of it.
   * @param {State} state
   * @param {string} solution
   * @param {boolean} proved whether it is a shortest one; then so is the rest of it everywhere
   */
  learnSolution(state, solution, proved) {
    let place = state;
    for (let played = 0; played <= solution.length; played++) {
      const rest = solution.slice(played);
      if (place.won) break;
      this.learn(place, { kind: "winnable", distance: rest.length, proved, solution: rest, reason: null });
      if (rest) place = place.step(rest[0]);
    }
  }

  /**
   * Learn of positions that follow each other: where the last can be won, so can those before it, and where
   * one can't be won, neither can those behind it.
   * @param {State[]} states from the first to the last
   * @param {string} letters the moves between them
   */
  learnAlong(states, letters) {
    for (let i = states.length - 1; i > 0; i--) {
      const { kind, distance, solution } = this.of(states[i]);
      if (kind !== "won" && kind !== "winnable") break;
      if (distance === null || solution === null) break;
      const way = letters[i - 1] + solution;
      const news = { distance: way.length, proved: false, solution: way, reason: null };
      this.learn(states[i - 1], { kind: "winnable", ...news });
    }
    const dead = states.find((state) => cannotBeWon(this.of(state)));
    if (!dead) return;
    const { reason } = this.of(dead);
    for (const state of states.slice(states.indexOf(dead) + 1)) {
      this.learn(state, { kind: "unwinnable", distance: null, proved: true, solution: null, reason });
    }
  }

  /**
   * Learn of a position from its children: where all are lost, it is; where all are known exactly, so is it.
   * @param {State} state
   * @param {State[]} children
   * @param {string} letters the moves to the children
   */
  learnFromChildren(state, children, letters) {
    if (state.won || state.lost) return;
    const verdicts = children.map((child) => this.of(child));
    const key = keyOf(state);
    let best = -1;
    let isClosed = true;
    let isExact = true;
    children.forEach((child, i) => {
      const verdict = verdicts[i];
      const isSame = keyOf(child) === key;
      if (isSame) return; // a move that changes nothing decides nothing
      if (canBeWon(verdict)) {
        isClosed = false;
        if (!verdict.proved) isExact = false;
        if (best < 0 || (verdict.distance ?? Infinity) < (verdicts[best].distance ?? Infinity)) best = i;
      } else if (!cannotBeWon(verdict)) {
        isClosed = isExact = false;
      }
    });
    if (best >= 0) {
      const { distance, solution } = verdicts[best];
      if (distance === null || solution === null) return;
      this.learn(state, {
        kind: "winnable",
        distance: distance + 1,
        proved: isExact || distance === 0,
        solution: letters[best] + solution,
        reason: null,
      });
    } else if (isClosed) {
      this.learn(state, { kind: "unwinnable", distance: null, proved: true, solution: null, reason: "searched" });
    }
  }
}

/** States never change, so neither do their keys. @type {WeakMap<State, string>} */
const keys = new WeakMap();

/** @param {State} state */
export function keyOf(state) {
  let key = keys.get(state);
  if (key === undefined) {
    key = state.hash();
    keys.set(state, key);
  }
  return key;
}

/**
 * What a position says of itself, without a search.
 * @param {State} state
 * @returns {Verdict}
 */
function look(state) {
  if (state.won) return { kind: "won", distance: 0, proved: true, solution: "", reason: null };
  const reason = state.deadEnd;
  if (state.lost) return { kind: "lost", distance: null, proved: true, solution: null, reason: reason ?? "lost" };
  if (reason) return { kind: "unwinnable", distance: null, proved: true, solution: null, reason };
  return UNKNOWN;
}

/** @param {Verdict} verdict */
export function canBeWon({ kind }) {
  return kind === "won" || kind === "winnable";
}

/** @param {Verdict} verdict */
export function cannotBeWon({ kind }) {
  return kind === "unwinnable" || kind === "lost";
}

/**
 * The best moves: those to the nearest win that is known.
 * @param {Verdict[]} verdicts of the children
 * @returns {number[]} their places
 */
export function bestOf(verdicts) {
  const distances = verdicts.map((each) => (canBeWon(each) ? (each.distance ?? Infinity) : Infinity));
  const least = Math.min(...distances);
  return least === Infinity ? [] : distances.flatMap((each, i) => (each === least ? [i] : []));
}

/**
 * Whether one verdict knows more than another.
 * @param {Verdict} verdict
 * @param {Verdict} before
 */
function isBetter(verdict, before) {
  if (verdict.kind === "unknown") return false;
  if (before.kind === "unknown") return true;
  if (before.kind !== "winnable" || verdict.kind !== "winnable") return false; // decided once for all
  const [now, then] = [verdict.distance ?? Infinity, before.distance ?? Infinity];
  return now < then || (now === then && verdict.proved && !before.proved);
}
