/** The alphabet of the game and the names that the core has numbers for, in its order. */

export const NOUNS = Object.freeze(
  /** @type {const} */ ([
    "baba", "skull", "flag", "floor", "grass", "love", "lava", "rock", "wall", "keke", "goop",
  ]),
);
export const PROPERTIES = Object.freeze(
  /** @type {const} */ (["you", "win", "kill", "push", "stop", "move", "hot", "melt", "sink"]),
);
export const IS = "is";
/** All words: nouns, IS, properties. */
export const WORDS = Object.freeze(/** @type {const} */ ([...NOUNS, IS, ...PROPERTIES]));

export const BORDER = "_";
export const EMPTY = ".";
/** The map character of each noun as a thing, in the order of `NOUNS`. */
export const THING_CHARACTERS = "bsfoavlrwkg";
/** The map character of each word, in the order of `WORDS`. */
export const WORD_CHARACTERS = "BSFOAVLRWKG1234567890";
/** The longest side that a map may have. */
export const MAX_SIDE = 64;

/** The letters of the actions; their places are the actions' numbers. `s` is for waiting. */
export const ACTIONS = "udlrs";
/** The step of each action in [rows, columns]. */
export const VECTORS = Object.freeze(/** @type {const} */ ([[-1, 0], [1, 0], [0, -1], [0, 1], [0, 0]]));

/** The kinds of hashes, each a notion of when two states are the same; see `State.hash`. */
export const HASH_KINDS = Object.freeze(
  /** @type {const} */ (["exact", "loose", "picture", "future", "unordered"]),
);
/** Why a state can't be won any more. The first stands for: not known to be so. */
export const DEAD_END_NAMES = Object.freeze(
  /** @type {const} */ ([
    "none", "lost", "nothing_wins", "nothing_is_you", "apart", "one_is", "adrift", "circle",
  ]),
);
/** The evaluators by which open lists of a search can be sorted. */
export const EVALUATORS = Object.freeze(
  /** @type {const} */ ([
    "breadth", "moves", "words", "rules", "rules-place", "things", "rest", "atoms", "rule-atoms",
    "distance", "path", "plan",
  ]),
);

/** @typedef {typeof NOUNS[number]} Noun */
/** @typedef {typeof WORDS[number]} Word */
/** @typedef {typeof HASH_KINDS[number]} HashKind */
/** @typedef {typeof DEAD_END_NAMES[number]} DeadEndName */
