/** Reading and writing level files against Python: levels, and every problem with its place and words. */

import assert from "node:assert/strict";
import { test } from "node:test";

import { diagnose } from "../../../src/babalab/web/page/knowledge/diagnostics.js";
import {
  readLevels,
  writeKekeJson,
  writeLines,
  writeText,
} from "../../../src/babalab/web/page/knowledge/formats.js";
import { expected } from "./expected.js";

test("every text is read as Python reads it", () => {
  for (const { text, name, levels, problems } of expected.texts) {
    const excerpt = `${name}: ${JSON.stringify(text.slice(0, 500))}`;
    assert.deepEqual(readLevels(text, name), { levels, problems }, excerpt);
  }
});

test("bytes that are no text are placed as Python places them", () => {
  for (const { bytes, levels, problems } of expected.bytes) {
    assert.deepEqual(readLevels(Uint8Array.from(bytes)), { levels, problems }, `${bytes}`);
  }
});

test("levels are written as Python writes them", () => {
  for (const { levels, ascii, line, json } of expected.written) {
    assert.equal(writeText(levels), ascii);
    assert.equal(writeLines(levels), line);
    assert.equal(writeKekeJson(levels), json);
  }
});

test("maps are diagnosed as in Python", () => {
  for (const { rows, problems } of expected.maps) {
    assert.deepEqual(diagnose(rows), problems, rows.join("/"));
  }
});
