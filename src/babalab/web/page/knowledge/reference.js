/**
 * The reference engine: every thing is an object with an identity. The twin of babalab/game/reference.py.
 *
 * The core in WebAssembly is faster but doesn't tell which thing is which. This engine does, which chronicles
 * need. Lists that Python searches are kept with marks or by cell here, so that a full 64 x 64 level plays
 * smoothly; order and result are the same.
 */

import { copyDeeply } from "./copying.js";
import { pairUp, Thing, Word } from "./entities.js";
import { VECTORS } from "./moves.js";
import { characterOf, drawFrame } from "./picture.js";
import { PropertyLists } from "./property_lists.js";
import { BORDER, IS, NOUN_SET, THING_OF, WORD_OF } from "./vocabulary.js";

/** @typedef {import("./events.js").Cause} Cause */

/** The content of the back layer where nothing may ever stand. */
const STONE = BORDER;
/** @type {Readonly<Record<string, string>>} */
const OPPOSITE = { u: "d", d: "u", l: "r", r: "l" };
/** The causes of the passes of destruction, in their order. @type {readonly Cause[]} */
const CAUSES = ["kill", "sink", "melt"];

/** One play of a level: a mutable position, advanced by `step`. */
export class ReferenceGame {
  /** @param {string} line the map on one line, rows separated by slashes */
  constructor(line) {
    const rows = line.split("/");
    this.height = rows.length;
    this.width = rows[0].length;
    /** @type {Thing[]} */
    this.roster = [];
    /** @type {Map<string, Thing[]>} */
    this.kin = new Map();
    /** @type {Word[]} */
    this.words = [];
    /** @type {(Thing | Word | null)[]} */
    this.front = new Array(this.height * this.width).fill(null);
    /** @type {(Thing | typeof STONE | null)[]} */
    this.back = new Array(this.height * this.width).fill(null);
    /** @type {string[]} */
    this.rules = [];
    /** The rules about a noun, in order: subject and predicate. @type {[string, string][]} */
    this.sentences = [];
    this.won = false;
    /** The number of turns played. */
    this.turns = 0;
    /** The words that moved in this turn. */
    this.movedWords = 0;
    this.entities = 0;
    rows.forEach((row, y) => [...row].forEach((character, x) => this.place(character, y * this.width + x)));
    for (const each of [...this.words, ...this.roster]) {
      each.number = this.entities++;
    }
    this.isWords = this.words.filter((word) => word.text === IS);
    this.lists = new PropertyLists();
    this.readRules();
  }

  /**
   * @param {string} character
   * @param {number} cell
   */
  place(character, cell) {
    const noun = THING_OF.get(character);
    const text = WORD_OF.get(character);
    if (character === BORDER) {
      this.back[cell] = STONE;
    } else if (noun !== undefined) {
      const thing = new Thing(noun, cell);
      this.addToLists(thing);
      this.front[cell] = thing;
    } else if (text !== undefined) {
      const word = new Word(text, cell);
      this.words.push(word);
      this.front[cell] = word;
    }
  }

  /** @param {Thing} thing */
  addToLists(thing) {
    this.roster.push(thing);
    const kin = this.kin.get(thing.noun);
    if (kin) {
      kin.push(thing);
    } else {
      this.kin.set(thing.noun, [thing]);
    }
  }

  // ---------------------------------------------------------------- reading the rules

  /**
   * Read the rules and act on them. Return whether that can have changed anything if nothing moved since the
   * last.
   */
  readRules() {
    const former = this.rules;
    const found = new Set();
    for (const word of this.isWords) {
      const x = word.cell % this.width;
      if (x > 0 && x + 1 < this.width) {
        this.readRule(found, word.cell - 1, word.cell + 1);
      }
      this.readRule(found, word.cell - this.width, word.cell + this.width);
    }
    this.rules = [...found];
    this.sentences = [];
    for (const rule of this.rules) {
      const [subject, , predicate] = rule.split("-");
      if (NOUN_SET.has(subject)) {
        this.sentences.push([subject, predicate]);
      }
    }
    const transformed = this.transform();
    this.refresh();
    return (
      transformed || former.length !== this.rules.length || former.some((rule, i) => rule !== this.rules[i])
    );
  }

  /**
   * @param {Set<string>} found
   * @param {number} before
   * @param {number} after
   */
  readRule(found, before, after) {
    const left = this.front[before];
    const right = this.front[after];
    if (left instanceof Word && right instanceof Word) {
      found.add(`${left.text}-${IS}-${right.text}`);
    }
  }

  /** Transform things as the rules say, and return whether there were any. */
  transform() {
    let any = false;
    const immune = new Set();
    for (const [subject, predicate] of this.sentences) {
      if (subject === predicate && this.kin.has(subject)) {
        immune.add(subject);
      }
    }
    for (const [subject, predicate] of this.sentences) {
      if (NOUN_SET.has(predicate) && !immune.has(subject)) {
        for (const old of [...(this.kin.get(subject) ?? [])]) {
          this.replace(old, new Thing(predicate, old.cell));
          any = true;
        }
      }
    }
    return any;
  }

  /**
   * @param {Thing} old
   * @param {Thing} by
   */
  replace(old, by) {
    this.addToLists(by);
    if (this.front[old.cell] === old) {
      this.front[old.cell] = by;
    } else {
      this.back[old.cell] = by;
    }
    this.leaveLists(old, null);
    by.number = this.entities++;
  }

  refresh() {
    for (const thing of this.roster) {
      thing.movable = thing.stopping = false;
    }
    this.lists = new PropertyLists();
    for (const [subject, predicate] of this.sentences) {
      this.lists.apply(predicate, subject, this.kin.get(subject) ?? []);
    }
    this.layOut();
  }

