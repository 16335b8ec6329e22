/** Whatever comes in: errors, and a core that goes on working. */
import assert from "node:assert/strict";
import test from "node:test";
import { core } from "../../../src/babalab/web/page/babalab/core.js";
import { Level, load, MovesError, State } from "../../../src/babalab/web/page/babalab/index.js";
import { expected } from "./expected.js";

await load();

/** Numbers without end, the same every time. */
let chance = 21;
const draw = (/** @type {number} */ below) => {
  chance = (Math.imul(chance, 1103515245) + 12345) >>> 0;
  return (chance >>> 8) % below;
};

const levels = /** @type {string[]} */ (expected.lines).map((line) => Level.parse(line));
const instance = core();

/** The core works, and has not been begun anew. */
function isWell() {
  assert.equal(core(), instance);
  assert.ok(State.parse("______/_b..f_/_B12._/_F13._/______@rrr").won);
}

/**
 * Ask everything about a row that may be any.
 * @param {Level} level
 * @param {Uint8Array} row
 */
function askEverything(level, row) {
  const state = new State(level, row, "");
  for (const ask of [
    () => state.step("r"),
    () => state.children(),
    () => state.rules,
    () => state.words,
    () => state.things,
    () => state.cells(),
    () => state.picture,
    () => state.deadEnd,
    () => state.region(),
    () => state.walkTo(draw(20), draw(20)),
    () => state.hash(/** @type {any} */ (["exact", "loose", "picture", "future", "unordered"][draw(5)])),
    () => state.bestFirst().advance({ expansions: 20 }),
    () => state.aStar().advance({ expansions: 20 }),
    () => state.layers().advance(20),
    () => state.shortener("rrr").advance({ steps: 200 }),
    () => State.of(level, row, ""),
    () => level.stepMany(row, Uint8Array.of(3)),
  ]) {
    try {
      ask();
    } catch (error) {
      assert.ok(error instanceof RangeError, String(error));
    }
  }
}

test("rows of random bytes", () => {
  for (const level of levels) {
    for (let i = 0; i < 60; i++) {
      askEverything(level, Uint8Array.from({ length: level.rowBytes }, () => draw(256)));
    }
  }
  isWell();
});

test("rows that differ from a state in some bytes", () => {
  for (const level of levels) {
    const { row } = level.start();
    for (let i = 0; i < 150; i++) {
      const changed = row.slice();
      for (let n = 1 + draw(4); n; n--) changed[draw(changed.length)] ^= 1 << draw(8);
      askEverything(level, changed);
    }
  }
  isWell();
});

test("rows of another length, and of other levels", () => {
  for (const level of levels) {
    for (const length of [0, 1, level.rowBytes - 1, level.rowBytes + 1, 100_000]) {
      assert.throws(() => new State(level, new Uint8Array(length), "").step("u"), RangeError);
    }
    for (const other of levels) if (other !== level) askEverything(level, other.start().row);
  }
  isWell();
});

test("moves that are none", () => {
  const state = levels[0].start();
  for (const moves of ["x", "rrx", "é", "r,r", "\0"]) assert.throws(() => state.play(moves), MovesError);
  for (const move of ["", "rr", "x", -1, 5, 1.5, NaN, Infinity]) assert.throws(() => state.step(move), RangeError);
  assert.equal(state.play(" r\nR ").moves, "rr");
});

test("options that are none", () => {
  const state = levels[0].start();
  for (const options of [{ lists: "" }, { lists: "score" }, { lists: "plan*0" }, { lists: "none" }, { seed: -1 },
    { seed: 2n ** 64n }, { seed: 0.5 }]) {
    assert.throws(() => state.bestFirst(options), RangeError, JSON.stringify(options.lists));
  }
  for (const options of [{ same: "none" }, { drop: "none" }, { order: "udlr" }, { order: "udlrr" }]) {
    assert.throws(() => state.layers(/** @type {any} */ (options)), RangeError);
  }
  assert.throws(() => state.hash(/** @type {any} */ ("none")), RangeError);
  isWell();
});

test("limits of all kinds", () => {
  const numbers = [NaN, -1, -Infinity, 0, 0.5, 1, 2 ** 31, 2 ** 32, 2 ** 53, 2 ** 64, 1e300, Infinity];
  const state = levels[0].start();
  for (const expansions of [0, 1, 5]) {
    for (const number of numbers) {
      for (const name of ["steps", "seconds", "bytes"]) {
        for (const search of [state.bestFirst(), state.aStar(number), state.shortener(solutionOf(state))]) {
          try {
            search.advance({ expansions, [name]: number });
          } catch (error) {
            assert.ok(error instanceof RangeError && Number.isNaN(number), String(error));
          }
          search.free();
        }
      }
    }
  }
  for (const number of numbers) state.bestFirst().heat(number);
  for (const number of numbers) state.walkTo(number, number);
  isWell();
});

test("moves that do not win are no solution to shorten", () => {
  for (const level of levels) assert.throws(() => level.start().shortener(""), RangeError);
  isWell();
});

test("what was freed", () => {
  const level = Level.parse(levels[0].line);
  const state = level.start();
  const search = state.bestFirst();
  level.free();
  level.free();
  assert.equal(search.advance(), "solved");
  assert.throws(() => state.step("r"), /freed/);
  search.free();
  search.free();
  assert.throws(() => search.advance(), /freed/);
  assert.throws(() => search.statistics, /freed/);
  isWell();
});

/** @param {State} state */
function solutionOf(state) {
  const search = state.bestFirst();
  assert.equal(search.advance(), "solved");
  return /** @type {string} */ (search.solution());
}
