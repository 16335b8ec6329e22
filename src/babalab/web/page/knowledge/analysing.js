/**
 * Analysing a state: for each of its five moves, whether the level can still be won behind it, and in how
 * many moves.
 *
 * All moves are searched in turns. First it is decided behind each whether there is a solution at all, then
 * solutions are made shorter until they are proved shortest.
 */

import { SLICE } from "./proving.js";
import { LETTERS } from "./vocabulary.js";

/**
 * @typedef {import("../babalab/index.js").State} State
 * @typedef {import("../babalab/index.js").Search} Search
 * @typedef {import("../babalab/index.js").Shortener} Shortener
 */

/**
 * What is known of the state behind a move.
 *
 * @typedef {object} MoveAnalysis
 * @property {string} letter
 * @property {boolean} same whether the move changes nothing
 * @property {"won" | "winnable" | "unwinnable" | "lost" | "unknown"} verdict
 * @property {number | null} distance moves that the solution has
 * @property {boolean} proved whether no solution is shorter
 * @property {string | null} solution the moves that win from behind the move, not the move itself; "" if it
 * is won
 * @property {string | null} reason why it can't be won: the name of a dead end, or "searched"
 */

/**
 * `heat` has for each cell, row by row, how many states that the searches have met had something YOU there.
 *
 * @typedef {object} Analysis
 * @property {MoveAnalysis[]} moves in the order of the letters u d l r s
 * @property {Record<string, number>} statistics
 * @property {Uint32Array} heat
 */

/** Milliseconds that go into deciding alone; then what is decided is made shorter in between. */
const DECIDING = 5000;
/** The memory that all searches together may take. */
const MOST_BYTES = 768 * 2 ** 20;

/** The state behind a move, and what is being done about it. */
class Branch {
  /**
   * @param {State} state
   * @param {MoveAnalysis} move
   */
  constructor(state, move) {
    this.state = state;
    this.move = move;
    /** @type {Search | null} */
    this.search = null;
    /** @type {Shortener | null} */
    this.shortener = null;
    /** The number of states counted in the heat. */
    this.counted = 0;
    this.isDone = false;
    this.searchSteps = 0;
    /** @type {Record<string, number>} */
    this.statistics = {};
  }

  /**
   * Go on for a slice, and add to the heat.
   *
   * @param {Uint32Array} heat
   * @param {number} bytes that it may take
   */
  advance(heat, bytes) {
    if (this.move.verdict === "unknown") {
      this.#solve(heat, bytes);
    } else {
      this.#shorten(bytes);
    }
  }

  /**
   * @param {Uint32Array} heat
   * @param {number} bytes
   */
  #solve(heat, bytes) {
    const search = (this.search ??= this.state.bestFirst());
    const outcome = search.advance({ seconds: SLICE, bytes });
    this.#count(search, heat);
    if (outcome === "unfinished") {
      return;
    }
    const solution = search.solution();
    if (solution !== null) {
      this.learn({ verdict: "winnable", distance: solution.length, solution });
    } else {
      this.isDone = true;
      if (outcome === "exhausted" && search.sound) {
        this.learn({ verdict: "unwinnable", proved: true, reason: "searched" });
      }
    }
    this.free();
  }

  /**
   * @param {Search} search
   * @param {Uint32Array} heat
   */
  #count(search, heat) {
    const { upTo, counts } = search.heat(this.counted);
    this.counted = upTo;
    counts.forEach((count, cell) => {
      heat[cell] += count;
    });
    const { expanded, steps, depth, visited, frontier = 0 } = search.statistics;
    this.searchSteps = steps;
    this.statistics = { expanded, steps, depth, visited, frontier, bytes: search.bytes };
  }

  /** @param {number} bytes */
  #shorten(bytes) {
    const shortener = (this.shortener ??= this.state.shortener(this.move.solution ?? ""));
    const outcome = shortener.advance({ moment: SLICE, bytes });
    const { moves, shortest, steps, bytes: taken } = shortener;
    this.statistics = { ...this.statistics, steps: this.searchSteps + steps, bytes: taken };
    if (moves.length < (this.move.distance ?? Infinity) || shortest) {
      this.learn({ distance: moves.length, solution: moves, proved: shortest });
    }
    if (outcome !== "unfinished" || shortest) {
      this.isDone = true;
      this.free();
    }
  }

  /** @param {Partial<MoveAnalysis>} news */
  learn(news) {
    this.move = { ...this.move, ...news };
  }

  free() {
    this.search?.free();
    this.shortener?.free();
    this.search = this.shortener = null;
  }
}

