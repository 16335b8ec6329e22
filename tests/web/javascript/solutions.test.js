/** What needs the core: difficulty, hints and lint, against Python. */

import assert from "node:assert/strict";
import { test } from "node:test";

import { load, State } from "../../../src/babalab/web/page/babalab/index.js";
import { rate } from "../../../src/babalab/web/page/knowledge/difficulty.js";
import { findHint } from "../../../src/babalab/web/page/knowledge/hints.js";
import { DuplicateFinder } from "../../../src/babalab/web/page/knowledge/lint/duplicates.js";
import { lint } from "../../../src/babalab/web/page/knowledge/lint/linter.js";
import { findPieces } from "../../../src/babalab/web/page/knowledge/lint/pieces.js";
import { findUnreachable } from "../../../src/babalab/web/page/knowledge/lint/reach.js";
import { expected } from "./expected.js";

await load();

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

/**
 * @param {readonly (readonly number[])[]} pieces
 * @param {string[]} rows
 */
const toCells = (pieces, rows) =>
  pieces.map((piece) => piece.map((cell) => [Math.floor(cell / rows[0].length), cell % rows[0].length]));

test("levels are as difficult as in Python", () => {
  for (const { text, solution, difficulty, number } of expected.rated) {
    const rated = rate(State.parse(text), solution);
    assert.deepEqual(rated.asJson(), difficulty, text);
    assert.equal(rated.number, number, text);
  }
});

test("hints are those of Python", () => {
  for (const { text, known, steps, hint, advised } of expected.hints) {
    const found = finish(findHint(State.parse(text), { steps, known }));
    assert.deepEqual(found.asJson(), hint, text);
    assert.deepEqual(found.steps, advised, text);
    if (found.takeBack !== null) {
      const back = State.parse(text.slice(0, text.length - found.takeBack));
      assert.ok(back.play(found.rest ?? "").won, text);
    }
  }
});

test("the same pieces are looked at, and the same parts out of reach", () => {
  for (const { rows, pieces, parts, doubtful } of expected.maps) {
    assert.deepEqual(toCells(findPieces(rows), rows), pieces, rows.join("/"));
    const found = finish(findUnreachable({ rows, solution: "", mechanics: [] }, () => false));
    assert.deepEqual(toCells(found.parts, rows), parts, rows.join("/"));
    assert.deepEqual(toCells(found.doubtful, rows), doubtful, rows.join("/"));
  }
});

test("lint finds what Python's finds", () => {
  const finder = new DuplicateFinder();
  for (const { name, rows, solution, mechanics, findings } of expected.linted) {
    const found = [...lint({ rows, solution, mechanics }, 60, finder)].filter((each) => each !== null);
    finder.add(name, rows);
    assert.deepEqual(
      found.map(({ fix: _, ...facts }) => facts),
      findings,
      `${rows.join("/")}@${solution}`,
    );
  }
});
