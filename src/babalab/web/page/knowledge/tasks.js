/**
 * The tasks of the page's worker, each a generator: it yields what is known so far, or null, after every
 * slice of work of a few hundredths of a second, and returns its result. All of both can be sent to another
 * thread.
 */

import { AGENTS, State } from "../babalab/index.js";
import { analyse } from "./analysing.js";
import { findHint } from "./hints.js";
import { judge } from "./judging.js";
import { SLICE } from "./proving.js";

/**
 * @typedef {import("../babalab/agents.js").Progress} Progress
 * @typedef {import("../babalab/agents.js").Result} Result
 * @typedef {import("./analysing.js").Analysis} Analysis
 * @typedef {import("./judging.js").Judgement} Judgement
 */

/**
 * @typedef {object} HintResult
 * @property {string[]} steps the hint in sentences that tell more and more; one if nothing can be advised
 * @property {string} sentence the hint in one sentence
 * @property {string} moves the next ones, up to the next milestone
 * @property {[number, number][]} cells that the hint is about
 * @property {string | null} solution from the state, or from the one to go back to
 * @property {number | null} takeBack moves to take back until it can be won again; null if it can be, or is
 * not known
 * @property {boolean} fewest whether taking back fewer is proved not to be enough
 * @property {boolean} hopeless whether the level is proved unsolvable from its start
 * @property {string} verdict of the search
 */

/** The memory that a search may take. */
const MOST_BYTES = 768 * 2 ** 20;

/**
 * Solve a state: `text` is its text, `agent` is "champion" or "shortest".
 *
 * @param {{text: string, agent?: "champion" | "shortest", seed?: number, seconds?: number, steps?: number}}
 * details
 * @returns {Generator<Progress, Result>}
 */
function* solve({ text, agent = "champion", seed = 0, seconds = 10, steps = Infinity }) {
  const state = State.parse(text);
  try {
    const options = { seed, seconds, steps, bytes: MOST_BYTES, slice: SLICE };
    return yield* AGENTS[agent](state, options);
  } finally {
    state.level.free();
  }
}

/**
 * Give a hint: `known` is a solution of the level on record, `solution` one of the state.
 *
 * @param {{text: string, seconds?: number, known?: string, solution?: string | null}} details
 * @returns {Generator<Progress, HintResult>}
 */
function* hint({ text, seconds = 10, known = "", solution = null }) {
  const state = State.parse(text);
  try {
    const found = yield* findHint(state, { seconds, known, solution });
    return {
      steps: found.steps,
      sentence: found.sentence,
      moves: found.moves,
      cells: found.cells,
      solution: found.solution ?? found.rest,
      takeBack: found.takeBack,
      fewest: found.fewest,
      hopeless: found.hopeless,
      verdict: found.verdict,
    };
  } finally {
    state.level.free();
  }
}

/**
 * Analyse a state; see analysing.js.
 *
 * @param {{text: string, seconds?: number}} details
 * @returns {Generator<Analysis, Analysis>}
 */
function* analyseText({ text, seconds = 10 }) {
  const state = State.parse(text);
  try {
    return yield* analyse(state, { seconds });
  } finally {
    state.level.free();
  }
}

/** @type {Readonly<Record<string, (details: any) => Generator<object | null, object>>>} */
const TASKS = { solve, hint, judge, analyse: analyseText };

/**
 * Begin a task.
 *
 * @param {string} task
 * @param {object} details
 * @returns {Generator<object | null, object>}
 */
export function beginTask(task, details) {
  if (!Object.hasOwn(TASKS, task)) {
    throw new RangeError(
      `there is no task ${JSON.stringify(task)}; there are ${Object.keys(TASKS).join(", ")}`,
    );
  }
  return TASKS[task](details);
}
