/** Solving beside everything else that a page does: in a Web Worker, where there are any. */
import { AGENTS, finish } from "./agents.js";
import { compiledModule, load } from "./core.js";
import { CoreError } from "./errors.js";
import { Level } from "./level.js";

/** @typedef {import("./agents.js").AgentName} AgentName */
/** @typedef {import("./agents.js").Progress} Progress */
/** @typedef {import("./state.js").State} State */
/**
 * What agents take, by name: `agent`, `seed`, `seconds`, `expansions`, `steps`, `bytes`, `slice`, `shorten`
 * (the champion's), `first` (of `shortest`). `thread` "same" searches in this thread, in slices.
 * @typedef {import("./spending.js").Budget & {agent?: AgentName, seed?: number | bigint, slice?: number,
 *   shorten?: number, first?: number, thread?: "own" | "same"}} SolveOptions
 */
/** @typedef {{module: WebAssembly.Module, line: string, row: Uint8Array, moves: string, agent: AgentName,
 *   options: object}} Task */
/** @typedef {{ready: true} | {progress: Progress} | {error: string}} Message */

/**
 * Search for a solution. What comes is the progress, at last with a `result`; whoever stops listening ends
 * the search.
 *
 *     for await (const { solution, result } of solve(level, { seconds: 10 })) ...
 *
 * @param {Level | State} start
 * @param {SolveOptions} [options]
 * @returns {AsyncGenerator<Progress, void, void>}
 */
export async function* solve(start, { agent = "champion", thread = "own", ...options } = {}) {
  if (!Object.hasOwn(AGENTS, agent)) throw new RangeError(`there is no agent ${JSON.stringify(agent)}`);
  await load();
  const state = start instanceof Level ? start.start() : start;
  const worker = thread === "own" ? await startWorker() : null;
  if (worker) yield* askWorker(worker, state, agent, options);
  else yield* searchHere(state, agent, options);
}

/**
 * @param {State} state
 * @param {AgentName} agent
 * @param {object} options
 * @returns {AsyncGenerator<Progress, void, void>}
 */
async function* searchHere(state, agent, options) {
  const search = AGENTS[agent](state, options);
  try {
    for (;;) {
      const { value, done } = search.next();
      yield done ? finish(value) : value;
      if (done) return;
      await new Promise((resolve) => setTimeout(resolve, 0)); // let the thread do something else
    }
  } finally {
    // Who stops listening ends the search, which frees its memory.
    search.return(/** @type {never} */ (undefined));
  }
}

/**
 * A worker that answers; null where there are none, or none may be started.
 * @returns {Promise<Worker | null>}
 */
async function startWorker() {
  if (typeof Worker === "undefined") return null;
  let worker;
  try {
    worker = new Worker(new URL("./solver_worker.js", import.meta.url), { type: "module" });
  } catch {
    return null;
  }
  const answers = await new Promise((resolve) => {
    worker.onmessage = () => resolve(true);
    worker.onerror = (event) => {
      event.preventDefault();
      resolve(false);
    };
  });
  if (answers) return worker;
  worker.terminate();
  return null;
}

/**
 * @param {Worker} worker
 * @param {State} state
 * @param {AgentName} agent
 * @param {object} options
 * @returns {AsyncGenerator<Progress, void, void>}
 */
async function* askWorker(worker, state, agent, options) {
  /** @type {Message[]} */
  const waiting = [];
  let wake = () => {};
  const receive = (/** @type {Message} */ message) => {
    waiting.push(message);
    wake();
  };
  worker.onmessage = ({ data }) => receive(data);
  worker.onerror = (event) => receive({ error: event.message || "the worker has stopped" });
  /** @type {Task} */
  const task = {
    module: compiledModule(), line: state.level.line, row: state.row, moves: state.moves, agent, options,
  };
  worker.postMessage(task);
  try {
    for (;;) {
      if (!waiting.length) await new Promise((resolve) => (wake = () => resolve(undefined)));
      const message = /** @type {Message} */ (waiting.shift());
      if ("error" in message) throw new CoreError(message.error);
      if (!("progress" in message)) continue;
      yield message.progress;
      if (message.progress.result) return;
    }
  } finally {
    worker.terminate();
  }
}
