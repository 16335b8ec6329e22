/**
 * Mechanics that a solution uses, under the names that tag the levels of our packs.
 *
 * Some are deeds, read off the events of the play; others are properties in force of something that is there.
 * The twin of babalab/generation/baba/mechanics.py.
 */

import { Chronicle } from "./chronicle.js";
import { isEffective, isMilestone } from "./events.js";
import { parseMoves } from "./moves.js";

/** @typedef {import("./events.js").Event} Event */

/** All mechanics, in the order in which they are listed. */
export const MECHANICS = [
  "walk",
  "push",
  "stop",
  "kill",
  "sink",
  "hot-melt",
  "move",
  "transform",
  "break-rule",
  "make-rule",
  "self-reference",
  "become",
  "many-you",
];

/**
 * Return the mechanics of a play up to its win, in the order of `MECHANICS`.
 *
 * @param {string} line the level
 * @param {string} moves from its start
 * @returns {string[]}
 */
export function findMechanics(line, moves) {
  const play = new Chronicle(line);
  /** @type {Set<string>} */
  const used = new Set();
  readProperties(play, used);
  let first = findYou(play);
  for (const letter of parseMoves(moves)) {
    const pushable = findPassive(play);
    for (const event of play.turn(letter)) {
      readDeed(event, pushable, used);
    }
    readProperties(play, used);
    const you = findYou(play);
    if (!first.size) {
      first = you;
    }
    if (you.size && !(you.size === first.size && [...you].every((noun) => first.has(noun)))) {
      used.add("become");
    }
    if (play.won) {
      break;
    }
  }
  if (!used.has("push")) {
    used.add("walk");
  }
  return sortMechanics(used);
}

/**
 * Return mechanics in the usual order, none twice.
 *
 * @param {Iterable<string>} mechanics
 * @returns {string[]}
 */
export function sortMechanics(mechanics) {
  const named = new Set(mechanics);
  return MECHANICS.filter((each) => named.has(each));
}

/**
 * Add what is done in an event. Something that walks or moves by itself is not pushed.
 *
 * @param {Event} event
 * @param {ReadonlySet<string>} pushable
 * @param {Set<string>} used
 */
function readDeed(event, pushable, used) {
  if (event.kind === "pushed" && (event.is_word || pushable.has(event.what))) {
    used.add("push");
  } else if (event.kind === "transformed") {
    used.add("transform");
  } else if (event.kind === "rule-broken" && isMilestone(event)) {
    used.add("break-rule");
  } else if (event.kind === "rule-made" && isMilestone(event)) {
    used.add("make-rule");
  }
}

/**
 * Add the properties of things that are there.
 *
 * @param {Chronicle} play
 * @param {Set<string>} used
 */
function readProperties(play, used) {
  const you = findYou(play);
  const properties = new Set();
  for (const rule of play.rules.filter(isEffective)) {
    const [noun, , what] = rule.split("-");
    if (!play.kin.get(noun)?.length) {
      continue;
    }
    properties.add(what);
    if (noun === what || (you.has(noun) && what !== "you")) {
      used.add("self-reference");
    }
  }
  for (const each of ["stop", "kill", "sink", "move"]) {
    if (properties.has(each)) {
      used.add(each);
    }
  }
  if (properties.has("hot") && properties.has("melt")) {
    used.add("hot-melt");
  }
  if (play.you.length > 1) {
    used.add("many-you");
  }
}

/**
 * Return the nouns of things that are PUSH and don't move by themselves.
 *
 * @param {Chronicle} play
 * @returns {Set<string>}
 */
function findPassive(play) {
  const active = new Set([...play.you, ...play.movers].map((thing) => thing.noun));
  return new Set(play.pushes.map((thing) => thing.noun).filter((noun) => !active.has(noun)));
}

/**
 * @param {Chronicle} play
 * @returns {Set<string>}
 */
function findYou(play) {
  return new Set(play.you.map((thing) => thing.noun));
}
