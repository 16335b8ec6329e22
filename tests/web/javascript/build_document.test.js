/** The editor's history and drafts: nothing is ever lost. */

import assert from "node:assert/strict";
import { test } from "node:test";

import { BLANK, History } from "../../../src/babalab/web/page/views/build/document.js";
import { Drafts } from "../../../src/babalab/web/page/views/build/drafts.js";
import { packCourse, unpackCourse } from "../../../src/babalab/web/page/views/build/packing.js";
import { Chance } from "./build_random.js";

/** @typedef {import("../../../src/babalab/web/page/views/build/document.js").Content} Content */

/**
 * A change as a user makes them.
 * @param {Chance} chance
 * @param {Content} before
 * @returns {Partial<Content>}
 */
function makeChange(chance, before) {
  const kind = chance.number(0, 5);
  if (kind === 0) return { rows: chance.map() };
  if (kind === 1) return { name: chance.choice(["", "One", "Two"]), solution: chance.choice(["", "udlr"]) };
  const [row, column] = chance.cell(before.rows);
  const text = before.rows[row];
  const changed = text.slice(0, column) + chance.choice("._bB12") + text.slice(column + 1);
  return { rows: before.rows.map((each, index) => (index === row ? changed : each)) };
}

/** @param {number} seed @param {number} steps */
function makeHistory(seed, steps) {
  const chance = new Chance(seed);
  const history = new History({ ...BLANK, rows: chance.map() });
  const contents = [history.present];
  for (let step = 0; step < steps; step++) {
    if (history.commit(makeChange(chance, history.present))) contents.push(history.present);
  }
  return { history, contents };
}

/** A store as the browser's. @param {number} [room] characters */
function makeStore(room = Infinity) {
  /** @type {Map<string, string>} */
  const kept = new Map();
  return {
    kept,
    /** @template Value @param {string} name @param {Value} fallback @returns {Value} */
    read: (name, fallback) => {
      try {
        return JSON.parse(kept.get(name) ?? "no JSON");
      } catch {
        return fallback;
      }
    },
    /** @param {string} name @param {unknown} value */
    write: (name, value) => {
      const text = JSON.stringify(value);
      const used = [...kept].reduce((sum, [each, held]) => sum + (each === name ? 0 : held.length), 0);
      if (used + text.length > room) return false;
      kept.set(name, text);
      return true;
    },
    /** @param {string} name */
    remove: (name) => void kept.delete(name),
  };
}

test("undo returns every earlier state, and redo every later one", () => {
  for (let seed = 1; seed <= 60; seed++) {
    const { history, contents } = makeHistory(seed, 60);
    for (const content of contents.slice(0, -1).reverse()) {
      assert.ok(history.undo());
      assert.deepEqual(history.present, content);
    }
    assert.ok(!history.canUndo && !history.undo());
    for (const content of contents.slice(1)) {
      assert.ok(history.redo());
      assert.deepEqual(history.present, content);
    }
    assert.ok(!history.canRedo && !history.redo());
  }
});

test("a change after undo forgets what was undone; what changes nothing is no step", () => {
  const { history, contents } = makeHistory(3, 20);
  history.undo();
  history.undo();
  assert.ok(!history.commit({ rows: [...history.present.rows] }));
  assert.ok(history.canRedo, "a step that changes nothing forgets nothing");
  assert.ok(history.commit({ name: "Other" }));
  assert.ok(!history.canRedo);
  history.undo();
  assert.deepEqual(history.present, contents.at(-3));
});

test("changes of one group are one step, until the group ends", () => {
  const history = new History({ ...BLANK });
  for (const name of ["F", "Fi", "First"]) history.commit({ name }, "name");
  history.endGroup();
  for (const name of ["First s", "First steps"]) history.commit({ name }, "name");
  history.commit({ author: "me" }, "author");
  history.undo();
  assert.equal(history.present.author, "");
  history.undo();
  assert.equal(history.present.name, "First");
  history.undo();
  assert.equal(history.present.name, "");
  assert.ok(!history.canUndo);
});

test("a packed history is the same history, with steps undone or not", () => {
  for (let seed = 1; seed <= 60; seed++) {
    const { history } = makeHistory(seed, 40);
    for (let back = seed % 7; back > 0; back--) history.undo();
    const packed = JSON.parse(JSON.stringify(packCourse(history.course)));
    assert.deepEqual(unpackCourse(packed), history.course);
    assert.deepEqual(new History(unpackCourse(packed)).course, history.course);
  }
});

