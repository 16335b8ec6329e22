/** Names that are also in Python, which decides. */
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import test from "node:test";
import { FIRST_PROOF, PATIENCE } from "../../../src/babalab/web/page/babalab/champion.js";
import * as babalab from "../../../src/babalab/web/page/babalab/index.js";
import { expected } from "./expected.js";

const { parsed, version, champion, ...names } = expected;

test("names", () => {
  for (const [name, value] of Object.entries(names)) {
    assert.deepEqual(babalab[/** @type {keyof typeof babalab} */ (name)], value, name);
  }
});

test("lists", () => assert.deepEqual(babalab.parseLists(babalab.LISTS), parsed));

test("the champion's numbers", () => assert.deepEqual({ FIRST_PROOF, PATIENCE }, champion));

test("version", () => {
  const file = new URL("../../../src/babalab/web/page/babalab/package.json", import.meta.url);
  assert.equal(JSON.parse(readFileSync(file, "utf8")).version, version);
});
