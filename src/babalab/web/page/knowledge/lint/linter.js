/**
 * Linting levels: what their designer may not have meant, each with its place and a fix. The twin of
 * babalab/generation/baba/linting.py.
 *
 * All are generators: they yield findings as they are made, and null between slices of work.
 */

import { champion, Level } from "../../babalab/index.js";
import { texts } from "../../texts/texts.js";
import { diagnose } from "../diagnostics.js";
import { isMilestone, ofKind } from "../events.js";
import { findMechanics, sortMechanics } from "../mechanics.js";
import { SLICE } from "../proving.js";
import { tell } from "../story.js";
import { cutAtWin } from "../winning.js";
import { replaceCells } from "./cells.js";
import { makeDuplicate, makeFinding, makeUndecided } from "./findings.js";
import { listFilled, namePart, namePiece, numberCells } from "./parts.js";
import { findPieces, isInert, isUseless } from "./pieces.js";
import { findUnreachable } from "./reach.js";
import { freezeFreeWords } from "./sentences.js";

/**
 * @typedef {import("../../babalab/agents.js").Result} Result
 * @typedef {import("./cells.js").LintedLevel} LintedLevel
 * @typedef {import("./cells.js").Piece} Piece
 * @typedef {import("./duplicates.js").DuplicateFinder} DuplicateFinder
 * @typedef {import("./findings.js").Finding} Finding
 */

/** The mechanics that a solution does or does not; others are in force whatever it does. */
const DEEDS = new Set(["push", "transform", "break-rule", "make-rule", "become"]);
/** The share of the time that solving may take. */
export const SHARE = 0.4;
/** Engine steps for the proof that a piece is useless: a fraction of a second. */
const PROOF_STEPS = 200_000;
export const SHORTENING = 3_000_000;

/** The time that is left. */
export class Deadline {
  /** @param {number} seconds */
  constructor(seconds) {
    this.seconds = seconds;
    this.end = performance.now() + 1000 * seconds;
  }

  get left() {
    return (this.end - performance.now()) / 1000;
  }

  get isOver() {
    return this.left < 0;
  }
}

/**
 * Yield the findings about a level.
 *
 * @param {LintedLevel} level its solution is the one on record
 * @param {number} seconds
 * @param {DuplicateFinder} [known] levels that it may be a duplicate of
 * @returns {Generator<Finding | null, void>}
 */
export function* lint(level, seconds, known) {
  const deadline = new Deadline(seconds);
  yield* lintAtOnce(level, known);
  const result = yield* solve(level.rows, SHARE * seconds);
  yield* lintPlay(level, result, deadline);
}

/**
 * Yield what can be said without a search.
 *
 * @param {LintedLevel} level
 * @param {DuplicateFinder} [known]
 * @returns {Generator<Finding, void>}
 */
export function* lintAtOnce({ rows, solution }, known) {
  for (const { message, line, column } of diagnose(rows)) {
    yield makeFinding("map", message, "", { cells: line && column ? [[line, column]] : [] });
  }
  const double = known?.find(rows);
  if (double) {
    yield makeDuplicate(double);
  }
  if (solution && findRecord(rows, solution) === null) {
    yield makeFinding("wrong-solution", texts.lint.wrongSolution, texts.lint.wrongSolutionFix);
  }
}

/**
 * Return the solution on record up to its win; null if it doesn't win.
 *
 * @param {readonly string[]} rows
 * @param {string} solution
 * @returns {string | null}
 */
function findRecord(rows, solution) {
  const level = Level.parse(rows.join("/"));
  try {
    return cutAtWin(level.start(), solution);
  } finally {
    level.free();
  }
}

/**
 * @param {readonly string[]} rows
 * @param {number} seconds
 * @returns {Generator<null, Result>}
 */
