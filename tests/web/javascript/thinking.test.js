/** Judging and analysing against Python's exhaustive search, plays with undo, and the worker's schedule. */

import assert from "node:assert/strict";
import { test } from "node:test";

import { load, Level, State } from "../../../src/babalab/web/page/babalab/index.js";
import { analyse } from "../../../src/babalab/web/page/knowledge/analysing.js";
import { Chronicle } from "../../../src/babalab/web/page/knowledge/chronicle.js";
import { judge } from "../../../src/babalab/web/page/knowledge/judging.js";
import { Playback } from "../../../src/babalab/web/page/knowledge/playback.js";
import { beginTask } from "../../../src/babalab/web/page/knowledge/tasks.js";
import { Scheduler } from "../../../src/babalab/web/page/workers/scheduler.js";
import { expected } from "./expected.js";

await load();

/** @typedef {import("../../../src/babalab/web/page/workers/scheduler.js").Answer} Answer */

/**
 * @template R
 * @param {Generator<unknown, R>} work
 * @returns {R}
 */
function finish(work) {
  let next = work.next();
  while (!next.done) {
    next = work.next();
  }
  return next.value;
}

test("levels are judged as an exhaustive search does", () => {
  for (const { line, record, shortest, difficulty, mechanics } of expected.judged) {
    const judgement = finish(judge({ line, seconds: 60, record }));
    assert.equal(judgement.verdict, shortest === null ? "unsolvable" : "solvable", line);
    assert.equal(judgement.solution?.length ?? null, shortest, line);
    if (shortest === null) {
      assert.ok(judgement.why, line);
      assert.ok(judgement.findings.some((finding) => finding.code === "unsolvable"));
    } else {
      assert.ok(judgement.shortest, line);
      assert.ok(State.parse(line).play(judgement.solution ?? "").won, line);
    }
    if (record && record.length === shortest && judgement.solution === record) {
      assert.equal(judgement.difficulty?.score, difficulty, line);
      assert.deepEqual(judgement.mechanics, mechanics, line);
    }
  }
});

test("a level is found among those that are known, also when these change", () => {
  const level = "______/_B12f_/_b.F1_/_..3._/______";
  const known = Array.from({ length: 50 }, (_, i) => ({
    name: `Level ${i}`,
    line: level.replaceAll("_..3._", `_${".".repeat(i + 1)}3._`).replaceAll(/[^/]+/gu, (row) => row.padEnd(60, "_")),
  }));
  /** @type {(line: string, levels?: {name: string, line: string}[]) => string[]} */
  const doubles = (line, levels = known) =>
    finish(judge({ line, seconds: 5, known: levels }))
      .findings.filter(({ code }) => code === "duplicate")
      .map(({ message }) => message);
  assert.deepEqual(doubles(known[40].line), ["the same map as Level 40"]);
  // Begun and given up, as when one goes on editing; then about other levels.
  const given = judge({ line: level, seconds: 5, known: known.slice(1) });
  for (let i = 0; i < 3; i++) given.next();
  given.return(/** @type {any} */ (undefined));
  assert.deepEqual(doubles(known[0].line, known.slice(1)), []);
  assert.deepEqual(doubles(known[0].line), ["the same map as Level 0"]);
  const renamed = known[7].line.replaceAll("f", "w").replaceAll("F", "W");
  assert.match(doubles(renamed)[0], /^the same as Level 7, renamed/u);
  assert.deepEqual(doubles(level, []), []);
});

test("a map that is none is judged by its problems", () => {
  const judgement = finish(judge({ line: "_b_/_?_/__" }));
  assert.equal(judgement.verdict, "invalid");
  assert.deepEqual(
    judgement.problems.map(({ line, column }) => [line, column]),
    [
      [2, 2],
      [3, 3],
    ],
  );
});

test("an exhaustive search agrees with every move's analysis", () => {
  for (const { text, children } of expected.analysed) {
    const state = State.parse(text);
    const { moves, heat, statistics } = finish(analyse(state, { seconds: 60 }));
    assert.equal(heat.length, state.level.width * state.level.height);
    assert.ok(statistics.seconds >= 0, text);
    moves.forEach((move, i) => {
      const { won, lost, shortest } = children[i];
      const about = `${text} ${move.letter}`;
      const child = state.step(move.letter);
      assert.equal(move.same, child.equals(state), about);
      if (won) {
        assert.deepEqual([move.verdict, move.distance, move.solution], ["won", 0, ""], about);
      } else if (shortest === null) {
        assert.equal(move.verdict, lost ? "lost" : "unwinnable", about);
        assert.ok(move.reason, about);
      } else {
        assert.equal(move.verdict, "winnable", about);
        assert.equal(move.distance, shortest, about);
        assert.ok(move.proved, about);
        assert.equal(move.solution?.length, shortest, about);
        assert.ok(child.play(move.solution ?? "").won, about);
      }
    });
  }
});

