/**
 * Events: everything that can happen in a turn, plain objects as `Event.as_json()` of Python writes them.
 *
 * An *entity* is a word or a thing, by a number of its own: words come first, in the order in which they
 * stood in the level, then things in the order in which they came into being. Cells are [row, column],
 * counted from 0.
 */

import { IS, NOUN_SET } from "./vocabulary.js";

/**
 * @typedef {[number, number]} Cell
 * @typedef {"kill" | "sink" | "melt" | "instead"} Cause
 * @typedef {{kind: "walked", entity: number, noun: string, origin: Cell, target: Cell}} Walked
 * @typedef {{kind: "wandered", entity: number, noun: string, origin: Cell, target: Cell}} Wandered
 * @typedef {{kind: "pushed", entity: number, what: string, is_word: boolean, origin: Cell, target: Cell, by:
 * number,
 *   by_noun: string, by_itself: boolean}} Pushed
 * @typedef {{kind: "waited"}} Waited
 * @typedef {{kind: "blocked", direction: string}} Blocked
 * @typedef {{kind: "rule-made", rule: string}} RuleMade
 * @typedef {{kind: "rule-broken", rule: string}} RuleBroken
 * @typedef {{kind: "transformed", entity: number, noun: string, cell: Cell, into: string}} Transformed
 * @typedef {{kind: "control-changed", before: string[], after: string[]}} ControlChanged
 * @typedef {{kind: "destroyed", entity: number, noun: string, cell: Cell, cause: Cause}} Destroyed
 * @typedef {{kind: "lost"}} Lost
 * @typedef {{kind: "won", you: string, win: string, cell: Cell}} Won
 * @typedef {Walked | Wandered | Pushed | Waited | Blocked | RuleMade | RuleBroken | Transformed |
 * ControlChanged
 *   | Destroyed | Lost | Won} Event
 */

/** The kinds that always end a chapter of a story. */
const MILESTONES = new Set(["transformed", "control-changed", "destroyed", "lost", "won"]);

/**
 * Return whether a rule can have an effect: "you-is-is" is listed as one and has none.
 *
 * @param {string} rule
 * @returns {boolean}
 */
export function isEffective(rule) {
  const [subject, , predicate] = rule.split("-");
  return NOUN_SET.has(subject) && predicate !== IS;
}

/**
 * Return whether a chapter of a story ends with this event.
 *
 * @param {Event} event
 * @returns {boolean}
 */
export function isMilestone(event) {
  if (event.kind === "rule-made" || event.kind === "rule-broken") {
    return isEffective(event.rule);
  }
  return MILESTONES.has(event.kind);
}

/**
 * Return the events of one kind, in order.
 *
 * @template {Event["kind"]} K
 * @param {readonly Event[]} events
 * @param {K} kind
 * @returns {Extract<Event, {kind: K}>[]}
 */
export function ofKind(events, kind) {
  return /** @type {Extract<Event, {kind: K}>[]} */ (events.filter((event) => event.kind === kind));
}
