/** The filters of the gallery against Python's plain reading of what they mean. */

import assert from "node:assert/strict";
import { test } from "node:test";

import { choose, listLevels, loosenings } from "../../../src/babalab/web/page/views/gallery/catalogue.js";
import {
  noFilters,
  parseFilters,
  usedParts,
  without,
  withoutAll,
  writeFilters,
} from "../../../src/babalab/web/page/views/gallery/filters.js";
import { expected } from "./expected.js";

const items = listLevels(expected.packs, expected.wins);

/** @param {Map<string | number, number>} counts */
function plain(counts) {
  return Object.fromEntries([...counts].map(([key, count]) => [String(key), count]));
}

test("filters choose what Python chooses, in the same order", () => {
  for (const { filters, chosen } of expected.choices) {
    const found = choose(items, filters).chosen.map((item) => item.address);
    assert.deepEqual(found, chosen, JSON.stringify(filters));
  }
});

test("each count is the number of levels that its choice would show", () => {
  for (const { filters, counts } of expected.choices) {
    const found = choose(items, filters).counts;
    const message = JSON.stringify(filters);
    assert.deepEqual(plain(found.packs), counts.packs, message);
    assert.deepEqual(plain(found.classes), counts.classes, message);
    assert.deepEqual(plain(found.statuses), counts.statuses, message);
    assert.deepEqual(plain(found.mechanics), counts.mechanics, message);
    assert.deepEqual(found.difficulties, counts.difficulties, message);
  }
});

test("what an empty result suggests does show levels, as many as it says", () => {
  let suggestions = 0;
  for (const { filters, chosen } of expected.choices) {
    if (chosen.length) continue;
    for (const { part, count } of loosenings(items, filters)) {
      suggestions++;
      assert.ok(count > 0);
      assert.equal(choose(items, without(filters, part)).chosen.length, count);
    }
  }
  assert.ok(suggestions > 10);
});

test("filters survive the address", () => {
  for (const { filters } of expected.choices) {
    const query = writeFilters(filters);
    const trimmed = { ...filters, search: filters.search.trim() };
    assert.deepEqual(parseFilters(new URLSearchParams(query)), trimmed, query);
  }
  assert.equal(writeFilters(noFilters()), "");
});

test("an address that makes no sense is no filter", () => {
  const query = new URLSearchParams("status=x&length=9,a&difficulty=50-20&sort=colour-up&match=none&pack=,,");
  assert.deepEqual(parseFilters(query), noFilters());
});

test("clearing leaves only the order", () => {
  for (const { filters } of expected.choices) {
    const cleared = withoutAll(filters);
    assert.deepEqual(usedParts(cleared), []);
    assert.equal(cleared.order, filters.order);
    assert.equal(cleared.descending, filters.descending);
  }
});