test("a play with undo, redo and restart is as if one had not erred", () => {
  for (const { line, commands } of expected.playbacks) {
    const level = Level.parse(line);
    const playback = new Playback(level.start());
    /** @type {string[]} */
    let moves = [];
    /** @type {string[]} */
    let undone = [];
    for (const command of commands) {
      if (command === "undo") {
        playback.undo();
        undone = [...moves.slice(-1), ...undone];
        moves = moves.slice(0, -1);
      } else if (command === "redo") {
        playback.redo();
        moves = [...moves, ...undone.slice(0, 1)];
        undone = undone.slice(1);
      } else if (command === "restart") {
        playback.restart();
        undone = [...moves, ...undone];
        moves = [];
      } else {
        playback.step(command);
        undone = undone[0] === command ? undone.slice(1) : [];
        moves = [...moves, command];
      }
      assert.equal(playback.moves, moves.join(""));
      assert.equal(playback.undone, undone.join(""));
    }
    const chronicle = new Chronicle(line);
    const events = moves.map((letter) => chronicle.turn(letter));
    assert.deepEqual(playback.history, events, line);
    assert.ok(playback.state.equals(level.play(moves.join(""))));
    level.free();
  }
});

/**
 * A scheduler with what it has answered, and promises of answers that it will give.
 *
 * @param {ConstructorParameters<typeof Scheduler>[0]} begin
 */
function startScheduler(begin) {
  /** @type {Answer[]} */
  const answers = [];
  /** @type {(() => void)[]} */
  let waiting = [];
  const scheduler = new Scheduler(begin, (answer) => {
    answers.push(structuredClone(answer));
    waiting.forEach((wake) => wake());
    waiting = [];
  });
  /** @type {(isWanted: (answer: Answer) => boolean) => Promise<Answer>} */
  const waitFor = async (isWanted) => {
    for (;;) {
      const found = answers.find(isWanted);
      if (found) {
        return found;
      }
      await new Promise((/** @type {(value?: undefined) => void} */ resolve) => {
        waiting.push(() => resolve());
      });
    }
  };
  return { scheduler, answers, waitFor };
}

test("the worker's tasks are done by turns, and told of while they go on", async (context) => {
  const { scheduler, answers, waitFor } = startScheduler(beginTask);
  context.after(() => scheduler.close());
  scheduler.take({ id: 1, task: "judge", line: expected.long, seconds: 1.5 });
  scheduler.take({ id: 2, task: "hint", text: expected.judged[0].line, seconds: 5 });
  scheduler.take({ id: 3, task: "solve", text: expected.judged[0].line, agent: "shortest" });
  scheduler.take({ id: 4, task: "analyse", text: expected.judged[0].line, seconds: 1 });
  scheduler.take({ id: 5, task: "solve", text: "_b/_" });
  scheduler.take({ id: 6, task: "dance" });
  for (const id of [1, 2, 3, 4]) {
    await waitFor((answer) => answer.id === id && answer.kind === "done");
  }
  const done = answers.filter((answer) => answer.kind === "done").map((answer) => answer.id);
  assert.equal(done[done.length - 1], 1, "what is short need not wait for what is long");
  assert.ok(answers.filter((answer) => answer.id === 1 && answer.kind === "progress").length >= 2);
  for (const id of [5, 6]) {
    const failed = await waitFor((answer) => answer.id === id);
    assert.equal(failed.kind, "error");
    assert.ok(failed.message);
    assert.ok(!failed.fatal);
  }
});

test("what is cancelled ends at once, and only the newest judgement is wanted", async (context) => {
  let ended = 0;
  const { scheduler, answers, waitFor } = startScheduler(function* () {
    try {
      for (;;) {
        yield { going: true };
      }
    } finally {
      ended += 1;
    }
  });
  context.after(() => scheduler.close());
  scheduler.take({ id: 1, task: "judge" });
  await waitFor((answer) => answer.id === 1);
  scheduler.take({ id: 2, task: "judge" });
  assert.equal(ended, 1);
  assert.equal((await waitFor((answer) => answer.kind === "error")).id, 1);
  await waitFor((answer) => answer.id === 2);
  scheduler.take({ id: 2, cancel: true });
  assert.equal(ended, 2);
  const { length } = answers;
  await new Promise((resolve) => {
    setTimeout(resolve, 150);
  });
  assert.equal(answers.length, length, "nothing more is told");
  assert.ok(!scheduler.isRunning);
});

test("a task that is paused does nothing until it may go on", async (context) => {
  let slices = 0;
  const { scheduler, answers, waitFor } = startScheduler(function* () {
    while (slices < 1_000_000) {
      slices += 1;
      yield { slices };
    }
    return {};
  });
  context.after(() => scheduler.close());
  scheduler.take({ id: 1, task: "analyse" });
  await waitFor((answer) => answer.id === 1);
  scheduler.take({ id: 1, pause: true });
  const before = slices;
  assert.equal(answers[answers.length - 1].slices, before, "what was found last is told");
  await new Promise((resolve) => {
    setTimeout(resolve, 100);
  });
  assert.equal(slices, before);
  scheduler.take({ id: 1, pause: false });
  await waitFor((answer) => answer.kind === "done");
});
