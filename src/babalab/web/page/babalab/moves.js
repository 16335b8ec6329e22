/** Moves as letters and as numbers. */
import { MovesError } from "./errors.js";
import { ACTIONS } from "./vocabulary.js";

/**
 * Read moves such as `rrUUd s`: either case, white space ignored.
 * @param {string} text
 * @returns {number[]} actions
 */
export function parseMoves(text) {
  const actions = [];
  for (let position = 0; position < text.length; position++) {
    const letter = text[position];
    if (/\s/.test(letter)) continue;
    const action = ACTIONS.indexOf(letter.toLowerCase());
    if (action < 0) throw new MovesError(text, position);
    actions.push(action);
  }
  return actions;
}

/**
 * @param {Iterable<number>} actions
 * @returns {string} their letters
 */
export function formatMoves(actions) {
  let text = "";
  for (const action of actions) text += ACTIONS[action];
  return text;
}
