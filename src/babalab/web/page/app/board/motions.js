// From the events of a turn to what is seen of it: pieces that glide, and sparks.

import { THING_CHARACTERS, WORD_CHARACTERS, NOUNS, WORDS } from "../../babalab/engine.js";

/**
 * @typedef {{character: string, from: [number, number], to: [number, number]}} Motion
 * @typedef {"gone" | "changed" | "made" | "won"} SparkKind
 * @typedef {{kind: SparkKind, row: number, column: number}} Spark
 * @typedef {{motions: Motion[], sparks: Spark[], steady?: boolean}} Turn `steady`: one of many in a row
 * @typedef {{kind: string, [field: string]: any}} TurnEvent
 */

/** @type {Turn} */
export const STILL = { motions: [], sparks: [] };

/**
 * What is seen of a turn, from its events as knowledge/chronicle.js tells them.
 * @param {TurnEvent[]} events
 * @returns {Turn}
 */
export function turnOf(events) {
  /** @type {Turn} */
  const turn = { motions: [], sparks: [] };
  for (const event of events) {
    switch (event.kind) {
      case "walked":
      case "wandered":
        turn.motions.push({ character: thingCharacter(event.noun), from: event.origin, to: event.target });
        break;
      case "pushed":
        turn.motions.push({
          character: event.is_word ? wordCharacter(event.what) : thingCharacter(event.what),
          from: event.origin,
          to: event.target,
        });
        break;
      case "destroyed":
        turn.sparks.push({ kind: "gone", row: event.cell[0], column: event.cell[1] });
        break;
      case "transformed":
        turn.sparks.push({ kind: "changed", row: event.cell[0], column: event.cell[1] });
        break;
      case "won":
        turn.sparks.push({ kind: "won", row: event.cell[0], column: event.cell[1] });
        break;
    }
  }
  return turn;
}

/**
 * The same turn taken back.
 * @param {Turn} turn
 * @returns {Turn}
 */
export function reversed(turn) {
  const motions = turn.motions.map(({ character, from, to }) => ({ character, from: to, to: from }));
  return { motions, sparks: [] };
}

/** @param {string} noun */
function thingCharacter(noun) {
  return THING_CHARACTERS[/** @type {readonly string[]} */ (NOUNS).indexOf(noun)];
}

/** @param {string} word */
function wordCharacter(word) {
  return WORD_CHARACTERS[/** @type {readonly string[]} */ (WORDS).indexOf(word)];
}
