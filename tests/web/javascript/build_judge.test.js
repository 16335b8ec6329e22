/** The judge: the newest level only, nothing forgotten that is still true. */

import assert from "node:assert/strict";
import { test } from "node:test";

import { BLANK } from "../../../src/babalab/web/page/views/build/document.js";
import { Judge, LONGER, SECONDS } from "../../../src/babalab/web/page/views/build/judge.js";

/** @typedef {{details: any, onProgress: (news: any) => void, resolve: (news: any) => void, reject: (error: Error) => void, signal: AbortSignal}} Asked */

/** A thinker whose answers the test gives. */
function makeThinker() {
  /** @type {Asked[]} */
  const asked = [];
  return {
    asked,
    /** @param {string} task @param {any} details @param {any} thinking @returns {Promise<any>} */
    think(task, details, { onProgress, signal }) {
      assert.equal(task, "judge");
      return new Promise((resolve, reject) => {
        asked.push({ details, onProgress, resolve, reject, signal });
        signal.addEventListener("abort", () => reject(new DOMException("", "AbortError")));
      });
    },
  };
}

/** Moves win the levels that end with their number of moves. @param {string} line @param {string} moves */
const cutAtWin = (line, moves) => {
  const needed = Number(line.at(-1));
  return moves.length >= needed ? moves.slice(0, needed) : null;
};

/** @param {string} line */
const contentOf = (line) => ({ ...BLANK, rows: [line] });

function makeJudge() {
  const thinker = makeThinker();
  const judge = new Judge(thinker, cutAtWin);
  return { thinker, judge };
}

const settle = () => new Promise((resolve) => setTimeout(resolve, 0));
const pause = () => new Promise((resolve) => setTimeout(resolve, 180));

test("it asks once there is a pause, about the newest level, for ten seconds", async () => {
  const { thinker, judge } = makeJudge();
  for (const line of ["a9", "b9", "c9"]) judge.ask(contentOf(line));
  assert.equal(thinker.asked.length, 0);
  await pause();
  assert.deepEqual(
    thinker.asked.map(({ details }) => [details.line, details.seconds]),
    [["c9", SECONDS]],
  );
  judge.ask(contentOf("d9"));
  assert.ok(thinker.asked[0].signal.aborted, "what nobody waits for is not thought about");
  thinker.asked[0].onProgress({ verdict: "unsolvable", why: "apart" });
  assert.equal(judge.opinion?.line, "d9");
  assert.equal(judge.opinion?.answer.verdict, "thinking", "news of another level are not taken");
  judge.close();
});

test("a solution that wins the changed level too is known at once", async () => {
  const { thinker, judge } = makeJudge();
  judge.ask(contentOf("a4"));
  await pause();
  thinker.asked[0].onProgress({ verdict: "solvable", solution: "rrrr", shortest: true });
  judge.ask(contentOf("b3"));
  assert.equal(judge.opinion?.answer.verdict, "solvable");
  assert.deepEqual([judge.opinion?.answer.solution, judge.opinion?.answer.shortest], ["rrr", false]);
  judge.ask(contentOf("c9"));
  assert.equal(judge.opinion?.answer.verdict, "thinking");
  assert.equal(judge.opinion?.answer.solution, null);
  judge.close();
});

test("a solution is not exchanged for a longer one, nor forgotten", async () => {
  const { thinker, judge } = makeJudge();
  judge.ask(contentOf("a4"));
  await pause();
  const [task] = thinker.asked;
  task.onProgress({ verdict: "thinking", statistics: { expanded: 10 } });
  judge.offer("a4", "rrrr");
  assert.equal(judge.opinion?.answer.solution, "rrrr");
  judge.offer("a4", "rr");
  assert.equal(judge.opinion?.answer.solution, "rrrr", "what does not win is no solution");
  task.onProgress({ verdict: "solvable", solution: "rrrrrrr", shortest: false });
  assert.equal(judge.opinion?.answer.solution, "rrrr");
  task.resolve({ verdict: "solvable", solution: "udlr", shortest: true, mechanics: ["walk"] });
  await settle();
  assert.deepEqual([judge.opinion?.phase, judge.opinion?.answer.shortest], ["done", true]);
  assert.deepEqual(judge.opinion?.answer.mechanics, ["walk"]);
  judge.close();
});

test("what was found out about a level is known again after an undo", async () => {
  const { thinker, judge } = makeJudge();
  judge.ask(contentOf("a4"));
  await pause();
  thinker.asked[0].resolve({ verdict: "unsolvable", why: "apart" });
  await settle();
  judge.ask(contentOf("b4"));
  judge.ask(contentOf("a4"));
  assert.deepEqual([judge.opinion?.phase, judge.opinion?.answer.why], ["done", "apart"]);
  await pause();
  assert.equal(thinker.asked.length, 1);
  judge.close();
});

test("a solution found by playing is known again after an undo", async () => {
  const { thinker, judge } = makeJudge();
  judge.ask(contentOf("a4"));
  await pause();
  thinker.asked[0].resolve({ verdict: "undecided" });
  await settle();
  judge.offer("a4", "rrrr");
  judge.ask(contentOf("b9"));
  judge.ask(contentOf("a4"));
  assert.equal(judge.opinion?.answer.solution, "rrrr");
  judge.close();
});

test("levels that come to be known later are asked about too", async () => {
  const { thinker, judge } = makeJudge();
  const levels = [{ name: "Known", line: "c9" }];
  judge.ask(contentOf("a4"));
  await pause();
  assert.deepEqual(thinker.asked[0].details.known, []);
  judge.know(levels);
  assert.ok(thinker.asked[0].signal.aborted);
  assert.deepEqual([thinker.asked[1].details.line, thinker.asked[1].details.known], ["a4", levels]);
  judge.ask(contentOf("b4"));
  judge.know(levels);
  assert.equal(thinker.asked.length, 2, "it will be asked soon");
  judge.close();
});

test("stop keeps what is known, and one can have it think on for longer", async () => {
  const { thinker, judge } = makeJudge();
  judge.ask(contentOf("a4"));
  await pause();
  thinker.asked[0].onProgress({ verdict: "thinking", statistics: { expanded: 5 } });
  judge.stop();
  await settle();
  assert.deepEqual([judge.opinion?.phase, judge.opinion?.answer.statistics.expanded], ["stopped", 5]);
  judge.thinkLonger();
  assert.equal(thinker.asked[1].details.seconds, LONGER);
  assert.equal(judge.opinion?.phase, "thinking");
  judge.close();
});

test("a failure of the worker is an opinion too, and the next level is judged again", async () => {
  const { thinker, judge } = makeJudge();
  judge.ask(contentOf("a4"));
  await pause();
  thinker.asked[0].reject(new Error("trap"));
  await settle();
  assert.deepEqual([judge.opinion?.phase, judge.opinion?.error], ["failed", "trap"]);
  judge.ask(contentOf("b4"));
  await pause();
  assert.equal(thinker.asked.length, 2);
  judge.close();
});