  /** Put movable and stopping things in front, the rest behind, words in front of all. */
  layOut() {
    for (const thing of this.roster) {
      if (thing.movable || thing.stopping) {
        this.front[thing.cell] = thing;
        this.back[thing.cell] = null;
      } else {
        this.back[thing.cell] = thing;
        this.front[thing.cell] = null;
      }
    }
    for (const word of this.words) {
      this.front[word.cell] = word;
    }
  }

  // ---------------------------------------------------------------- a turn

  /** @param {string} letter one of u d l r s */
  step(letter) {
    this.turns += 1;
    this.movedWords = 0;
    if (letter !== "s") {
      for (const thing of this.you) {
        this.tryToMove(thing, letter);
      }
      this.destroyMeetings();
    }
    for (const thing of this.movers) {
      const facing = /** @type {string} */ (thing.facing);
      if (!this.tryToMove(thing, facing)) {
        thing.facing = OPPOSITE[facing];
      }
    }
    this.destroyMeetings();
    // The rules are read once for every word that moved. When a reading after the first changed nothing,
    // the next one would not either: it finds the same words in front.
    for (let count = 0; count < this.movedWords; count++) {
      if (!this.readRules() && count > 0) {
        break;
      }
    }
    this.won = this.findVictory() !== null;
  }

  /** Return the first pair that wins, or null. @returns {[Thing, Thing] | null} */
  findVictory() {
    return pairUp(this.you, this.lists.wins)[0] ?? null;
  }

  /**
   * @param {Thing | Word} mover
   * @param {string} direction
   * @returns {boolean}
   */
  tryToMove(mover, direction) {
    if (mover.moved === this.turns || !mover.movable) {
      return false;
    }
    const [dy, dx] = VECTORS[direction];
    const x = (mover.cell % this.width) + dx;
    const target = mover.cell + dy * this.width + dx;
    if (
      x < 0 ||
      x >= this.width ||
      target < 0 ||
      target >= this.front.length ||
      this.back[target] === STONE
    ) {
      return false;
    }
    const obstacle = this.front[target];
    if (obstacle !== null && !this.givesWay(obstacle, mover, direction)) {
      return false;
    }
    this.front[mover.cell] = null;
    this.front[target] = mover;
    mover.cell = target;
    mover.facing = direction;
    mover.moved = this.turns;
    if (mover instanceof Word) {
      this.movedWords += 1;
    }
    return true;
  }

  /**
   * @param {Thing | Word} obstacle
   * @param {Thing | Word} mover
   * @param {string} direction
   * @returns {boolean}
   */
  givesWay(obstacle, mover, direction) {
    if (obstacle instanceof Word) {
      return this.tryToMove(obstacle, direction);
    }
    if (obstacle.stopping) {
      return false;
    }
    if (obstacle.movable) {
      if (this.lists.canPush(obstacle)) {
        return this.tryToMove(obstacle, direction);
      }
      return this.lists.isYou(obstacle) && !(mover instanceof Thing && this.lists.isYou(mover));
    }
    return true;
  }

  // ---------------------------------------------------------------- destruction

  /** Make the three passes, over the lists as they were when this part of the turn began. */
  destroyMeetings() {
    const { you, killers, sinkers, hot, melt } = this.lists;
    this.destroy(pairUp(you, killers), 0);
    this.destroy(
      pairUp(this.roster, sinkers).filter(([one, other]) => one !== other),
      1,
    );
    const hotThings = hot.flatMap((noun) => this.kin.get(noun) ?? []);
    const melting = melt.flatMap((noun) => this.kin.get(noun) ?? []);
    this.destroy(pairUp(hotThings, melting), 2);
  }

  /**
   * @param {[Thing, Thing][]} pairs
   * @param {number} pass
   */
  destroy(pairs, pass) {
    for (const [first, second] of pairs) {
      this.leaveLists(first, CAUSES[pass]);
      this.leaveLists(second, CAUSES[pass]);
      this.back[second.cell] = null;
      this.front[first.cell] = null;
    }
    if (pairs.length) {
      this.refresh();
    }
  }

  /**
   * Take a thing off its lists; return what left those of its noun. It is the last one, a quirk of the
   * original engine, where the thing is gone already.
   *
   * @param {Thing} thing
   * @param {Cause | null} _cause
   * @returns {Thing | null}
   */
  leaveLists(thing, _cause) {
    const kin = this.kin.get(thing.noun) ?? [];
    let gone = null;
    if (thing.inRoster) {
      this.roster.splice(this.roster.indexOf(thing), 1);
      thing.inRoster = false;
    } else if (this.roster.length) {
      /** @type {Thing} */ (this.roster.pop()).inRoster = false;
    }
    if (thing.inKin) {
      kin.splice(kin.indexOf(thing), 1);
      thing.inKin = false;
      gone = thing;
    } else if (kin.length) {
      gone = /** @type {Thing} */ (kin.pop());
      gone.inKin = false;
    }
    return gone;
  }

  // ---------------------------------------------------------------- looking at it

  /** The things that the player controls, in the engine's order. */
  get you() {
    return this.lists.you;
  }

  /** The things that move by themselves. */
  get movers() {
    return this.lists.movers;
  }

  /** The things that can be pushed. */
  get pushes() {
    return this.lists.pushes;
  }

  /** The map as the original engine prints it, rows separated by newlines. */
  get picture() {
    const cells = this.front.map((shown, cell) => characterOf(shown ?? this.back[cell]));
    return drawFrame(cells, this.width, this.height);
  }

  /**
   * Make a game of the same class in the same position, with things and words of its own.
   *
   * @returns {this}
   */
  clone() {
    return copyDeeply(this, [Thing, Word, PropertyLists]);
  }
}
