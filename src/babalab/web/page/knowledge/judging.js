/**
 * Judging a level while it is edited: whether it can be won, in how many moves, how hard that is, and what
 * its designer may not have meant.
 */

import { champion, Level } from "../babalab/index.js";
import { diagnose } from "./diagnostics.js";
import { rate } from "./difficulty.js";
import { KnownLevels } from "./lint/known.js";
import { Deadline, lintAtOnce, lintPlay, SHORTENING } from "./lint/linter.js";
import { findMechanics } from "./mechanics.js";
import { SLICE } from "./proving.js";
import { splitRows } from "./vocabulary.js";
import { cutAtWin } from "./winning.js";

/**
 * @typedef {import("../babalab/agents.js").Result} Result
 * @typedef {import("../babalab/index.js").State} State
 * @typedef {import("./diagnostics.js").Problem} Problem
 * @typedef {import("./lint/findings.js").Finding} Finding
 */

/**
 * @typedef {object} JudgedLevel
 * @property {string} line
 * @property {number} [seconds] for everything
 * @property {string} [record] the solution that its designer has written down
 * @property {string | null} [solution] another one that may still win
 * @property {string[]} [mechanics] those that the level is about
 * @property {import("./lint/known.js").KnownLevel[]} [known] levels that it may be a duplicate of
 */

/**
 * What is known so far. `problems` are errors of the map, and then there is nothing else.
 *
 * @typedef {object} Judgement
 * @property {"thinking" | "solvable" | "unsolvable" | "undecided" | "invalid"} verdict
 * @property {Problem[]} problems
 * @property {string | null} solution
 * @property {boolean} shortest whether the solution is proved to be a shortest one
 * @property {string | null} why it is unsolvable: the name of a dead end, or "searched"
 * @property {{score: number, number: number, parts: object[]} | null} difficulty
 * @property {string[] | null} mechanics that the solution uses
 * @property {Record<string, number>} statistics
 * @property {Finding[]} findings
 */

/** All levels that were known last. */
const LIBRARY = new KnownLevels();
/** The share of the time after which the search for a solution leaves the rest to lint. */
const SEARCHING = 0.6;
/** The share of the time after which proving that a solution is shortest does. */
const PROVING = 0.75;

/**
 * Judge a level; yield what is known whenever that has become more, and null between slices of work.
 *
 * @param {JudgedLevel} judged
 * @returns {Generator<Judgement | null, Judgement>}
 */
export function* judge({ line, seconds = 10, record = "", solution = null, mechanics = [], known = [] }) {
  const rows = splitRows(line);
  const problems = diagnose(rows).filter((problem) => problem.isError);
  /** @type {Judgement} */
  let judgement = {
    verdict: problems.length ? "invalid" : "thinking",
    problems,
    solution: null,
    shortest: false,
    why: null,
    difficulty: null,
    mechanics: null,
    statistics: {},
    findings: [],
  };
  /** @type {(news: Partial<Judgement>) => Judgement} */
  const learn = (news) => (judgement = { ...judgement, ...news });
  if (problems.length) {
    return judgement;
  }
  const deadline = new Deadline(seconds);
  const level = Level.parse(rows.join("/"));
  try {
    const start = level.start();
    const written = { rows, solution: keepMoves(record), mechanics };
    learn({ findings: [...lintAtOnce(written)] });
    for (const moves of [solution, record].map((each) => each && cutAtWin(start, keepMoves(each)))) {
      learn(adopt(start, judgement, moves || null));
    }
    yield judgement;
    const why = start.deadEnd;
    /** @type {Pick<Result, "verdict" | "solution" | "shortest">} */
    let result = { verdict: "unsolvable", solution: null, shortest: false };
    if (why) {
      learn({ verdict: "unsolvable", why });
    } else {
      for (const news of search(start, seconds, () => judgement)) {
        yield news && learn(news);
      }
      const { shortest } = judgement;
      const verdict = judgement.why ? "unsolvable" : judgement.solution ? "solved" : "out-of-time";
      result = { verdict, solution: judgement.solution, shortest };
    }
    if (judgement.verdict === "thinking") {
      learn({ verdict: "undecided" });
    }
    yield judgement;
    const double = yield* LIBRARY.find(rows, known);
    if (double) {
      learn({ findings: [...judgement.findings, double] });
    }
    for (const finding of lintPlay(written, /** @type {Result} */ (result), deadline)) {
      yield finding && learn({ findings: [...judgement.findings, finding] });
    }
  } finally {
    level.free();
  }
  const spent = seconds - deadline.left;
  return learn({ statistics: { ...judgement.statistics, seconds: Math.max(0, spent) } });
}

