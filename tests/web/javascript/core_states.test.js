/** Everything about the states of many plays, as the native core has it. */
import assert from "node:assert/strict";
import test from "node:test";
import { HASH_KINDS, Level, load, State } from "../../../src/babalab/web/page/babalab/index.js";
import { expected } from "./expected.js";

await load();

/** @param {State} state */
const observe = (state) => ({
  row: Buffer.from(state.row).toString("hex"),
  status: state.status,
  picture: state.picture,
  rules: state.rules,
  words: state.words.map(({ text, row, column, inFront }) => [text, row, column, inFront]),
  things: state.things.map((thing) => [
    thing.noun, thing.row, thing.column, thing.facing, thing.movable, thing.stopping, thing.layer,
    thing.inRoster, thing.inKin,
  ]),
  cells: state.cells().map(({ row, column, character, facing, active }) => [
    row, column, character, facing, active,
  ]),
  hashes: Object.fromEntries(HASH_KINDS.map((kind) => [kind, state.hash(kind)])),
  dead_end: state.deadEnd,
});

test("states are the same", () => {
  for (const { line, moves, row_bytes: rowBytes, records_facing: recordsFacing, states } of expected) {
    const level = Level.parse(line);
    assert.deepEqual([level.line, level.rowBytes, level.recordsFacing], [line, rowBytes, recordsFacing]);
    let state = level.start();
    assert.deepEqual(observe(state), states[0], `${line}@`);
    for (let i = 0; i < moves.length; i++) {
      state = state.step(moves[i]);
      assert.deepEqual(observe(state), states[i + 1], state.text);
    }
    assert.equal(state.text, `${line}@${moves}`);
  }
});

test("values: nothing changes a state, and texts and rows bring it back", () => {
  for (const { line, moves } of expected.slice(0, 60)) {
    const start = Level.parse(line).start();
    const row = start.row.slice();
    const state = start.play(moves);
    assert.deepEqual(start.row, row);
    const again = State.parse(state.text);
    assert.ok(again.equals(state) && again.moves === moves);
    assert.ok(State.of(state.level, state.row, moves).equals(state));
    assert.equal(state.equals(start), state.hash() === start.hash() && Buffer.compare(row, state.row) === 0);
  }
});

test("children are steps", () => {
  for (const { line, moves } of expected.slice(0, 100)) {
    const state = Level.parse(line).play(moves);
    const children = state.children();
    assert.deepEqual(children.map((child) => child.moves.at(-1)), [..."udlrs"]);
    for (const child of children) {
      const step = state.step(/** @type {string} */ (child.moves.at(-1)));
      assert.deepEqual([child.row, child.status, child.moves], [step.row, step.status, step.moves]);
    }
  }
});

test("many steps at once are single steps", () => {
  for (const { line, moves, states } of expected.slice(0, 100)) {
    const level = Level.parse(line);
    const rows = new Uint8Array(moves.length * level.rowBytes);
    const actions = Uint8Array.from(moves, (/** @type {string} */ letter) => "udlrs".indexOf(letter));
    for (let i = 0; i < moves.length; i++) rows.set(Buffer.from(states[i].row, "hex"), i * level.rowBytes);
    level.stepMany(rows, actions);
    for (let i = 0; i < moves.length; i++) {
      const row = rows.subarray(i * level.rowBytes, (i + 1) * level.rowBytes);
      assert.equal(Buffer.from(row).toString("hex"), states[i + 1].row);
    }
  }
});
