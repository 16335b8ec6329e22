/**
 * Stories: the events of a play, move by move and in chapters, in words and as plain data.
 *
 * A *chapter* is a run of moves up to the next milestone: a rule made or broken, something destroyed or
 * transformed, a change of control, or the end. The twin of babalab/game/story.py.
 */

import { texts } from "../texts/texts.js";
import { Chronicle } from "./chronicle.js";
import { isEffective, isMilestone, ofKind } from "./events.js";
import { parseMoves } from "./moves.js";
import { describeChapter } from "./phrases.js";

/** @typedef {import("./events.js").Event} Event */

/**
 * One move and all that happened in its turn, in order.
 *
 * @typedef {object} Step
 * @property {number} number counted from 1
 * @property {string} letter
 * @property {Event[]} events
 * @property {[string, number][]} controlled before the move: the nouns that are YOU, and how many there are
 * of each
 */

/** Consecutive moves that belong together. */
export class Chapter {
  /** @param {Step[]} steps */
  constructor(steps) {
    this.steps = steps;
    this.first = steps[0].number;
    this.last = steps[steps.length - 1].number;
    this.moves = steps.map((step) => step.letter).join("");
  }

  get events() {
    return this.steps.flatMap((step) => step.events);
  }

  /** The milestones of its last move; none if the play just stops. */
  get milestones() {
    return this.steps[this.steps.length - 1].events.filter(isMilestone);
  }

  /** The chapter in words, a phrase a line. */
  get lines() {
    return [...describeChapter(this.steps)];
  }

  /** The range of its moves, as a title. */
  get title() {
    return texts.stories.chapter(this.first, this.last, this.moves);
  }

  /** The same as `Chapter.as_json()` of Python. */
  asJson() {
    return {
      first: this.first,
      last: this.last,
      moves: this.moves,
      lines: this.lines,
      events: this.steps.flatMap((step) => step.events.map((event) => ({ move: step.number, ...event }))),
    };
  }
}

/** The events of moves played from a state, up to the first win. */
export class Story {
  /** @type {Chapter[] | null} */
  #chapters = null;

  /**
   * @param {object} facts
   * @param {string} facts.line
   * @param {string} facts.start the moves before the story
   * @param {Step[]} facts.steps
   * @param {string} facts.unneeded the moves behind the win
   * @param {string[]} facts.firstRules
   * @param {string[]} facts.lastRules
   * @param {boolean} facts.won whether it is won before its first move
   * @param {boolean} facts.lost whether it is lost then
   */
  constructor({ line, start, steps, unneeded, firstRules, lastRules, won, lost }) {
    this.line = line;
    this.start = start;
    this.steps = steps;
    this.moves = steps.map((step) => step.letter).join("");
    this.unneeded = unneeded;
    this.firstRules = firstRules;
    this.lastRules = lastRules;
    this.events = steps.flatMap((step) => step.events);
    this.won = won || ofKind(this.events, "won").length > 0;
    this.lost = lost || ofKind(this.events, "lost").length > 0;
  }

  /** The moves, cut after each milestone. @returns {Chapter[]} */
  get chapters() {
    this.#chapters ??= [...cut(this.steps)].map((steps) => new Chapter(steps));
    return this.#chapters;
  }

  /** The sentence about the rules that hold before the first move. */
  get opening() {
    return texts.stories.opening(this.firstRules.filter(isEffective));
  }

  /** The sentence about the end, after the last move. */
  get ending() {
    if (this.won) {
      const last = this.events[this.events.length - 1];
      return texts.stories.won(last?.kind === "won" ? last : null, this.unneeded.length);
    }
    return this.lost ? texts.stories.lost : texts.stories.goesOn;
  }

  /** The story in words: how it begins, the phrases of each chapter, how it ends. */
  get lines() {
    const told = this.chapters.flatMap((chapter) => [
      chapter.title,
      ...chapter.lines.map((line) => `  ${line}`),
    ]);
    return [this.opening, ...told, this.ending];
  }

  /** The same as `Story.as_json()` of Python. */
  asJson() {
    return {
      level: this.line,
      start: this.start,
      moves: this.moves,
      won: this.won,
      lost: this.lost,
      unneeded: this.unneeded,
      rules_at_start: this.firstRules,
      rules_at_end: this.lastRules,
      chapters: this.chapters.map((chapter) => chapter.asJson()),
      lines: this.lines,
    };
  }
}

/**
 * Tell the story of these moves, up to the first win.
 *
 * @param {string} line the level
 * @param {string} movesBefore the moves that lead to the state in which the story begins
 * @param {string} moves
 * @returns {Story}
 */
export function tell(line, movesBefore, moves) {
  const start = parseMoves(movesBefore);
  const letters = parseMoves(moves);
  const chronicle = new Chronicle(line);
  for (const letter of start) {
    chronicle.step(letter);
  }
  const { won, rules: firstRules } = chronicle;
  const lost = chronicle.over;
  /** @type {Step[]} */
  const steps = [];
  if (!won) {
    for (const letter of letters) {
      const controlled = countControlled(chronicle);
      steps.push({ number: steps.length + 1, letter, events: chronicle.turn(letter), controlled });
      if (chronicle.won) {
        break;
      }
    }
  }
  const unneeded = letters.slice(steps.length);
  return new Story({ line, start, steps, unneeded, firstRules, lastRules: chronicle.rules, won, lost });
}

/**
 * Return the nouns that are YOU, and how many things there are of each.
 *
 * @param {Chronicle} chronicle
 * @returns {[string, number][]}
 */
export function countControlled(chronicle) {
  /** @type {Map<string, number>} */
  const counts = new Map();
  for (const thing of new Set(chronicle.you)) {
    counts.set(thing.noun, (counts.get(thing.noun) ?? 0) + 1);
  }
  return [...counts];
}

/**
 * @param {Step[]} steps
 * @returns {Generator<Step[]>}
 */
function* cut(steps) {
  let begin = 0;
  for (let end = 1; end <= steps.length; end++) {
    if (end === steps.length || steps[end - 1].events.some(isMilestone)) {
      yield steps.slice(begin, end);
      begin = end;
    }
  }
}
