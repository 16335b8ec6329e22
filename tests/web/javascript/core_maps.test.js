/** Everything that is wrong with a map, in its place. */
import assert from "node:assert/strict";
import test from "node:test";
import { Level, LevelError, load } from "../../../src/babalab/web/page/babalab/index.js";
import { expected } from "./expected.js";

await load();

/** @param {string} text */
function findProblems(text) {
  try {
    Level.parse(text).free();
  } catch (error) {
    assert.ok(error instanceof LevelError, String(error));
    return error.problems.map(({ kind, row = 0, column = 0 }) => [kind, row, column]);
  }
  return [];
}

test("problems", () => {
  for (const { text, problems } of expected) {
    assert.deepEqual(findProblems(text), problems, JSON.stringify(text));
  }
});
