/** Every step of every recording of the competition's engine. */
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import test from "node:test";
import { gunzipSync } from "node:zlib";
import { Level, load } from "../../../src/babalab/web/page/babalab/index.js";
import { expected } from "./expected.js";

await load();

/** @type {Record<string, [plays: number, steps: number]>} */
const RECORDED = { "full.jsonl.gz": [1188, 41_064], "rand.jsonl.gz": [3600, 71_019] };

/** @param {import("../../../src/babalab/web/page/babalab/index.js").State} state */
function observe(state) {
  const yous = new Set(state.rules.filter((rule) => rule.endsWith("-is-you")));
  const you = state.things.filter(({ noun, inKin }) => inKin && yous.has(`${noun}-is-you`)).length;
  return { map: state.picture, rules: state.rules.join(" "), you, won: Number(state.won) };
}

for (const path of /** @type {string[]} */ (expected.files)) {
  const name = /** @type {string} */ (path.split("/").pop());
  test(name, () => {
    const lines = gunzipSync(readFileSync(path)).toString("utf8").trim().split("\n");
    let steps = 0;
    for (const line of lines) {
      const { id, ascii, actions, start, steps: states } = JSON.parse(line);
      const level = Level.parse(ascii);
      let state = level.start();
      assert.deepEqual(observe(state), { map: start.map, rules: start.rules.join(" "), you: start.you, won: 0 });
      [...actions].forEach((letter, i) => {
        state = state.step(letter);
        const [map, rules, you, won] = states[i];
        assert.deepEqual(observe(state), { map, rules, you, won }, `play ${id}, step ${i + 1}`);
        steps++;
      });
      level.free();
    }
    assert.deepEqual([lines.length, steps], RECORDED[name]);
  });
}
