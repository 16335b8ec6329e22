/** The exact engine alone, without the agents: levels, states and single searches. */
export { load } from "./core.js";
export { CoreError, LevelError, MovesError, OutOfMemoryError } from "./errors.js";
export { LayerSearch } from "./layers.js";
export { Level } from "./level.js";
export { LISTS, parseLists } from "./lists.js";
export { formatMoves, parseMoves } from "./moves.js";
export { Search } from "./search.js";
export { Shortener } from "./shortener.js";
export { State } from "./state.js";
export {
  ACTIONS,
  BORDER,
  DEAD_END_NAMES,
  EMPTY,
  EVALUATORS,
  HASH_KINDS,
  IS,
  MAX_SIDE,
  NOUNS,
  PROPERTIES,
  THING_CHARACTERS,
  VECTORS,
  WORD_CHARACTERS,
  WORDS,
} from "./vocabulary.js";
