/** What can be said of maps and solutions without the core, against Python; and links. */

import assert from "node:assert/strict";
import { test } from "node:test";

import { decodeLink, encodeLink, LinkError } from "../../../src/babalab/web/page/knowledge/links.js";
import {
  canonicalize,
  DuplicateFinder,
  makeLayoutKey,
} from "../../../src/babalab/web/page/knowledge/lint/duplicates.js";
import { freezeFreeWords } from "../../../src/babalab/web/page/knowledge/lint/sentences.js";
import { findMechanics } from "../../../src/babalab/web/page/knowledge/mechanics.js";
import { isPrintable, quote } from "../../../src/babalab/web/page/knowledge/quoting.js";
import { round } from "../../../src/babalab/web/page/knowledge/rounding.js";
import { expected } from "./expected.js";

test("the same mechanics are found", () => {
  for (const { line, moves, mechanics } of expected.plays) {
    assert.deepEqual(findMechanics(line, moves), mechanics, `${line}@${moves}`);
  }
});

test("levels have the same canonical forms", () => {
  for (const { rows, canonical, layout, frozen } of expected.maps) {
    assert.equal(canonicalize(rows), canonical, rows.join("/"));
    assert.equal(makeLayoutKey(rows), layout, rows.join("/"));
    assert.equal(freezeFreeWords(rows)?.join("/") ?? null, frozen, rows.join("/"));
  }
});

test("the same levels are called duplicates", () => {
  const finder = new DuplicateFinder();
  for (const { name, rows, found } of expected.duplicates) {
    assert.equal(finder.find(rows), found);
    assert.equal(finder.add(name, rows), found);
  }
});

test("numbers are rounded and texts quoted as in Python", () => {
  for (const { value, digits, rounded } of expected.rounded) {
    assert.equal(round(value, digits), rounded, `${value} to ${digits} digits`);
  }
  for (const { text, quoted, printable } of expected.quoted) {
    assert.equal(quote(text), quoted);
    assert.equal(isPrintable(text), printable, quoted);
  }
});

test("a link comes back as what it was made of, and is no longer than that", async () => {
  for (const { line, moves } of expected.plays) {
    const link = await encodeLink({ line, moves });
    assert.deepEqual(await decodeLink(link), { line, moves });
    assert.match(link, /^[\w./@-]+$/u);
    assert.ok(link.length <= line.length + 1 + moves.length);
  }
});

test("a level of 64 x 64 makes a short link", async () => {
  const line = Array.from({ length: 64 }, () => "_".repeat(64)).join("/");
  const link = await encodeLink({ line });
  assert.ok(link.length < 100, link);
  assert.deepEqual(await decodeLink(link), { line, moves: "" });
});

test("damaged links are refused", async () => {
  const [{ line, moves }] = expected.plays;
  const link = await encodeLink({ line: line.repeat(20), moves });
  assert.ok(link.startsWith("z"));
  for (const damaged of ["z", "z!", `${link.slice(0, -6)}`, `z${link}`, `${link.slice(0, 9)}%${link.slice(9)}`]) {
    await assert.rejects(decodeLink(damaged), LinkError, damaged);
  }
});

test("a link can't be a bomb", async () => {
  const link = await encodeLink({ line: "_".repeat(2_000_000) });
  assert.ok(link.length < 10_000);
  await assert.rejects(decodeLink(link), LinkError);
});
