/** Agents: the same states expanded, and the same answers, as the agents in Python. */
import assert from "node:assert/strict";
import test from "node:test";
import { AGENTS, load, State } from "../../../src/babalab/web/page/babalab/index.js";
import { expected } from "./expected.js";

await load();

test("agents do the same", () => {
  for (const { agent, line, options, statistics, ...answer } of expected) {
    const search = AGENTS[/** @type {keyof typeof AGENTS} */ (agent)](State.parse(line), options);
    let next = search.next();
    while (!next.done) next = search.next();
    const { verdict, solution, shortest, expansions, steps, statistics: counts } = next.value;
    const found = { verdict, solution, shortest, expansions, steps, statistics: counts };
    assert.deepEqual(found, { ...answer, statistics }, `${line} ${JSON.stringify(options)}`);
  }
});
