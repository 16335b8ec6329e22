/** The pieces to draw of a state, and the words that are lit. */
import { BORDER, IS, NOUNS, THING_CHARACTERS, WORD_CHARACTERS, WORDS } from "./vocabulary.js";

/** @typedef {import("./state.js").State} State */
/** @typedef {import("./state.js").WordTile} WordTile */
/**
 * A thing, a word or a border stone to draw, by its map character. `active` is about words: whether they
 * are part of a rule in force.
 * @typedef {{row: number, column: number, character: string, facing: "" | "u" | "d" | "l" | "r",
 *   active: boolean}} Piece
 */
/**
 * Three words in line that read as a rule, and whether it is in force.
 * @typedef {{rule: string, cells: [row: number, column: number][], effective: boolean}} RuleWords
 */

const MOST_COLUMNS = 64;
const nouns = new Set(/** @type {readonly string[]} */ (NOUNS));

/**
 * @param {readonly WordTile[]} words
 * @param {readonly string[]} rules
 * @returns {RuleWords[]}
 */
export function findRuleWords(words, rules) {
  const inForce = new Set(rules);
  /** @type {Map<number, string>} */
  const texts = new Map();
  for (const { text, row, column, inFront } of words) if (inFront) texts.set(place(row, column), text);
  /** @type {RuleWords[]} */
  const found = [];
  for (const { text, row, column } of words) {
    if (text !== IS) continue;
    for (const [down, right] of [[0, 1], [1, 0]]) {
      const subject = texts.get(place(row - down, column - right)) ?? "";
      const predicate = texts.get(place(row + down, column + right)) ?? IS;
      if (!nouns.has(subject) || predicate === IS) continue;
      const rule = `${subject}-${IS}-${predicate}`;
      found.push({
        rule,
        cells: [[row - down, column - right], [row, column], [row + down, column + right]],
        effective: inForce.has(rule),
      });
    }
  }
  return found;
}

/**
 * @param {RuleWords[]} ruleWords
 * @returns {Set<number>} the places of words in rules that are in force
 */
export function findActiveCells(ruleWords) {
  const active = new Set();
  for (const { cells, effective } of ruleWords) {
    if (effective) for (const [row, column] of cells) active.add(place(row, column));
  }
  return active;
}

/**
 * @param {State} state
 * @param {Set<number>} active
 * @returns {Piece[]}
 */
export function makeCells(state, active) {
  const { level } = state;
  const you = new Set(state.rules.filter((rule) => rule.endsWith("-you")).map((rule) => rule.split("-")[0]));
  const looking = lastDirection(state.moves);
  /** @type {Map<number, {height: number, piece: Piece}[]>} */
  const piles = new Map();
  const put = (/** @type {number} */ height, /** @type {Piece} */ piece) => {
    const where = place(piece.row, piece.column);
    const pile = piles.get(where);
    if (pile) pile.push({ height, piece });
    else piles.set(where, [{ height, piece }]);
  };
  for (const { noun, row, column, facing, layer } of state.things) {
    const height = layer === "front" ? 3 : layer === "back" ? 1 : 0;
    const character = THING_CHARACTERS[NOUNS.indexOf(noun)];
    // Where facing can't matter it isn't kept; whoever is controlled looks where it was last told to go.
    const seen = facing === "" && you.has(noun) ? looking : facing;
    put(height, { row, column, character, facing: seen, active: false });
  }
  for (const { text, row, column, inFront } of state.words) {
    const character = WORD_CHARACTERS[WORDS.indexOf(text)];
    put(inFront ? 3 : 2, { row, column, character, facing: "", active: active.has(place(row, column)) });
  }
  const pieces = [];
  for (let row = 0; row < level.height; row++) {
    for (let column = 0; column < level.width; column++) {
      if (level.rows[row][column] === BORDER) {
        pieces.push(/** @type {Piece} */ ({ row, column, character: BORDER, facing: "", active: false }));
        continue;
      }
      const pile = piles.get(place(row, column)) ?? [];
      for (const { piece } of pile.sort((one, other) => one.height - other.height)) pieces.push(piece);
    }
  }
  return pieces;
}

/**
 * @param {string} moves
 * @returns {"" | "u" | "d" | "l" | "r"}
 */
function lastDirection(moves) {
  for (let i = moves.length - 1; i >= 0; i--) {
    if (moves[i] !== "s") return /** @type {"u" | "d" | "l" | "r"} */ (moves[i]);
  }
  return "";
}

/**
 * @param {number} row
 * @param {number} column
 */
function place(row, column) {
  return (row + 1) * (MOST_COLUMNS + 2) + column + 1;
}
