/** Searches that end early, and a core that begins anew. */
import assert from "node:assert/strict";
import test from "node:test";
import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";
import { core, restart } from "../../../src/babalab/web/page/babalab/core.js";
import {
  champion,
  CoreError,
  Level,
  load,
  OutOfMemoryError,
  solve,
} from "../../../src/babalab/web/page/babalab/index.js";

await load();

const EASY = "______/_b..f_/_B12._/_F13._/______";
const HARD = "__________/_L1.....O_/_1......1_/_8......9_/_........_/_F15.V12._/_w.l.Kv.._/_3.2.V..k_/_.......k_/__________";

/** @param {ReturnType<typeof core>} its */
const bytesOf = (its) => its.exports.memory.buffer.byteLength;

test("solve() tells its progress and at last the result", async () => {
  const told = [];
  for await (const progress of solve(Level.parse(EASY))) told.push(progress);
  const { result, solution } = told[told.length - 1];
  assert.deepEqual([result?.verdict, result?.shortest, solution], ["solved", true, "rrr"]);
  assert.ok(told.length > 1 && told.slice(0, -1).every((each) => !each.result));
});

test("whoever stops listening ends the search", async () => {
  restart();
  let first = 0;
  for (let i = 0; i < 10; i++) {
    let turns = 0;
    for await (const { result } of solve(Level.parse(HARD), { slice: 0.05 })) {
      assert.ok(!result);
      if (++turns === 3) break;
    }
    first ||= bytesOf(core());
  }
  assert.ok(bytesOf(core()) < 3 * first, `${first} bytes became ${bytesOf(core())}`);
});

test("a search that is returned from is freed", () => {
  /** @type {import("../../../src/babalab/web/page/babalab/index.js").Search[]} */
  const searches = [];
  const search = champion(Level.parse(HARD).start(), { onSearch: (its) => searches.push(its) });
  search.next();
  assert.equal(searches.length, 1);
  assert.ok(searches[0].bytes > 0);
  search.return(/** @type {never} */ (undefined));
  assert.throws(() => searches[0].bytes, /freed/);
});

test("a limit ends a search with its name", () => {
  for (const [budget, verdict] of /** @type {const} */ ([
    [{ seconds: 0.2 }, "out-of-time"],
    [{ expansions: 100 }, "out-of-expansions"],
    [{ steps: 100 }, "out-of-steps"],
    [{ bytes: 1_000_000 }, "out-of-memory"],
  ])) {
    const search = champion(Level.parse(HARD).start(), budget);
    let next = search.next();
    while (!next.done) next = search.next();
    assert.equal(next.value.verdict, verdict);
  }
  assert.throws(() => champion(Level.parse(HARD).start(), { seconds: -1 }).next(), RangeError);
  assert.throws(() => champion(Level.parse(HARD).start(), { steps: NaN }).next(), RangeError);
});

test("levels and states outlive the core that they were made in, searches don't", () => {
  const state = Level.parse(EASY).start().step("r");
  const search = state.bestFirst();
  restart();
  assert.throws(() => search.advance(), CoreError);
  search.free();
  assert.ok(state.play("rr").won);
  assert.equal(state.bestFirst().advance(), "solved");
});

test("memory that is freed is used again", () => {
  const level = Level.parse(HARD);
  const work = () => {
    const search = level.start().bestFirst();
    search.advance({ expansions: 20_000 });
    const { bytes } = search;
    search.free();
    return bytes;
  };
  work();
  const before = bytesOf(core());
  for (let i = 0; i < 6; i++) assert.ok(work() > 2 ** 20);
  assert.ok(bytesOf(core()) <= before * 1.25, `${before} bytes became ${bytesOf(core())}`);
});

test("what nobody refers to any more is freed", async () => {
  setFlagsFromString("--expose-gc");
  const collect = runInNewContext("gc");
  restart();
  let first = 0;
  for (let i = 0; i < 20; i++) {
    Level.parse(HARD).start().bestFirst().advance({ expansions: 3_000 });
    collect();
    await new Promise((resolve) => setTimeout(resolve, 0));
    first ||= bytesOf(core());
  }
  assert.ok(bytesOf(core()) < 4 * first, `${first} bytes became ${bytesOf(core())}`);
});

test("when there is no memory left, the error says so, and the core begins anew", () => {
  const state = Level.parse(HARD).start();
  const full = core();
  for (let size = 2 ** 29; size > 8; ) if (!full.exports.allocate(size)) size /= 2;
  assert.throws(() => {
    const search = state.bestFirst();
    search.advance({ expansions: 100_000 });
  }, OutOfMemoryError);
  assert.notEqual(core(), full);
  assert.equal(state.bestFirst().advance({ expansions: 10 }), "unfinished");
  const search = champion(state, { onSearch: () => assert.throws(() => fill(core()), OutOfMemoryError) });
  let next = search.next();
  while (!next.done) next = search.next();
  assert.equal(next.value.verdict, "out-of-memory");
});

/** Ask for memory until there is no more, then for a level. @param {ReturnType<typeof core>} its */
function fill(its) {
  for (let size = 2 ** 29; size > 8; ) if (!its.exports.allocate(size)) size /= 2;
  Level.parse(EASY);
}