/**
 * Analyse a state; yield what is known after each slice of work, and return what is known in the end.
 *
 * @param {State} state
 * @param {{seconds?: number}} [options]
 * @returns {Generator<Analysis, Analysis>}
 */
export function* analyse(state, { seconds = 10 } = {}) {
  /** Milliseconds of work: those in which others work, or in which this is paused, don't count. */
  let worked = 0;
  const children = state.children();
  const branches = children.map((child, i) => new Branch(child, look(state, child, LETTERS[i])));
  const heat = new Uint32Array(state.level.width * state.level.height);
  // Moves that lead to the same state are searched once; the state itself is known from the others.
  const firsts = children.map((child) => children.findIndex((other) => other.equals(child)));
  const open = branches.filter(
    ({ move, isDone }, i) => firsts[i] === i && !move.same && !isDone && !isFinal(move),
  );
  /** @type {() => Analysis} */
  const tell = () => ({
    moves: complete(
      branches.map((branch, i) => ({ ...branches[firsts[i]].move, letter: branch.move.letter })),
    ),
    statistics: addUp(branches, worked / 1000),
    heat,
  });
  try {
    for (let left = open; left.length && worked < 1000 * seconds;) {
      const unknown = left.filter((branch) => branch.move.verdict === "unknown");
      for (const branch of unknown.length && worked < DECIDING ? unknown : left) {
        const began = performance.now();
        branch.advance(heat, MOST_BYTES / open.length);
        worked += performance.now() - began;
        yield tell();
      }
      left = left.filter((branch) => !branch.isDone);
    }
  } finally {
    branches.forEach((branch) => branch.free());
  }
  return tell();
}

/** @param {MoveAnalysis} move */
const isFinal = ({ verdict }) => verdict !== "unknown";

/**
 * Return what a state says of itself, without a search.
 *
 * @param {State} before
 * @param {State} state
 * @param {string} letter
 * @returns {MoveAnalysis}
 */
function look(before, state, letter) {
  /** @type {MoveAnalysis} */
  const move = {
    letter,
    same: state.equals(before),
    verdict: "unknown",
    distance: null,
    proved: false,
    solution: null,
    reason: null,
  };
  if (state.won) {
    return { ...move, verdict: "won", distance: 0, proved: true, solution: "" };
  }
  if (state.lost) {
    return { ...move, verdict: "lost", proved: true, reason: "lost" };
  }
  const reason = state.deadEnd;
  return reason ? { ...move, verdict: "unwinnable", proved: true, reason } : move;
}

/**
 * Fill in the moves that change nothing: behind them it is as before, so the other moves tell.
 *
 * @param {MoveAnalysis[]} moves
 * @returns {MoveAnalysis[]}
 */
function complete(moves) {
  const others = moves.filter((move) => !move.same);
  /** @type {MoveAnalysis | null} */
  let best = null;
  for (const move of others) {
    if (
      move.distance !== null &&
      (best?.distance === undefined || move.distance < (best.distance ?? Infinity))
    ) {
      best = move;
    }
  }
  const areProved = others.every((move) => move.proved);
  /** @type {Partial<MoveAnalysis>} */
  let known = {};
  if (best && best.distance !== null) {
    const { letter, distance, solution } = best;
    const isNearest = distance === 0 || areProved;
    known = { verdict: "winnable", distance: distance + 1, proved: isNearest, solution: letter + solution };
  } else if (areProved) {
    known = { verdict: "unwinnable", proved: true, reason: "searched" };
  }
  return moves.map((move) => (move.same && !isFinal(move) ? { ...move, ...known } : move));
}

/**
 * @param {Branch[]} branches
 * @param {number} seconds
 * @returns {Record<string, number>}
 */
function addUp(branches, seconds) {
  /** @type {(name: string) => number} */
  const sum = (name) => branches.reduce((all, { statistics }) => all + (statistics[name] ?? 0), 0);
  const depth = branches.reduce((most, { statistics }) => Math.max(most, statistics.depth ?? 0), 0);
  return {
    expanded: sum("expanded"),
    steps: sum("steps"),
    visited: sum("visited"),
    frontier: sum("frontier"),
    bytes: sum("bytes"),
    depth,
    seconds,
  };
}
