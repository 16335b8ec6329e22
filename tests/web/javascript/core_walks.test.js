/** Regions: playing the walk to any of their cells moves YOU there and does nothing else. */
import assert from "node:assert/strict";
import test from "node:test";
import { Level, load } from "../../../src/babalab/web/page/babalab/index.js";
import { expected } from "./expected.js";

await load();

const STEPS = [[-1, 0], [1, 0], [0, -1], [0, 1]];

test("walks only walk", () => {
  let walked = 0;
  for (const line of expected.lines) {
    const level = Level.parse(line);
    const state = level.start();
    const region = state.region();
    if (!region) {
      assert.equal(state.walkTo(1, 1), null);
      continue;
    }
    const inside = new Set(region.cells.map(String));
    for (const [row, column] of region.cells) {
      const moves = state.walkTo(row, column);
      assert.ok(moves !== null, line);
      const there = state.play(moves);
      assert.ok(!there.won && !there.lost);
      assert.deepEqual([there.rules, there.words], [state.rules, state.words], there.text);
      there.things.forEach((thing, i) => {
        const before = state.things[i];
        if (i === region.you) assert.deepEqual([thing.row, thing.column], [row, column], there.text);
        else assert.deepEqual(thing, before, there.text);
      });
      // A cell beside it with nothing on it belongs to the region too.
      for (const [down, right] of STEPS) {
        const [y, x] = [row + down, column + right];
        /** @param {{row: number, column: number}} each */
        const holds = (each) => each.row === y && each.column === x;
        if ((level.rows[y]?.[x] ?? "_") === "_") continue;
        if (there.words.some(holds) || there.things.some(holds)) continue;
        assert.ok(inside.has(`${y},${x}`), `${there.text}: row ${y}, column ${x}`);
      }
      walked += moves.length;
    }
    for (let y = -1; y <= level.height; y++) {
      for (let x = -1; x <= level.width; x++) {
        if (!inside.has(`${y},${x}`)) assert.equal(state.walkTo(y, x), null);
      }
    }
  }
  assert.ok(walked > 10_000, `${walked}`);
});
