/** The tree of visited positions against a plain model of Python: a list of move sequences. */

import assert from "node:assert/strict";
import { test } from "node:test";

import { allBelow, movesTo, PositionTree } from "../../../src/babalab/web/page/views/analyse/tree.js";
import { expected } from "./expected.js";

/**
 * @typedef {import("../../../src/babalab/web/page/views/analyse/tree.js").TreeNode} TreeNode
 * @param {PositionTree} tree
 * @param {string} moves
 * @returns {TreeNode}
 */
function find(tree, moves) {
  const node = allBelow(tree.root).find((each) => movesTo(each) === moves);
  assert.ok(node, moves);
  return node;
}

/** @param {PositionTree} tree */
function draw(tree) {
  return tree.runs().map(({ nodes, level, hidden }) => ({ nodes: nodes.map(movesTo), level, hidden }));
}

test("plays, jumps, pruning and folding leave the tree that Python has", () => {
  for (const { keys, operations } of expected.trees) {
    const tree = new PositionTree(keys[""]);
    for (const { kind, moves, letter, after } of operations) {
      if (kind === "play") tree.play(letter, keys[movesTo(tree.current) + letter]);
      else if (kind === "go") tree.goTo(find(tree, moves));
      else if (kind === "prune") tree.prune(find(tree, moves));
      else find(tree, moves).folded = true;
      assert.equal(movesTo(tree.current), after.current);
      assert.equal(tree.size, after.size);
      assert.deepEqual(draw(tree), after.runs);
      for (const [path, first] of Object.entries(after.alike)) {
        const alike = tree.firstLike(find(tree, path));
        assert.equal(alike && movesTo(alike), first);
      }
    }
  }
});

test("arrow keys go back, on to where one was last, and to the rows beside", () => {
  const tree = new PositionTree("");
  for (const letter of "rru") tree.play(letter, movesTo(tree.current) + letter);
  tree.goTo(find(tree, "r"));
  for (const letter of "dd") tree.play(letter, movesTo(tree.current) + letter);
  // r is a fork: its rows are [start r], [rr rru] and [rd rdd].
  assert.deepEqual(draw(tree).map((run) => run.nodes), [["", "r"], ["rr", "rru"], ["rd", "rdd"]]);
  const go = (/** @type {string} */ from, /** @type {"left" | "right" | "up" | "down"} */ direction) => {
    const node = tree.neighbour(find(tree, from), direction);
    return node && movesTo(node);
  };
  assert.equal(go("rdd", "left"), "rd");
  assert.equal(go("r", "right"), "rd");
  assert.equal(go("", "right"), "r");
  assert.equal(go("rdd", "up"), "rru");
  assert.equal(go("rr", "up"), "");
  assert.equal(go("r", "down"), "rru");
  assert.equal(go("rd", "down"), null);
  assert.equal(go("", "left"), null);
  tree.goTo(find(tree, "rr"));
  assert.equal(go("r", "right"), "rr");
});

test("a tree ten thousand moves deep is no problem", () => {
  const tree = new PositionTree("0");
  for (let i = 1; i <= 10_000; i++) tree.play("rl"[i % 2], String(i % 3));
  assert.equal(tree.runs().length, 1);
  assert.equal(tree.firstLike(tree.current)?.depth, 10_000 % 3);
  tree.prune(find(tree, "l"));
  assert.equal(tree.size, 1);
  assert.equal(tree.current, tree.root);
});
