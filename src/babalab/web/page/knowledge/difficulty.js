/**
 * The difficulty of a level: one number from 0 to 100, from what can be measured.
 *
 * It is the sum of five parts, each a fact about the level and its solution. A fact x whose typical value is
 * t earns the share x / (x + t) of its points. babalab/game/difficulty.py, whose twin this is, says more.
 */

import { isMilestone } from "./events.js";
import { round } from "./rounding.js";
import { tell } from "./story.js";

/**
 * @typedef {import("../babalab/index.js").State} State
 * @typedef {"length" | "rules" | "pushes" | "danger" | "choice"} PartName
 * @typedef {{name: PartName, value: number, points: number, most: number}} ScorePart
 */

/** @type {readonly PartName[]} */
const NAMES = ["length", "rules", "pushes", "danger", "choice"];
/** The most points that each part can earn. @type {Readonly<Record<PartName, number>>} */
export const POINTS = { length: 37.5, rules: 25, pushes: 12.5, danger: 12.5, choice: 12.5 };
/** The values that earn half of the points. @type {Readonly<Record<PartName, number>>} */
export const TYPICAL = { length: 11, rules: 1, pushes: 3, danger: 0.03, choice: 3.7 };
const MOVES = 5;

/** The difficulty of a level: a score from 0 to 100, and where it comes from. */
export class Difficulty {
  /** @param {ScorePart[]} parts */
  constructor(parts) {
    this.parts = parts;
    this.score = parts.reduce((sum, part) => sum + part.points, 0);
    /** The score as it is shown everywhere: a whole number. */
    this.number = round(this.score);
  }

  /** The same as `Difficulty.as_json()` of Python. */
  asJson() {
    return {
      score: round(this.score, 1),
      parts: this.parts.map(({ name, value, points, most }) => ({
        name,
        value: round(value, 4),
        points: round(points, 2),
        most: round(most, 2),
      })),
    };
  }
}

/**
 * Rate the difficulty of the level or state that a solution solves.
 *
 * @param {State} state
 * @param {string} solution
 * @returns {Difficulty}
 * @throws {Error} if the moves do not win
 */
export function rate(state, solution) {
  const story = tell(state.level.line, state.moves, solution);
  if (!story.won) {
    throw new Error(`${solution} does not win, so it says nothing about the difficulty`);
  }
  const changes = story.events.filter(
    (event) => (event.kind === "rule-made" || event.kind === "rule-broken") && isMilestone(event),
  );
  const pushing = story.steps.filter((step) =>
    step.events.some((event) => event.kind === "pushed" && !event.by_itself),
  );
  /** @type {Record<PartName, number>} */
  const facts = {
    length: story.steps.length,
    rules: changes.length,
    pushes: pushing.length,
    ...measureSurroundings(state, story.moves),
  };
  return new Difficulty(
    NAMES.map((name) => {
      const value = facts[name];
      return { name, value, points: POINTS[name] * (value / (value + TYPICAL[name])), most: POINTS[name] };
    }),
  );
}

/**
 * Return the share of fatal moves and the mean choice along the solution.
 *
 * @param {State} start
 * @param {string} moves
 * @returns {{danger: number, choice: number}}
 */
function measureSurroundings(start, moves) {
  if (!moves) {
    return { danger: 0, choice: 0 };
  }
  let fatal = 0;
  let different = 0;
  let state = start;
  for (const letter of moves) {
    const children = state.children();
    const hashes = new Set(children.map((child) => child.hash()));
    hashes.delete(state.hash());
    different += hashes.size;
    if (!state.helpless) {
      fatal += children.filter((child) => child.helpless && !child.won).length;
    }
    state = state.step(letter);
  }
  return { danger: fatal / (moves.length * MOVES), choice: different / moves.length };
}
