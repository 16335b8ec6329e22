/**
 * The engine's lists of things by their properties, in its order: that of the rules, then that of the things.
 */

/** @typedef {import("./entities.js").Thing} Thing */

/** The lists of things that have a property. A thing is in a list once for each rule. */
export class PropertyLists {
  /** @type {Thing[]} */
  you = [];
  /** @type {Thing[]} */
  movers = [];
  /** @type {Thing[]} */
  wins = [];
  /** @type {Thing[]} */
  pushes = [];
  /** @type {Thing[]} */
  killers = [];
  /** @type {Thing[]} */
  sinkers = [];
  /** Nouns. @type {string[]} */
  hot = [];
  /** Nouns. @type {string[]} */
  melt = [];
  /** The members of `you`. @type {Set<Thing>} */
  youSet = new Set();
  /** The members of `pushes`. @type {Set<Thing>} */
  pushSet = new Set();

  /**
   * Take in a rule: set the flags of its things and list them.
   *
   * @param {string} predicate
   * @param {string} subject
   * @param {readonly Thing[]} things those of the subject
   */
  apply(predicate, subject, things) {
    for (const list of listsOf(this, predicate)) {
      for (const thing of things) {
        list.push(thing);
      }
    }
    if (predicate === "hot") {
      this.hot.push(subject);
    } else if (predicate === "melt") {
      this.melt.push(subject);
    }
    const isMovable = predicate === "you" || predicate === "move" || predicate === "push";
    for (const thing of things) {
      if (isMovable) {
        thing.movable = true;
      }
      if (predicate === "you") {
        this.youSet.add(thing);
      } else if (predicate === "push") {
        this.pushSet.add(thing);
      } else if (predicate === "stop") {
        thing.stopping = true;
      }
      if (predicate === "move" && thing.facing === null) {
        thing.facing = "r";
      }
    }
  }

  /** @param {Thing} thing */
  isYou(thing) {
    return this.youSet.has(thing);
  }

  /** @param {Thing} thing */
  canPush(thing) {
    return this.pushSet.has(thing);
  }
}

/**
 * @param {PropertyLists} lists
 * @param {string} predicate
 * @returns {Thing[][]}
 */
function listsOf(lists, predicate) {
  switch (predicate) {
    case "you":
      return [lists.you];
    case "move":
      return [lists.movers];
    case "win":
      return [lists.wins];
    case "push":
      return [lists.pushes];
    case "kill":
      return [lists.killers];
    case "sink":
      return [lists.killers, lists.sinkers];
    default:
      return [];
  }
}