test("a history that is too large forgets what was undone, then its beginning, never the level itself", () => {
  const { history } = makeHistory(5, 200);
  for (let back = 0; back < 20; back++) history.undo();
  const { course } = history;
  let steps = Infinity;
  for (const most of [20_000, 3000, 1000, 300, 0]) {
    const packed = packCourse(course, most);
    assert.ok(JSON.stringify(packed.steps).length <= Math.max(2, most));
    const { past, present, future } = unpackCourse(packed);
    assert.deepEqual(present, course.present);
    assert.deepEqual(past, course.past.slice(course.past.length - past.length));
    assert.deepEqual(future, course.future.slice(0, future.length));
    assert.ok(past.length === course.past.length || future.length === 0);
    assert.ok(past.length + future.length <= steps);
    steps = past.length + future.length;
  }
  assert.equal(steps, 0);
});

test("drafts are kept with their history, the latest first", () => {
  const store = makeStore();
  let time = 1000;
  const drafts = new Drafts(store, () => time);
  const first = drafts.add({ ...BLANK, name: "First" });
  const second = drafts.add({ ...BLANK, name: "Second" }, "first-steps/across");
  assert.notEqual(first, second);
  const { history } = makeHistory(8, 30);
  history.undo();
  time = 2000;
  assert.ok(drafts.write(first, history.course));
  const reloaded = new Drafts(store);
  assert.deepEqual(
    reloaded.list().map(({ key }) => key),
    [first, second],
  );
  assert.deepEqual(reloaded.readCourse(first), history.course);
  assert.equal(reloaded.read(second)?.origin, "first-steps/across");
  assert.equal(reloaded.findCopy("first-steps/across", { ...BLANK, name: "Second" }), second);
  assert.equal(reloaded.findCopy("first-steps/across", { ...BLANK, name: "Changed" }), null);
});

test("a draft that was removed can be brought back, with its history", () => {
  const store = makeStore();
  const drafts = new Drafts(store);
  const { history } = makeHistory(9, 10);
  const key = drafts.add(history.present);
  drafts.write(key, history.course);
  const other = drafts.add({ ...BLANK });
  const restore = drafts.remove(key);
  assert.deepEqual(
    drafts.list().map((each) => each.key),
    [other],
  );
  assert.equal(drafts.readCourse(key), null);
  restore();
  restore();
  assert.deepEqual(drafts.readCourse(key), history.course);
  assert.equal(drafts.list().length, 2);
});

test("without room histories go first, and what can't be kept is said", () => {
  const store = makeStore(6000);
  const drafts = new Drafts(store);
  const { history } = makeHistory(10, 60);
  const first = drafts.add(history.present);
  assert.ok(drafts.write(first, history.course));
  /** @type {string[]} */
  const others = [];
  const big = { ...BLANK, rows: Array(40).fill(".".repeat(30)) };
  let kept = true;
  while (kept && others.length < 20) {
    const key = drafts.newKey();
    kept = drafts.write(key, { past: [], present: big, future: [] }, "");
    if (kept) others.push(key);
  }
  assert.ok(!kept && others.length >= 2, "the store was full at some time");
  assert.deepEqual(drafts.read(first)?.content, history.present);
  for (const key of others) assert.deepEqual(drafts.read(key)?.content, big);
});

test("many levels become drafts at once, and it is said if not all have room", () => {
  const store = makeStore(6000);
  const drafts = new Drafts(store, () => 5);
  const { history } = makeHistory(11, 20);
  const mine = drafts.add(history.present);
  drafts.write(mine, history.course);
  const contents = ["b", "w", "f"].map((rows) => ({ ...BLANK, rows: [rows] }));
  const { keys, kept } = drafts.addAll(contents);
  assert.ok(kept);
  assert.equal(new Set([mine, ...keys]).size, 4);
  assert.deepEqual(
    keys.map((key) => new Drafts(store).read(key)?.content),
    contents,
  );
  assert.deepEqual(drafts.readCourse(mine), history.course);
  const big = Array(10).fill({ ...BLANK, rows: Array(40).fill(".".repeat(30)) });
  assert.ok(!drafts.addAll(big).kept);
  assert.deepEqual(drafts.read(mine)?.content, history.present);
});

test("damaged drafts are passed over, a damaged history costs only itself", () => {
  const store = makeStore();
  const drafts = new Drafts(store);
  const key = drafts.add({ ...BLANK, name: "Whole" });
  store.kept.set(`draft-history.${key}`, '{"steps": 3}');
  assert.equal(drafts.readCourse(key)?.present.name, "Whole");
  const bad = drafts.add({ ...BLANK });
  for (const text of [
    "no JSON",
    "null",
    "{}",
    '{"content": {"rows": []}}',
    '{"content": {"rows": ["..", "."]}}',
  ]) {
    store.kept.set(`draft.${bad}`, text);
    assert.deepEqual(
      drafts.list().map((each) => each.key),
      [key],
    );
  }
  store.kept.set("drafts", "{}");
  assert.deepEqual(drafts.list(), []);
});
