// All levels of all packs, and which of them the filters choose.

import { MOST_DIFFICULT, PARTS, usedParts, without } from "./filters.js";

/**
 * @typedef {import("./filters.js").Filters} Filters
 * @typedef {import("./filters.js").Part} Part
 * @typedef {import("./filters.js").Status} Status
 * @typedef {import("../../app/levels.js").Pack} Pack
 * @typedef {import("../../app/levels.js").LevelEntry} LevelEntry
 * @typedef {Record<string, {moves: string}>} Wins the player's, by address
 *
 * @typedef {object} Item
 * @property {string} address
 * @property {string} packId
 * @property {string} packTitle
 * @property {number} place counted through all packs
 * @property {LevelEntry} level
 * @property {number} length moves of the best solution known; 0 if none is
 * @property {string} words what a search looks at
 * @property {number | null} wonIn the moves of the player's best solution; null if it is not won
 *
 * @typedef {object} Counts how many levels each choice would leave, the other parts staying as they are
 * @property {Map<string, number>} packs
 * @property {Map<string, number>} mechanics
 * @property {Map<number, number>} classes
 * @property {Map<Status, number>} statuses
 * @property {number[]} difficulties of ten points each
 */

/**
 * @param {Pack[]} packs
 * @param {Wins} wins
 * @returns {Item[]}
 */
export function listLevels(packs, wins) {
  /** @type {Item[]} */
  const items = [];
  for (const pack of packs) {
    for (const level of pack.levels) {
      const address = `${pack.id}/${level.id}`;
      items.push({
        address,
        packId: pack.id,
        packTitle: pack.title,
        place: items.length,
        level,
        length: level.solution.length,
        words: fold(`${level.name} ${level.author} ${address}`),
        wonIn: wins[address]?.moves.length ?? null,
      });
    }
  }
  return items;
}

/**
 * Choose levels, in order, and count what each further choice would leave.
 * @param {Item[]} items
 * @param {Filters} filters
 * @returns {{chosen: Item[], counts: Counts}}
 */
export function choose(items, filters) {
  const tests = makeTests(filters);
  /** @type {Item[]} */
  const chosen = [];
  /** @type {Counts} */
  const counts = {
    packs: new Map(),
    mechanics: new Map(),
    classes: new Map(),
    statuses: new Map(),
    difficulties: Array(10).fill(0),
  };
  const isStrict = filters.match === "all";
  for (const item of items) {
    // A level counts for the choices of a part if all other parts let it through.
    let failed = 0;
    /** @type {Part | null} */
    let failedPart = null;
    for (const part of PARTS) {
      if (tests[part](item)) continue;
      failed++;
      failedPart = part;
      if (failed > 1) break;
    }
    if (failed > 1) continue;
    if (failed === 0) chosen.push(item);
    const countsFor = (/** @type {Part} */ part) => failed === 0 || failedPart === part;
    if (countsFor("packs")) add(counts.packs, item.packId);
    if (countsFor("classes")) add(counts.classes, item.level.lengthClass ?? 0);
    if (countsFor("status")) for (const status of statusesOf(item)) add(counts.statuses, status);
    if (countsFor("difficulty") && item.level.difficulty !== null) {
      counts.difficulties[Math.min(9, Math.floor(item.level.difficulty / 10))]++;
    }
    // One more of "all" mechanics narrows the choice; one more of "any" widens it.
    if (isStrict ? failed === 0 : countsFor("mechanics")) {
      for (const mechanic of item.level.mechanics) add(counts.mechanics, mechanic);
    }
  }
  return { chosen: sort(chosen, filters), counts };
}

/**
 * Where nothing is left: which parts to give up, and how many levels that would show, the most first.
 * @param {Item[]} items
 * @param {Filters} filters
 * @returns {{part: Part, count: number}[]}
 */
export function loosenings(items, filters) {
  return usedParts(filters)
    .map((part) => ({ part, count: choose(items, without(filters, part)).chosen.length }))
    .filter(({ count }) => count > 0)
    .sort((a, b) => b.count - a.count);
}

/**
 * What can be said of how a player fared in a level.
 * @param {Item} item
 * @returns {Status[]}
 */
export function statusesOf({ wonIn, length }) {
  if (wonIn === null) return ["open"];
  if (!length) return ["won"];
  return ["won", wonIn <= length ? "fewest" : "longer"];
}

/**
 * @param {Filters} filters
 * @returns {Record<Part, (item: Item) => boolean>}
 */
function makeTests(filters) {
  const { packs, mechanics, classes, status, easiest, hardest } = filters;
  const words = fold(filters.search).split(/\s+/).filter(Boolean);
  /** @type {(item: Item) => (mechanic: string) => boolean} */
  const has = (item) => (mechanic) => item.level.mechanics.includes(mechanic);
  const isAnyDifficulty = easiest <= 0 && hardest >= MOST_DIFFICULT;
  return {
    search: (item) => words.every((word) => item.words.includes(word)),
    packs: (item) => !packs.length || packs.includes(item.packId),
    mechanics: (item) =>
      !mechanics.length || (filters.match === "all" ? mechanics.every(has(item)) : mechanics.some(has(item))),
    classes: (item) => !classes.length || classes.includes(item.level.lengthClass ?? 0),
    difficulty: ({ level: { difficulty } }) =>
      isAnyDifficulty || (difficulty !== null && difficulty >= easiest && difficulty <= hardest),
    status: (item) => !status || statusesOf(item).includes(status),
  };
}

const collator = new Intl.Collator(undefined, { numeric: true, sensitivity: "base" });

/**
 * Sort levels; of those that are alike the one that comes first in its pack is first. Levels of which
 * the wanted figure is not known come last, whatever the direction.
 * @param {Item[]} items
 * @param {Filters} filters
 */
function sort(items, { order, descending }) {
  const sign = descending ? -1 : 1;
  if (order === "pack") return descending ? items.reverse() : items;
  if (order === "name") {
    return items.sort((a, b) => sign * collator.compare(a.level.name, b.level.name) || a.place - b.place);
  }
  const figure = (/** @type {Item} */ item) => (order === "length" ? item.length || null : item.level.difficulty);
  return items.sort((a, b) => {
    const [first, second] = [figure(a), figure(b)];
    const unknown = Number(first === null) - Number(second === null);
    return unknown || sign * (Number(first) - Number(second)) || a.place - b.place;
  });
}

/**
 * A text as searches compare it: without case and accents.
 * @param {string} text
 */
function fold(text) {
  return text
    .normalize("NFD")
    .replace(/\p{M}/gu, "")
    .toLowerCase();
}

/**
 * @template Key
 * @param {Map<Key, number>} counts
 * @param {Key} key
 */
function add(counts, key) {
  counts.set(key, (counts.get(key) ?? 0) + 1);
}