/**
 * Look for a solution and for a proof that it is a shortest one; yield what is new.
 *
 * @param {State} start
 * @param {number} seconds
 * @param {() => Judgement} now what is known
 * @returns {Generator<Partial<Judgement> | null, void>}
 */
function* search(start, seconds, now) {
  const deadline = new Deadline(SEARCHING * seconds);
  const solving = champion(start, {
    shorten: SHORTENING,
    seconds: SEARCHING * seconds,
    bytes: MOST_BYTES,
    slice: SLICE,
  });
  try {
    let next = solving.next();
    while (!next.done) {
      const { solution, statistics } = next.value;
      yield { ...adopt(start, now(), solution), statistics: { ...statistics, seconds: next.value.seconds } };
      next = solving.next();
    }
    const { verdict, solution, shortest, statistics } = next.value;
    yield {
      ...adopt(start, now(), solution, shortest),
      ...(verdict === "unsolvable" && { verdict, why: "searched" }),
      statistics: { ...statistics, seconds: next.value.seconds },
    };
  } finally {
    solving.return(/** @type {any} */ (undefined));
  }
  const { solution, shortest } = now();
  if (solution !== null && !shortest) {
    yield* prove(start, solution, new Deadline(Math.max(0, deadline.left) + (PROVING - SEARCHING) * seconds));
  }
}

/**
 * Look for anything shorter.
 *
 * @param {State} start
 * @param {string} moves
 * @param {Deadline} deadline
 * @returns {Generator<Partial<Judgement> | null, void>}
 */
function* prove(start, moves, deadline) {
  const shortening = start.aStar(moves.length - 1);
  try {
    while (!deadline.isOver) {
      const outcome = shortening.advance({ seconds: SLICE, bytes: MOST_BYTES });
      if (outcome === "solved") {
        const solution = /** @type {string} */ (shortening.solution());
        yield { ...describe(start, solution), shortest: shortening.sound };
      } else if (outcome === "exhausted" && shortening.sound) {
        yield { shortest: true };
      }
      if (outcome !== "unfinished") {
        return;
      }
      yield null;
    }
  } finally {
    shortening.free();
  }
}

/** The memory that a proof may take. */
const MOST_BYTES = 512 * 2 ** 20;

/**
 * Return what a solution adds to what is known; nothing if it is no better than the one that is.
 *
 * @param {State} start
 * @param {Judgement} judgement
 * @param {string | null} solution
 * @param {boolean} [shortest]
 * @returns {Partial<Judgement>}
 */
function adopt(start, judgement, solution, shortest = false) {
  const before = judgement.solution;
  if (solution === null || (before !== null && before.length < solution.length)) {
    return {};
  }
  if (before !== null && before.length === solution.length) {
    return { shortest: judgement.shortest || shortest };
  }
  return { ...describe(start, solution), shortest };
}

/**
 * @param {State} start
 * @param {string} solution
 * @returns {Partial<Judgement>}
 */
function describe(start, solution) {
  const difficulty = rate(start, solution);
  return {
    verdict: "solvable",
    solution,
    difficulty: { number: difficulty.number, ...difficulty.asJson() },
    mechanics: findMechanics(start.level.line, solution),
  };
}

/**
 * Return what of a text are moves, as a record may be anything.
 *
 * @param {string} text
 * @returns {string}
 */
function keepMoves(text) {
  return text.toLowerCase().replace(/[^udlrs]/gu, "");
}
