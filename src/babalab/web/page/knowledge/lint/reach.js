/**
 * The parts of a level that nothing can ever come to.
 *
 * A cell is reached if what is seen in it changes in some state. States are searched until all cells are
 * reached or all states are known; then the answer is exact. If they are too many, a part counts as closed
 * off only if whatever anybody could do to the rules would not open it. The twin of
 * babalab/generation/baba/reach.py.
 */

import { Level } from "../../babalab/engine.js";
import { findCells } from "../properties.js";
import { SLICE } from "../proving.js";
import { BORDER, EMPTY, THING_OF, WORD_OF } from "../vocabulary.js";
import { characterAt, findParts, listBeside } from "./cells.js";
import { findSentences } from "./sentences.js";

/**
 * @typedef {import("../../babalab/index.js").State} State
 * @typedef {import("./cells.js").LintedLevel} LintedLevel
 * @typedef {import("./cells.js").Piece} Piece
 */

/** States to search at most. */
const MOST_STATES = 30_000;
const AT_ONCE = 256;
/** Empty cells from which on a part is worth mentioning; a thing or a word always is. */
const SMALLEST = 2;

/**
 * Return the parts of a level that certainly can't be reached, and those that were not, and perhaps can be.
 *
 * @param {LintedLevel} level its solution, if it has one, must win with its last move
 * @param {() => boolean} isLate whether to search no longer
 * @returns {Generator<null, {parts: Piece[], doubtful: Piece[]}>} it yields between slices
 */
export function* findUnreachable({ rows, solution }, isLate) {
  const level = Level.parse(rows.join("/"));
  try {
    const start = level.start();
    const wanted = listInside(rows);
    const firm = findCells(start, ["stop", "kill", "sink", "hot"]).map(([y, x]) => y * level.width + x);
    for (const cell of [...findSentences(rows).flat(), ...firm]) {
      wanted.delete(cell);
    }
    const { reached, isExact } = yield* search(start, solution, wanted, isLate);
    const possible = isExact ? reached : overestimate(rows, start);
    const certain = [...wanted].filter((cell) => !possible.has(cell));
    const doubtful = [...wanted].filter((cell) => !reached.has(cell) && possible.has(cell));
    return { parts: listParts(rows, certain), doubtful: listParts(rows, doubtful) };
  } finally {
    level.free();
  }
}

/**
 * Return cells that change in some state, and whether there are certainly no others.
 *
 * The search begins with the states of the solution. It ends when all wanted cells are among those found.
 *
 * @param {State} start
 * @param {string} solution
 * @param {ReadonlySet<number>} wanted
 * @param {() => boolean} isLate
 * @returns {Generator<null, {reached: Set<number>, isExact: boolean}>}
 */
function* search(start, solution, wanted, isLate) {
  const { width } = start.level;
  const before = start.picture.replaceAll("\n", "");
  const reached = new Set(findCells(start, ["you"]).map(([y, x]) => y * width + x));
  /** @type {(state: State) => void} */
  const look = (state) => {
    const now = state.picture.replaceAll("\n", "");
    for (let cell = 0; cell < now.length; cell++) {
      if (now[cell] !== before[cell]) {
        reached.add(cell);
      }
    }
  };
  const first = [start];
  for (const letter of solution) {
    first.push(first[first.length - 1].step(letter));
  }
  const known = new Set(first.map((state) => state.hash()));
  first.forEach(look);
  let count = first.length;
  let began = performance.now();
  const queue = [solution ? first.slice(0, -1) : first];
  while (queue.length && ![...wanted].every((cell) => reached.has(cell))) {
    if (count > MOST_STATES || isLate()) {
      return { reached, isExact: false };
    }
    const states = /** @type {State[]} */ (queue.shift());
    if (states.length > AT_ONCE) {
      queue.push(states.slice(AT_ONCE));
    }
    /** @type {State[]} */
    const goingOn = [];
    for (const state of states.slice(0, AT_ONCE)) {
      if (performance.now() - began > 1000 * SLICE) {
        yield null;
        began = performance.now();
      }
      for (const child of state.children()) {
        const hash = child.hash();
        if (!known.has(hash)) {
          known.add(hash);
          count += 1;
          look(child);
          if (!child.won) {
            goingOn.push(child);
          }
        }
      }
    }
    if (goingOn.length) {
      queue.push(goingOn);
    }
  }
  return { reached, isExact: true };
}

/**
 * @param {readonly string[]} rows
 * @returns {Set<number>}
 */
function listInside(rows) {
  return new Set([...rows.join("")].flatMap((character, cell) => (character === BORDER ? [] : [cell])));
}

/**
 * Return every cell that might be reached, and perhaps some that can't be.
 *
 * @param {readonly string[]} rows
 * @param {State} start
 * @returns {Set<number>}
 */
function overestimate(rows, start) {
  const { width } = start.level;
  const inside = listInside(rows);
  /** @type {(...properties: string[]) => number[]} */
  const cellsOf = (...properties) => findCells(start, properties).map(([y, x]) => y * width + x);
  const words = new Set([...inside].filter((cell) => WORD_OF.has(characterAt(rows, cell))));
  const active = cellsOf("you", "move");
  const firm = new Set(cellsOf("stop").filter((cell) => !active.includes(cell)));
  const open = new Set([...inside].filter((cell) => !firm.has(cell)));
  const reached = flood(open, active, width);
  const isTouched = [...reached].some(
    (cell) => words.has(cell) || listBeside(cell, width, false).some((beside) => words.has(beside)),
  );
  if (!isTouched) {
    return reached;
  }
  // With other rules anything may move, and nothing is firm.
  const things = [...inside].filter((cell) => THING_OF.has(characterAt(rows, cell)));
  return flood(inside, [...reached, ...things], width);
}

/**
 * @param {ReadonlySet<number>} open
 * @param {Iterable<number>} seeds
 * @param {number} width
 * @returns {Set<number>}
 */
function flood(open, seeds, width) {
  const reached = new Set(seeds);
  for (const cell of reached) {
    for (const beside of listBeside(cell, width, false)) {
      if (open.has(beside)) {
        reached.add(beside);
      }
    }
  }
  return reached;
}

/**
 * Return the connected parts of these cells that matter.
 *
 * @param {readonly string[]} rows
 * @param {readonly number[]} cells
 * @returns {Piece[]}
 */
function listParts(rows, cells) {
  return findParts(cells, rows[0].length, false).filter(
    (part) => part.length >= SMALLEST || part.some((cell) => characterAt(rows, cell) !== EMPTY),
  );
}
