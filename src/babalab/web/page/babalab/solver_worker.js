/** The Web Worker of `solve`: it does one task, and is ended from outside. */
import { AGENTS, finish } from "./agents.js";
import { load } from "./core.js";
import { Level } from "./level.js";
import { State } from "./state.js";

/** @typedef {import("./solve.js").Message} Message */

/** @param {Message} message */
const tell = (message) => self.postMessage(message);

/** @param {MessageEvent<import("./solve.js").Task>} event */
self.onmessage = async ({ data: { module, line, row, moves, agent, options } }) => {
  try {
    await load(module);
    const search = AGENTS[agent](State.of(Level.parse(line), row, moves), options);
    for (;;) {
      const { value, done } = search.next();
      tell({ progress: done ? finish(value) : value });
      if (done) return;
    }
  } catch (error) {
    tell({ error: error instanceof Error ? error.message : String(error) });
  }
};
tell({ ready: true });