function* solve(rows, seconds) {
  const level = Level.parse(rows.join("/"));
  try {
    const search = champion(level.start(), { shorten: SHORTENING, seconds, slice: SLICE });
    let next = search.next();
    while (!next.done) {
      yield null;
      next = search.next();
    }
    return next.value;
  } finally {
    level.free();
  }
}

/**
 * Yield what can only be known by playing, given what the champion has found.
 *
 * @param {LintedLevel} level
 * @param {Result} result
 * @param {Deadline} deadline
 * @returns {Generator<Finding | null, void>}
 */
export function* lintPlay({ rows, solution, mechanics }, result, deadline) {
  const record = solution ? findRecord(rows, solution) : null;
  const isUnsolvable = result.verdict === "unsolvable";
  if (isUnsolvable) {
    yield makeFinding("unsolvable", texts.lint.unsolvable, texts.lint.unsolvableFix);
  }
  const best = chooseBest(result.solution, record);
  /** @type {Set<number>} */
  const useless = new Set();
  if (best === null) {
    if (!isUnsolvable) {
      yield makeUndecided(texts.lint.whetherWon);
    }
  } else {
    if (record !== null && best.length < record.length) {
      const message = texts.lint.longer(record.length, best.length);
      yield makeFinding("longer-solution", message, texts.lint.longerFix, { moves: best });
    }
    yield* findShortcuts({ rows, solution: best, mechanics }, record, deadline);
    if (result.shortest && best.length === result.solution?.length) {
      yield* findUseless({ rows, solution: best, mechanics }, deadline, useless);
    } else {
      yield makeUndecided(texts.lint.whetherUseless);
    }
  }
  yield* findOutOfReach({ rows, solution: best ?? "", mechanics }, useless, deadline);
}

/**
 * @param {string | null} found
 * @param {string | null} record
 * @returns {string | null}
 */
function chooseBest(found, record) {
  if (!found || !record) {
    return found || record;
  }
  return record.length < found.length ? record : found;
}

// ---------------------------------------------------------------- shortcuts

/**
 * Yield the shortest of the known solutions that does none of what the level is about.
 *
 * @param {LintedLevel} level with its best solution
 * @param {string | null} record
 * @param {Deadline} deadline
 * @returns {Generator<Finding | null, void>}
 */
function* findShortcuts(level, record, deadline) {
  const line = level.rows.join("/");
  const intended = level.mechanics.filter((each) => DEEDS.has(each));
  const rules = record === null ? [] : listMadeRules(line, record);
  if (!intended.length && !rules.length) {
    return;
  }
  for (const getWay of [() => justReturn(level.solution), () => solveFrozen(level.rows, deadline)]) {
    const way = yield* getWay();
    if (way === null) {
      return;
    }
    const used = findMechanics(line, way);
    if (intended.length && !intended.some((each) => used.includes(each))) {
      yield makeShortcut(way, texts.lint.usesNone(sortMechanics(intended)));
      return;
    }
    const made = listMadeRules(line, way);
    const isShorter = record !== null && way.length < record.length;
    if (rules.length && isShorter && !rules.some((rule) => made.includes(rule))) {
      // Sorted as they are spelled, as "-" and " " may order rules differently.
      const sorted = [...new Set(rules)].sort(compareSpelled);
      yield makeShortcut(way, texts.lint.makesNone(sorted));
      return;
    }
  }
}

/** @type {(one: string, other: string) => number} */
const compareSpelled = (one, other) => {
  const [first, second] = [one, other].map((rule) => rule.replaceAll("-", " ").toUpperCase());
  return first < second ? -1 : Number(first > second);
};

/**
 * @param {string} way
 * @returns {Generator<null, string | null>}
 */
// eslint-disable-next-line require-yield -- it stands for one that works
function* justReturn(way) {
  return way;
}

/**
 * Return a way to win that leaves loose words alone; null if none was found.
 *
 * @param {readonly string[]} rows
 * @param {Deadline} deadline
 * @returns {Generator<null, string | null>}
 */
