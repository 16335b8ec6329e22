// The positions that one has visited: their tree, their states, and what is known of them.

import { Level } from "../../babalab/index.js";
import { reversed, STILL, turnOf } from "../../app/board/motions.js";
import { Teller } from "./teller.js";
import { lineTo, movesTo, PositionTree } from "./tree.js";
import { keyOf, Verdicts } from "./verdicts.js";

/**
 * @typedef {import("../../babalab/index.js").State} State
 * @typedef {import("../../app/board/motions.js").Turn} Turn
 * @typedef {import("./tree.js").TreeNode} TreeNode
 */

export class Positions {
  /** @param {string} line the level */
  constructor(line) {
    this.level = Level.parse(line);
    this.start = this.level.start();
    this.tree = new PositionTree(keyOf(this.start));
    /** @type {WeakMap<TreeNode, State>} */
    this.states = new WeakMap([[this.tree.root, this.start]]);
    this.verdicts = new Verdicts();
    this.teller = new Teller(line);
  }

  get node() {
    return this.tree.current;
  }

  get state() {
    return this.stateOf(this.node);
  }

  /** The moves from the start of the level. */
  get moves() {
    return movesTo(this.node);
  }

  /**
   * Make a move from where one is; one that changes nothing leads nowhere.
   * @param {string} letter
   */
  add(letter) {
    const next = this.state.step(letter);
    if (next.equals(this.state)) return;
    const node = this.tree.play(letter, keyOf(next));
    if (!this.states.has(node)) this.states.set(node, next);
  }

  /**
   * Go to where these moves lead from the start.
   * @param {string} moves
   */
  playTo(moves) {
    this.tree.goTo(this.tree.root);
    for (const letter of moves) this.add(letter);
  }

  /** @param {TreeNode} node */
  stateOf(node) {
    return /** @type {State} */ (this.states.get(node));
  }

  /** @param {TreeNode} node */
  verdictOf(node) {
    return this.verdicts.of(this.stateOf(node));
  }

  /**
   * What happens in a move from where one is, and what is YOU before it.
   * @param {string} letter
   */
  tell(letter) {
    return this.teller.tell(this.moves, letter);
  }

  /**
   * What is seen of going from one position to another: of a move, of one taken back, or of a jump.
   * @param {TreeNode} from
   * @param {TreeNode} to
   * @returns {Turn}
   */
  turnBetween(from, to) {
    if (to.parent === from) return turnOf(this.teller.tell(movesTo(from), to.letter).events);
    if (from.parent === to) return reversed(turnOf(this.teller.tell(movesTo(to), from.letter).events));
    return STILL;
  }

  /** Let what is known of the position that one is at tell of those on the way to it. */
  learnAlong() {
    const states = lineTo(this.node).map((node) => this.stateOf(node));
    this.verdicts.learnAlong(states, this.moves);
  }

  close() {
    this.level.free();
  }
}
