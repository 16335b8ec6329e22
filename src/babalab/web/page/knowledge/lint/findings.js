/** Findings: something about a level that its designer may want to change. */

import { texts } from "../../texts/texts.js";

/**
 * Only what is certain is a finding; what is a matter of taste or could not be decided in time is a note.
 * What each code means is in babalab/generation/baba/linting.py.
 *
 * @typedef {"unsolvable" | "wrong-solution" | "shortcut" | "useless" | "unreachable" | "duplicate" | "map"
 *   | "longer-solution" | "decoration" | "undecided"} Code
 */

/**
 * @typedef {object} Finding
 * @property {Code} code
 * @property {string} message
 * @property {string} fix
 * @property {[number, number][]} cells rows and columns, counted from 1 at the upper left corner, border
 * included
 * @property {string} moves that show it
 * @property {boolean} note whether it is no fault, only worth knowing
 */

const NOTES = new Set(["map", "longer-solution", "decoration", "undecided"]);

/**
 * @param {Code} code
 * @param {string} message
 * @param {string} fix
 * @param {{cells?: [number, number][], moves?: string}} [more]
 * @returns {Finding}
 */
export function makeFinding(code, message, fix, { cells = [], moves = "" } = {}) {
  return { code, message, fix, cells, moves, note: NOTES.has(code) };
}

/**
 * @param {string} message which level it is a duplicate of
 * @returns {Finding}
 */
export function makeDuplicate(message) {
  return makeFinding("duplicate", message, texts.lint.duplicateFix);
}

/**
 * @param {string} what
 * @returns {Finding}
 */
export function makeUndecided(what) {
  return makeFinding("undecided", texts.lint.undecided(what), texts.lint.undecidedFix);
}