function* solveFrozen(rows, deadline) {
  const frozen = freezeFreeWords(rows);
  if (!frozen || deadline.isOver) {
    return null;
  }
  const result = yield* solve(frozen, SHARE * deadline.left);
  // What wins where loose words are walls also has to win where they are words.
  return result.solution ? findRecord(rows, result.solution) : null;
}

/**
 * @param {string} way
 * @param {string} what
 * @returns {Finding}
 */
function makeShortcut(way, what) {
  return makeFinding("shortcut", texts.lint.shortcut(way, what), texts.lint.shortcutFix, { moves: way });
}

/**
 * @param {string} line
 * @param {string} moves
 * @returns {string[]}
 */
function listMadeRules(line, moves) {
  return ofKind(tell(line, "", moves).events.filter(isMilestone), "rule-made").map((event) => event.rule);
}

// ---------------------------------------------------------------- useless pieces

/**
 * Yield pieces that can be taken away one after the other, the largest kinds first.
 *
 * @param {LintedLevel} level with a shortest solution
 * @param {Deadline} deadline
 * @param {Set<number>} told where the cells of these pieces are added
 * @returns {Generator<Finding | null, void>}
 */
function* findUseless({ rows, solution, mechanics }, deadline, told) {
  const kept = findMechanics(rows.join("/"), solution).filter((each) => mechanics.includes(each));
  let left = rows;
  for (const piece of findPieces(rows)) {
    if (listFilled(left, piece).length < piece.length) {
      continue; // a part of it has been found before
    }
    if (deadline.isOver) {
      yield makeUndecided(texts.lint.whetherSmallerUseless);
      return;
    }
    yield null;
    if (!(yield* isUseless({ rows: left, solution, mechanics }, piece, kept, PROOF_STEPS))) {
      continue;
    }
    const isDecoration = isInert(left, piece);
    left = replaceCells(left, piece);
    piece.forEach((cell) => told.add(cell));
    const what = namePiece(rows, piece);
    const cells = numberCells(rows, piece);
    yield isDecoration
      ? makeFinding("decoration", texts.lint.decoration(what), texts.lint.decorationFix, { cells })
      : makeFinding("useless", texts.lint.useless(what), texts.lint.uselessFix, { cells });
  }
}

// ---------------------------------------------------------------- parts that can't be reached

/**
 * Yield the parts with nothing in them that the solution needs, or that was told of.
 *
 * @param {LintedLevel} level with its best solution, if there is one
 * @param {ReadonlySet<number>} told
 * @param {Deadline} deadline
 * @returns {Generator<Finding | null, void>}
 */
function* findOutOfReach(level, told, deadline) {
  const { rows } = level;
  const { parts, doubtful } = yield* findUnreachable(level, () => deadline.isOver);
  for (const [number, part] of [...parts, ...doubtful].entries()) {
    if (deadline.isOver && listFilled(rows, part).length) {
      yield makeUndecided(texts.lint.whetherOutOfReachUsed);
      return;
    }
    if (yield* isUsed(level, part, told)) {
      continue;
    }
    const name = namePart(rows, part);
    const cells = numberCells(rows, part);
    yield number < parts.length
      ? makeFinding("unreachable", texts.lint.unreachable(name), texts.lint.unreachableFix, { cells })
      : makeFinding("undecided", texts.lint.unreached(name), texts.lint.unreachedFix, { cells });
  }
}

/**
 * Return whether something in a part is of use where it is, or has been told of.
 *
 * @param {LintedLevel} level
 * @param {Piece} part
 * @param {ReadonlySet<number>} told
 * @returns {Generator<null, boolean>}
 */
function* isUsed(level, part, told) {
  const filled = listFilled(level.rows, part);
  if (!filled.length || filled.some((cell) => told.has(cell))) {
    return filled.length > 0;
  }
  return !(level.solution && (yield* isUseless(level, filled, [], PROOF_STEPS)));
}
