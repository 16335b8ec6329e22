/**
 * Phrases for the moves of a chapter and for events: what is worth saying. The words are those of the texts.
 *
 * With the section `stories` of the texts this is the twin of babalab/game/english.py.
 */

import { texts } from "../texts/texts.js";
import { isEffective, ofKind } from "./events.js";
import { count, groupRuns } from "./grouping.js";

/**
 * @typedef {import("./events.js").Cell} Cell
 * @typedef {import("./events.js").Cause} Cause
 * @typedef {import("./events.js").Event} Event
 * @typedef {import("./events.js").Pushed} Pushed
 * @typedef {import("./story.js").Step} Step
 */

/** A walk with more changes of direction than this is told by its length alone. */
export const MOST_LEGS = 6;
/** @type {readonly Cause[]} */
const CAUSES = ["kill", "sink", "melt", "instead"];

/**
 * Yield phrases about a chapter: what the player did, what moved by itself, what changed.
 *
 * @param {readonly Step[]} steps
 * @returns {Generator<string>}
 */
export function* describeChapter(steps) {
  /** @type {string | null} */
  let before = null;
  for (const phase of groupRuns(steps, (step) => JSON.stringify(phaseOf(step)))) {
    const { controlled } = phase[0];
    const subject = controlled.length ? texts.stories.mentionAgain(controlled) : null;
    yield describePhase(phase, subject === before ? "" : (subject ?? ""));
    before = subject;
  }
  const events = steps.flatMap((step) => step.events);
  yield* describeMeanwhile(events);
  yield* describeConsequences(events);
}

/**
 * Return the phase of a move; consecutive moves of one phase share a phrase.
 *
 * @param {Step} step
 * @returns {["push" | "blocked" | "wait" | "walk", ...unknown[]]}
 */
function phaseOf(step) {
  const pushed = findOwnPushes(step.events).map((event) => event.entity);
  if (pushed.length) {
    return ["push", step.letter, pushed, step.controlled];
  }
  const still = step.events.find((event) => event.kind === "blocked" || event.kind === "waited");
  if (still) {
    return still.kind === "blocked" ? ["blocked", step.letter, step.controlled] : ["wait", step.controlled];
  }
  return ["walk", step.controlled];
}

/**
 * @param {readonly Event[]} events
 * @returns {Pushed[]}
 */
function findOwnPushes(events) {
  return ofKind(events, "pushed").filter((event) => !event.by_itself);
}

/**
 * @param {Step[]} phase
 * @param {string} who the subject; empty if the phrase before has the same
 * @returns {string}
 */
function describePhase(phase, who) {
  const { stories } = texts;
  const { controlled, letter } = phase[0];
  const people = controlled.reduce((sum, [, each]) => sum + each, 0);
  const last = phase[phase.length - 1].events;
  switch (phaseOf(phase[0])[0]) {
    case "push": {
      const pushes = findOwnPushes(last);
      return stories.push(who, people > 1, mentionPushed(pushes), phase.length, letter, arrivalOf(pushes));
    }
    case "walk": {
      const legs = groupRuns(phase, (step) => step.letter).map(
        (run) => /** @type {[string, number]} */ ([run[0].letter, run.length]),
      );
      const walked = people === 1 ? ofKind(last, "walked").pop() : undefined;
      return stories.walk(
        who,
        people > 1,
        legs.length > MOST_LEGS ? stories.way(phase.length) : stories.legs(legs),
        walked?.target ?? null,
      );
    }
    case "blocked":
      return stories.blocked(who, people > 1, letter, phase.length);
    default:
      return controlled.length ? stories.wait(who, people > 1, phase.length) : stories.pass(phase.length);
  }
}

/**
 * Return where the only thing pushed has come to; null if several were.
 *
 * @param {readonly Pushed[]} pushes
 * @returns {Cell | null}
 */
function arrivalOf(pushes) {
  return pushes.length === 1 ? pushes[0].target : null;
}

/**
 * Mention what was pushed: "the word IS", "the words IS and YOU and 2 rocks".
 *
 * @param {readonly Pushed[]} pushes
 * @returns {string}
 */
export function mentionPushed(pushes) {
  const words = pushes.filter((push) => push.is_word);
  words.sort((one, other) => one.target[0] - other.target[0] || one.target[1] - other.target[1]);
  const nouns = count(pushes.filter((push) => !push.is_word).map((push) => push.what));
  return texts.stories.pushed(
    words.map((push) => push.what),
    [...nouns],
  );
}

/**
 * Yield phrases about things that moved by themselves, and about what they pushed.
 *
 * @param {readonly Event[]} events
 * @returns {Generator<string>}
 */
function* describeMeanwhile(events) {
  const { stories } = texts;
  /** @type {Map<number, {noun: string, origin: Cell, target: Cell}>} */
  const ways = new Map();
  /** The last push of each thing. @type {Map<number, Pushed>} */
  const shoved = new Map();
  for (const event of events) {
    if (event.kind === "wandered") {
      const origin = ways.get(event.entity)?.origin ?? event.origin;
      ways.set(event.entity, { noun: event.noun, origin, target: event.target });
    } else if (event.kind === "pushed" && event.by_itself) {
      shoved.set(event.entity, event);
    }
  }
  if (ways.size === 1) {
    const [{ noun, origin, target }] = ways.values();
    yield stories.wandered(noun, origin, target);
  } else if (ways.size) {
    yield stories.wanderedAll([...count([...ways.values()].map(({ noun }) => noun))]);
  }
  for (const push of shoved.values()) {
    yield stories.shoved(push.by_noun, mentionPushed([push]), push.target);
  }
}

/**
 * Yield phrases about everything the events changed besides places.
 *
 * @param {readonly Event[]} events
 * @returns {Generator<string>}
 */
export function* describeConsequences(events) {
  const { stories } = texts;
  const broken = ofKind(events, "rule-broken")
    .map((event) => event.rule)
    .filter(isEffective);
  const made = ofKind(events, "rule-made")
    .map((event) => event.rule)
    .filter(isEffective);
  const destroyed = ofKind(events, "destroyed");
  for (const cause of CAUSES) {
    const nouns = destroyed.filter((event) => event.cause === cause).map((event) => event.noun);
    if (nouns.length) {
      yield stories.destroyed(cause, [...count(nouns)], nouns.length);
    }
  }
  if (broken.length) {
    yield stories.broken(broken);
  }
  if (made.length) {
    yield stories.made(made);
  }
  const becoming = count(ofKind(events, "transformed").map(({ noun, into }) => `${noun} ${into}`));
  for (const [pair, times] of becoming) {
    const [noun, into] = pair.split(" ");
    yield stories.became(noun, into, times);
  }
  for (const event of events) {
    if (event.kind === "control-changed") {
      yield stories.control(event.before, event.after);
    } else if (event.kind === "won") {
      yield stories.wins;
    }
  }
}
