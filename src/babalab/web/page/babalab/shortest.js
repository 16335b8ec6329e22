/** Shortest solutions, and proofs of having none, as src/babalab/agents/shortest.py. */
import { searchAsChampion } from "./champion.js";
import { asFarAsAffordable, runSearch } from "./running.js";
import { OutOfBudget } from "./spending.js";
import { ACTIONS } from "./vocabulary.js";

/** @typedef {import("./champion.js").Findings} Findings */
/** @typedef {import("./running.js").Glimpse} Glimpse */
/** @typedef {import("./running.js").Work} Work */
/** @typedef {import("./state.js").State} State */

/** States expanded between two looks at the clock. */
const CHUNK = 2048;

/**
 * First the champion, then a search for anything shorter than what it found.
 * @param {Work} work
 * @param {State} state
 * @param {{seed: number | bigint, first: number}} options `first`: engine steps for the champion
 * @returns {Generator<Glimpse, Findings, void>}
 */
export function* searchShortest(work, state, { seed, first }) {
  const champion = searchAsChampion(work, state, { seed, shorten: Math.floor(first / 2) });
  const found = yield* asFarAsAffordable(work.spending.narrowed(first, champion));
  if (found && (found.shortest || found.unsolvable)) return found;
  const solution = found && found.solution;
  const { walks = 0, expanded = 0 } = work.statistics;
  if (!state.level.recordsFacing || 2 * walks >= expanded) {
    const proved = yield* searchByWalks(work, state, solution === null ? Infinity : solution.length - 1);
    if (proved) {
      const shortest = proved.solution || solution;
      if (shortest === null) return { solution: null, shortest: false, unsolvable: proved.sound };
      return { solution: shortest, shortest: proved.sound, unsolvable: false };
    }
  }
  return yield* searchAll(work, state);
}

/**
 * A*, unless it takes too much memory.
 * @param {Work} work
 * @param {State} state
 * @param {number} mostMoves
 */
function* searchByWalks(work, state, mostMoves) {
  try {
    return yield* runSearch(work, state.aStar(mostMoves));
  } catch (error) {
    if (error instanceof OutOfBudget && error.verdict === "out-of-memory") return null;
    throw error;
  }
}

/**
 * All states, breadth first. Those that differ only in the order of like things count as the same until
 * that order matters; then it begins again without this assumption.
 * @param {Work} work
 * @param {State} state
 * @returns {Generator<Glimpse, Findings, void>}
 */
function* searchAll(work, state) {
  if (state.level.hasAlikeThings) {
    const found = yield* searchLayers(work, state, "unordered");
    if (found) return found;
  }
  return /** @type {Findings} */ (yield* searchLayers(work, state, "future"));
}

/**
 * @param {Work} work
 * @param {State} state
 * @param {"unordered" | "future"} same
 * @returns {Generator<Glimpse, Findings | null, void>} null if an order mattered
 */
function* searchLayers(work, state, same) {
  const { spending } = work;
  const layers = state.layers({ same });
  try {
    spending.occupy(layers.bytes, layers.bytesForNext);
    while (!layers.exhausted) {
      const expanded = layers.advance(spending.affordable(CHUNK, ACTIONS.length), spending.limits.bytes);
      spending.spend(expanded, ACTIONS.length * expanded);
      const { depth, frontier, states, dropped, unrepresentable } = layers;
      Object.assign(work.statistics, { depth, frontier, visited: states, lost: dropped, unrepresentable });
      spending.occupy(layers.bytes);
      if (same === "unordered" && layers.orderMattered) return null;
      // By whichever hash: the coarser one holds as long as no order mattered.
      if (layers.won) return { solution: layers.moves, shortest: true, unsolvable: false };
      if (!expanded) throw new OutOfBudget("out-of-memory");
      yield work.glimpse();
    }
    return { solution: null, shortest: false, unsolvable: !layers.unrepresentable };
  } finally {
    layers.free();
  }
}
