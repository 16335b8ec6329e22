// A move that changes nothing is seen all the same: what is YOU leans that way and comes back.

import { NOUNS, THING_CHARACTERS } from "../../babalab/engine.js";
import { VECTORS } from "../../knowledge/moves.js";
import { youThings } from "./you.js";

/** The distance it leans, in cells. */
const LEAN = 0.18;

/**
 * @param {import("../../babalab/index.js").State} state
 * @param {string} letter
 * @returns {import("../../app/board/motions.js").Turn}
 */
export function bump(state, letter) {
  const [dy, dx] = VECTORS[letter];
  const motions = youThings(state).map(({ noun, row, column }) => ({
    character: THING_CHARACTERS[NOUNS.indexOf(noun)],
    from: /** @type {[number, number]} */ ([row + dy * LEAN, column + dx * LEAN]),
    to: /** @type {[number, number]} */ ([row, column]),
  }));
  return { motions, sparks: [] };
}
