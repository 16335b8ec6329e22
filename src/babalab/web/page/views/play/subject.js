// What an address asks to play: a level of a pack, or any level in a link.

import { Level, LevelError } from "../../babalab/engine.js";
import { decodeLink, encodeLink } from "../../knowledge/links.js";
import { texts } from "../../texts/texts.js";

/**
 * @typedef {object} Subject
 * @property {string} line
 * @property {string} address the address of the level without moves
 * @property {string} moves those of the address; "" if they could not be read
 * @property {boolean} badMoves
 * @property {string} name
 * @property {string} author
 * @property {string} solution the best known; "" if none is
 * @property {boolean} shortest
 * @property {string[]} mechanics
 * @property {number | null} difficulty
 * @property {number | null} lengthClass
 * @property {import("../../app/levels.js").Found | null} found where it is in a pack; null if it is in none
 */

/** An address that leads nowhere. Its message is for people. */
export class AddressError extends Error {}

/**
 * @param {import("../../app/router.js").Route} route
 * @param {import("../../app/levels.js").Levels} levels
 * @returns {Promise<Subject>}
 */
export async function findSubject({ address, moves }, levels) {
  if (address.startsWith("~")) return subjectOfLink(address.slice(1));
  const found = await levels.find(address);
  if (!found) throw new AddressError(texts.play.unknownLevel(address));
  const { line, name, author, solution, shortest, mechanics, difficulty, lengthClass } = found.level;
  const readable = isMoves(moves);
  return {
    line,
    address,
    moves: readable ? moves : "",
    badMoves: !readable,
    name,
    author,
    solution,
    shortest,
    mechanics,
    difficulty,
    lengthClass,
    found,
  };
}

/** @param {string} link */
async function subjectOfLink(link) {
  let line;
  let moves;
  try {
    ({ line, moves } = await decodeLink(link));
  } catch {
    throw new AddressError(texts.play.brokenLink);
  }
  try {
    // Written our way, so that a level has one address however its link was written.
    const level = Level.parse(line);
    line = level.line;
    level.free();
  } catch (error) {
    if (!(error instanceof LevelError)) throw error;
    throw new AddressError(texts.play.badLevel(error.problems[0]?.message ?? error.message));
  }
  const readable = isMoves(moves);
  /** @type {Subject} */
  const subject = {
    line,
    address: `~${await encodeLink({ line })}`,
    moves: readable ? moves : "",
    badMoves: !readable,
    name: "",
    author: "",
    solution: "",
    shortest: false,
    mechanics: [],
    difficulty: null,
    lengthClass: null,
    found: null,
  };
  return subject;
}

/**
 * The fragment of a play of a subject.
 * @param {string} view
 * @param {Subject} subject
 * @param {string} moves
 * @returns {Promise<string>}
 */
export async function fragmentOf(view, { address, line }, moves) {
  if (!address.startsWith("~")) return `#/${view}/${address}${moves ? `@${moves}` : ""}`;
  return `#/${view}/~${await encodeLink({ line, moves })}`;
}

/** @param {string} text */
function isMoves(text) {
  return /^[udlrs]*$/.test(text);
}
