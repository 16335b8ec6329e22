/**
 * The core in WebAssembly under Node, for core_in_node.py: reads a task from standard input, writes a JSON object.
 * Seconds are those of the processor.
 */
import { readFileSync } from "node:fs";
import { brotliCompressSync, gzipSync } from "node:zlib";
import { champion, Level, load } from "../src/babalab/web/page/babalab/index.js";

const task = JSON.parse(readFileSync(0, "utf8"));
const wasm = readFileSync(new URL("../src/babalab/web/page/babalab/babalab.wasm", import.meta.url));
await load(wasm);

const cpu = () => {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1e6;
};

/**
 * Do the work again and again for some seconds; return how many steps a second it makes.
 * @param {() => number} work returns its steps
 */
function rateOf(work) {
  work();
  let steps = 0;
  const began = cpu();
  while (cpu() - began < task.seconds) steps += work();
  return steps / (cpu() - began);
}

/** @type {{line: string, rows: string, actions: number[]}[]} */
const plays = task.plays;
const batches = plays.map(({ line, rows, actions }) => ({
  level: Level.parse(line), rows: new Uint8Array(Buffer.from(rows, "base64")), actions: Uint8Array.from(actions),
}));
const batch = rateOf(() => {
  let steps = 0;
  for (const { level, rows, actions } of batches) {
    const states = rows.slice();
    for (let turn = 0; turn < 8; turn++) level.stepMany(states, actions);
    steps += 8 * actions.length;
  }
  return steps;
});
const single = rateOf(() => {
  let steps = 0;
  for (const { level, actions } of batches) {
    let state = level.start();
    for (const action of actions.slice(0, 20)) state = state.step(action);
    steps += 20;
  }
  return steps;
});

const answers = /** @type {string[]} */ (task.lines).map((line) => {
  const began = cpu();
  const search = champion(Level.parse(line).start(), { seconds: task.limit });
  let next = search.next();
  while (!next.done) next = search.next();
  const { solution, expansions, steps } = next.value;
  return { solution, expansions, steps, seconds: cpu() - began };
});
const bytes = { raw: wasm.length, gzip: gzipSync(wasm, { level: 9 }).length, brotli: brotliCompressSync(wasm).length };
console.log(JSON.stringify({ node: process.version, bytes, batch, single, answers }));
