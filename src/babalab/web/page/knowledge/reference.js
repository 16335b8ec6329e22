/**
 * The reference engine: every thing is an object with an identity. The twin of babalab/game/reference.py.
 *
 * The core in WebAssembly is faster but doesn't tell which thing is which. This engine does, which
 * chronicles need.
 * Lists that Python searches are kept with marks or by cell here, so that a full 64 x 64 level plays
 * smoothly; order
 * and result are the same.
 */

import { VECTORS } from "./moves.js";
import {
  BORDER,
  EMPTY,
  IS,
  NOUN_SET,
  THING_CHARACTERS,
  THING_OF,
  WORD_CHARACTERS,
  WORD_OF,
} from "./vocabulary.js";

/** @typedef {import("./events.js").Cause} Cause */

/** A noun come to life. `cell` is row * width + column. */
export class Thing {
  /**
   * @param {string} noun
   * @param {number} cell
   */
  constructor(noun, cell) {
    this.noun = noun;
    this.cell = cell;
    /** @type {string | null} */
    this.facing = null;
    this.movable = false;
    this.stopping = false;
    this.inRoster = true;
    this.inKin = true;
    /** The turn in which it last moved. */
    this.moved = -1;
    this.number = -1;
  }
}

/** A word: always movable, never stopping, never destroyed, never transformed. */
export class Word {
  /**
   * @param {string} text
   * @param {number} cell
   */
  constructor(text, cell) {
    this.text = text;
    this.cell = cell;
    /** @type {string | null} */
    this.facing = null;
    this.movable = true;
    this.stopping = false;
    this.moved = -1;
    this.number = -1;
  }
}

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
    /** How many turns were played. */
    this.turns = 0;
    /** The words that moved in this turn. */
    this.movedWords = 0;
    this.entities = 0;
    rows.forEach((row, y) => [...row].forEach((character, x) => this.place(character, y * this.width + x)));
    for (const each of [...this.words, ...this.roster]) {
      each.number = this.entities++;
    }
    this.isWords = this.words.filter((word) => word.text === IS);
    this.clearLists();
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

  clearLists() {
    /** @type {Thing[]} */
    this.you = [];
    /** @type {Thing[]} */
    this.movers = [];
    /** @type {Thing[]} */
    this.wins = [];
    /** @type {Thing[]} */
    this.pushes = [];
    /** @type {Thing[]} */
    this.stops = [];
    /** @type {Thing[]} */
    this.killers = [];
    /** @type {Thing[]} */
    this.sinkers = [];
    /** @type {string[]} */
    this.hot = [];
    /** @type {string[]} */
    this.melt = [];
    /** @type {Set<Thing>} */
    this.youSet = new Set();
    /** @type {Set<Thing>} */
    this.pushSet = new Set();
  }

  refresh() {
    this.clearLists();
    for (const thing of this.roster) {
      thing.movable = thing.stopping = false;
    }
    for (const [subject, predicate] of this.sentences) {
      this.apply(predicate, subject);
    }
    this.youSet = new Set(this.you);
    this.pushSet = new Set(this.pushes);
    this.layOut();
  }

  /**
   * @param {string} predicate
   * @param {string} subject
   */
  apply(predicate, subject) {
    const things = this.kin.get(subject) ?? [];
    for (const members of this.listsOf(predicate)) {
      for (const thing of things) {
        members.push(thing);
      }
    }
    if (predicate === "hot") {
      this.hot.push(subject);
    } else if (predicate === "melt") {
      this.melt.push(subject);
    }
    const movable = predicate === "you" || predicate === "move" || predicate === "push";
    for (const thing of things) {
      if (movable) {
        thing.movable = true;
      }
      if (predicate === "stop") {
        thing.stopping = true;
      }
      if (predicate === "move" && thing.facing === null) {
        thing.facing = "r";
      }
    }
  }

  /**
   * @param {string} predicate
   * @returns {Thing[][]}
   */
  listsOf(predicate) {
    switch (predicate) {
      case "you":
        return [this.you];
      case "move":
        return [this.movers];
      case "win":
        return [this.wins];
      case "push":
        return [this.pushes];
      case "stop":
        return [this.stops];
      case "kill":
        return [this.killers];
      case "sink":
        return [this.killers, this.sinkers];
      default:
        return [];
    }
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
    if (!this.you.length || !this.wins.length) {
      return null;
    }
    const winAt = new Map();
    for (const win of this.wins) {
      if (!winAt.has(win.cell)) {
        winAt.set(win.cell, win);
      }
    }
    const you = this.you.find((each) => winAt.has(each.cell));
    return you ? [you, winAt.get(you.cell)] : null;
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
      if (this.pushSet.has(obstacle)) {
        return this.tryToMove(obstacle, direction);
      }
      return this.youSet.has(obstacle) && !(mover instanceof Thing && this.youSet.has(mover));
    }
    return true;
  }

  // ---------------------------------------------------------------- destruction

  /** Make the three passes, over the lists as they were when this part of the turn began. */
  destroyMeetings() {
    const { you, killers, sinkers, hot, melt } = this;
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
   * original
   * engine, where the thing is gone already.
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

  /** The map as the original engine prints it, rows separated by newlines. */
  get picture() {
    const rows = [];
    for (let y = 0; y < this.height; y++) {
      let row = "";
      for (let x = 0; x < this.width; x++) {
        const isOutermost = y === 0 || y === this.height - 1 || x === 0 || x === this.width - 1;
        row += isOutermost ? BORDER : this.characterAt(y * this.width + x);
      }
      rows.push(row);
    }
    return rows.join("\n");
  }

  /**
   * @param {number} cell
   * @returns {string}
   */
  characterAt(cell) {
    const shown = this.front[cell] ?? this.back[cell];
    if (shown instanceof Word) {
      return WORD_CHARACTERS[shown.text];
    }
    if (shown instanceof Thing) {
      return THING_CHARACTERS[shown.noun];
    }
    return shown ?? EMPTY;
  }

  // ---------------------------------------------------------------- copying

  /**
   * Make a game of the same class in the same position, with things and words of its own.
   *
   * @returns {this}
   */
  clone() {
    /** @type {Map<any, any>} */
    const copies = new Map();
    /** @type {(each: any) => any} */
    const copyOf = (each) => {
      if (!(each instanceof Thing) && !(each instanceof Word)) {
        return each;
      }
      if (!copies.has(each)) {
        copies.set(each, Object.assign(Object.create(Object.getPrototypeOf(each)), each));
      }
      return copies.get(each);
    };
    const copy = Object.create(Object.getPrototypeOf(this));
    for (const [name, value] of Object.entries(this)) {
      if (Array.isArray(value)) {
        copy[name] = value.map(copyOf);
      } else if (value instanceof Set) {
        copy[name] = new Set([...value].map(copyOf));
      } else if (value instanceof Map) {
        copy[name] = new Map([...value].map(([key, members]) => [key, members.map(copyOf)]));
      } else {
        copy[name] = value;
      }
    }
    return copy;
  }
}

/**
 * Return all pairs that share a cell, ordered by the first and then by the second.
 *
 * @param {readonly Thing[]} firsts
 * @param {readonly Thing[]} seconds
 * @returns {[Thing, Thing][]}
 */
function pairUp(firsts, seconds) {
  if (!firsts.length || !seconds.length) {
    return [];
  }
  /** @type {Map<number, Thing[]>} */
  const at = new Map();
  for (const second of seconds) {
    const there = at.get(second.cell);
    if (there) {
      there.push(second);
    } else {
      at.set(second.cell, [second]);
    }
  }
  /** @type {[Thing, Thing][]} */
  const pairs = [];
  for (const first of firsts) {
    for (const second of at.get(first.cell) ?? []) {
      pairs.push([first, second]);
    }
  }
  return pairs;
}
