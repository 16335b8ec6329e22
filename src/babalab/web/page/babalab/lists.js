/** Open lists of a search, and their notation. */
import { EVALUATORS } from "./vocabulary.js";

/** The champion's, which src/babalab/agents/champion.py decides; a test compares. */
export const LISTS = [
  "rules/plan",
  "rules-place/path*4",
  "rule-atoms/breadth*2",
  "rule-atoms/plan",
  "rule-atoms/atoms",
  "atoms/plan*2",
  "rest/plan",
  "words/plan",
  "distance/plan*2",
  "path/moves",
  "breadth/path",
].join("+");

/**
 * Read lists written as `FIRST/SECOND*TURNS`, joined by plus signs. Without a second evaluator ties go to the
 * state nearer to the start.
 * @param {string} text
 * @returns {[first: number, second: number, turns: number][]} evaluators by number, and turns in a round
 */
export function parseLists(text) {
  return text.split("+").map((piece) => {
    const found = /^\s*([a-z-]+)(?:\/([a-z-]+))?(?:\*(\d{1,4}))?\s*$/.exec(piece);
    const turns = Number(found?.[3] ?? 1);
    if (!found || turns < 1) {
      const forms = "FIRST, FIRST/SECOND or FIRST/SECOND*TURNS";
      throw new RangeError(`${JSON.stringify(piece)} is no open list; write ${forms}`);
    }
    return [numberOf(found[1]), numberOf(found[2] ?? "breadth"), turns];
  });
}

/** @param {string} name */
function numberOf(name) {
  const number = /** @type {readonly string[]} */ (EVALUATORS).indexOf(name);
  if (number >= 0) return number;
  throw new RangeError(`there is no evaluator ${JSON.stringify(name)}; there are ${EVALUATORS.join(", ")}`);
}
