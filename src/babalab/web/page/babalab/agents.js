/** Agents as generators: they yield their progress, and return their result. */
import { searchAsChampion } from "./champion.js";
import { OutOfMemoryError } from "./errors.js";
import { Work } from "./running.js";
import { searchShortest } from "./shortest.js";
import { OutOfBudget, Spending } from "./spending.js";

/** @typedef {import("./champion.js").Findings} Findings */
/** @typedef {import("./running.js").Glimpse} Glimpse */
/** @typedef {import("./search.js").Search} Search */
/** @typedef {import("./spending.js").Verdict} Verdict */
/** @typedef {import("./state.js").State} State */
/** @typedef {Glimpse & {result?: Result}} Progress */
/**
 * The answer of an agent. A solution has been played, and `shortest` says whether it is proved to be a
 * shortest one; `unsolvable` is proved too.
 * @typedef {{agent: AgentName, verdict: Verdict, solution: string | null, shortest: boolean,
 *   statistics: Record<string, number>, seconds: number, expansions: number, steps: number,
 *   bytes: number}} Result
 */
/** @typedef {"champion" | "shortest"} AgentName */
/**
 * The budget, in all, and: `seed` for the order of directions, `slice` seconds between two glimpses,
 * `onSearch` to be told every search that begins (to look at its heat, say).
 * @typedef {import("./spending.js").Budget & {seed?: number | bigint, slice?: number,
 *   onSearch?: (search: Search) => void}} AgentOptions
 */

/** Seconds between two glimpses. */
const SLICE = 0.05;

/**
 * Our strongest agent: finds a solution, and makes it shorter for as long as `shorten` engine steps allow.
 * If it runs out of states, the level is proved unsolvable.
 * @param {State} state
 * @param {AgentOptions & {shorten?: number}} [options]
 * @returns {Generator<Progress, Result, void>}
 */
export function champion(state, { seed = 0, shorten = 200_000, ...options } = {}) {
  return work("champion", state, options, (its) => searchAsChampion(its, state, { seed, shorten }));
}

/**
 * A shortest solution, or a proof that there is none. `first` is how many engine steps the champion may
 * take before.
 * @param {State} state
 * @param {AgentOptions & {first?: number}} [options]
 * @returns {Generator<Progress, Result, void>}
 */
export function shortest(state, { seed = 0, first = 3_000_000, ...options } = {}) {
  return work("shortest", state, options, (its) => searchShortest(its, state, { seed, first }));
}

/** All agents, by name. */
export const AGENTS = Object.freeze({ champion, shortest });

/**
 * @param {AgentName} agent
 * @param {State} state
 * @param {AgentOptions} options
 * @param {(work: Work) => Generator<Glimpse, Findings, void>} search
 * @returns {Generator<Progress, Result, void>}
 */
function* work(agent, state, { slice = SLICE, onSearch = () => {}, ...budget }, search) {
  const spending = new Spending(budget);
  const its = new Work(spending, slice, onSearch);
  /** @type {Findings} */
  let found = { solution: null, shortest: false, unsolvable: false };
  /** @type {Verdict} */
  let verdict = "gave-up";
  try {
    found = state.won ? { ...found, solution: "", shortest: true } : yield* search(its);
  } catch (error) {
    if (error instanceof OutOfBudget) verdict = error.verdict;
    else if (error instanceof OutOfMemoryError) verdict = "out-of-memory";
    else throw error;
  }
  if (found.solution === null && !found.unsolvable) found = { ...found, solution: its.solution };
  if (found.unsolvable) verdict = "unsolvable";
  if (found.solution !== null) verdict = wins(state, found.solution) ? "solved" : "failed";
  const { statistics, seconds, expansions, steps, bytes } = its.glimpse();
  const counts = { statistics, seconds, expansions, steps, bytes };
  if (verdict === "failed") return { agent, verdict, solution: null, shortest: false, ...counts };
  return { agent, verdict, solution: found.solution, shortest: found.shortest, ...counts };
}

/**
 * @param {State} state
 * @param {string} moves
 */
function wins(state, moves) {
  return moves === "" ? state.won : state.play(moves).won;
}

/**
 * The last progress of a search.
 * @param {Result} result
 * @returns {Progress}
 */
export function finish(result) {
  const { statistics, seconds, expansions, steps, bytes, solution } = result;
  return { statistics, seconds, expansions, steps, bytes, solution, result };
}
