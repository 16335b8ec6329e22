/** What is remembered of positions, against all that brute force knows of them. */

import assert from "node:assert/strict";
import { before, test } from "node:test";

import { ACTIONS, Level, load } from "../../../src/babalab/web/page/babalab/index.js";
import { keyOf, Verdicts } from "../../../src/babalab/web/page/views/analyse/verdicts.js";
import { Scheduler } from "../../../src/babalab/web/page/workers/scheduler.js";
import { expected } from "./expected.js";

before(() => load());

/**
 * @typedef {import("../../../src/babalab/web/page/babalab/index.js").State} State
 * @typedef {{moves: string, distance: number | null, solution: string}} Known `distance` null: it can't be won
 */

/**
 * @param {import("../../../src/babalab/web/page/views/analyse/verdicts.js").Verdict} verdict
 * @param {State} state
 * @param {number | null} distance
 */
function agrees(verdict, state, distance) {
  if (verdict.kind === "unknown") return;
  const { text } = state;
  const isWinnable = verdict.kind === "won" || verdict.kind === "winnable";
  assert.equal(isWinnable, distance !== null, text);
  if (distance === null || verdict.distance === null) return;
  assert.ok(verdict.distance >= distance, text);
  if (verdict.proved) assert.equal(verdict.distance, distance, text);
  assert.ok(state.play(verdict.solution ?? "").won, text);
  assert.equal(verdict.solution?.length, verdict.distance, text);
}

test("whatever is learned from solutions, children and lines is true", () => {
  let decided = 0;
  for (const { line, positions } of expected.graphs) {
    const verdicts = new Verdicts();
    const level = Level.parse(line);
    const states = positions.map((/** @type {Known} */ each) => level.play(each.moves));
    // Some shortest solutions, and one with a detour, as searches find them.
    positions.forEach((/** @type {Known} */ { distance, solution }, /** @type {number} */ i) => {
      if (distance === null || i % 3) return;
      verdicts.learnSolution(states[i], solution, i % 2 === 0);
    });
    states.forEach((/** @type {State} */ state) => {
      verdicts.learnFromChildren(state, state.children(), ACTIONS);
    });
    for (const state of states) {
      const way = [state];
      let letters = "";
      for (let i = 0; i < 4 && !way[way.length - 1].won; i++) {
        const letter = "rdlu"[(i + state.moves.length) % 4];
        letters += letter;
        way.push(way[way.length - 1].step(letter));
      }
      verdicts.learnAlong(way, letters);
    }
    positions.forEach((/** @type {Known} */ known, /** @type {number} */ i) => {
      const verdict = verdicts.of(states[i]);
      agrees(verdict, states[i], known.distance);
      if (verdict.kind !== "unknown") decided++;
    });
    level.free();
  }
  assert.ok(decided > 100);
});

test("who knows what all moves lead to knows the position", () => {
  let [winnable, unwinnable] = [0, 0];
  for (const { line, positions } of expected.graphs) {
    const level = Level.parse(line);
    /** @type {Map<string, Known>} */
    const all = new Map();
    for (const known of positions) all.set(keyOf(level.play(known.moves)), known);
    for (const { moves, distance } of positions) {
      const state = level.play(moves);
      const children = state.children();
      if (state.won || !children.every((child) => all.has(keyOf(child)))) continue;
      const verdicts = new Verdicts();
      for (const child of children) {
        const known = all.get(keyOf(child));
        if (!known || child.equals(state) || child.won) continue;
        const isWinnable = known.distance !== null;
        verdicts.learn(child, {
          kind: isWinnable ? "winnable" : "unwinnable",
          distance: known.distance,
          proved: true,
          solution: isWinnable ? known.solution : null,
          reason: isWinnable ? null : "searched",
        });
      }
      verdicts.learnFromChildren(state, children, ACTIONS);
      const verdict = verdicts.of(state);
      assert.ok(verdict.proved, state.text);
      assert.equal(verdict.distance, distance, state.text);
      if (distance === null) unwinnable++;
      else winnable++;
    }
    level.free();
  }
  assert.ok(winnable > 50 && unwinnable > 20);
});

test("equal positions share what is known, and more knowledge is never lost", () => {
  const [{ line, positions }] = expected.graphs;
  const known = positions.find((/** @type {Known} */ each) => (each.distance ?? 0) > 2);
  const verdicts = new Verdicts();
  const state = Level.parse(line).play(known.moves);
  verdicts.learnSolution(state, known.solution, true);
  // A step that changes nothing leads to the same position by other moves.
  const still = state.step("s");
  if (keyOf(still) === keyOf(state)) assert.deepEqual(verdicts.of(still), verdicts.of(state));
  const better = verdicts.of(state);
  const worse = { ...better, distance: (better.distance ?? 0) + 2, proved: false };
  assert.equal(verdicts.learn(state, worse), false);
  assert.equal(verdicts.learn(state, { ...better, proved: false }), false);
  assert.deepEqual(verdicts.of(state), better);
});

test("a task of the worker pauses, and goes on where it was", async () => {
  let steps = 0;
  /** @type {any[]} */
  const answers = [];
  let wake = () => {};
  const scheduler = new Scheduler(
    function* () {
      for (;;) yield { steps: ++steps };
    },
    (answer) => {
      answers.push(answer);
      wake();
    },
  );
  /** A timer would never be heard: Node hears all messages first. @returns {Promise<void>} */
  const nextAnswer = () =>
    new Promise((resolve) => {
      wake = resolve;
    });
  const aMoment = () => new Promise((resolve) => setTimeout(resolve, 60));
  scheduler.take({ id: 1, task: "count" });
  await nextAnswer();
  scheduler.take({ id: 1, pause: true });
  const paused = steps;
  assert.ok(paused > 0);
  assert.equal(answers[answers.length - 1].steps, paused, "what was found last is told");
  await aMoment();
  assert.equal(steps, paused);
  scheduler.take({ id: 1, pause: false });
  await nextAnswer();
  assert.ok(steps > paused);
  scheduler.take({ id: 1, pause: true });
  scheduler.take({ id: 1, cancel: true });
  const ended = steps;
  scheduler.take({ id: 1, pause: false });
  await aMoment();
  assert.equal(steps, ended, "what is cancelled never goes on");
  scheduler.close();
});
