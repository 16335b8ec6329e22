// The drawing of the tree: rows of positions, a row of its own for each branch.

import { button } from "../../app/buttons.js";
import { fill, h } from "../../app/dom.js";
import { icon } from "../../app/icons.js";
import { texts } from "../../texts/texts.js";
import { describe, MOVE_ICONS, moveName, signOf } from "./signs.js";

/**
 * @typedef {import("./tree.js").PositionTree} PositionTree
 * @typedef {import("./tree.js").TreeNode} TreeNode
 * @typedef {import("./tree.js").Run} Run
 * @typedef {import("./verdicts.js").Verdict} Verdict
 *
 * @typedef {object} Deeds
 * @property {(node: TreeNode) => Verdict} verdictOf
 * @property {(node: TreeNode) => void} goTo
 * @property {(node: TreeNode) => void} prune
 */

/** @type {Record<string, "left" | "right" | "up" | "down">} */
const ARROWS = { ArrowLeft: "left", ArrowRight: "right", ArrowUp: "up", ArrowDown: "down" };

export class TreeView {
  /**
   * @param {PositionTree} tree
   * @param {Deeds} deeds
   */
  constructor(tree, deeds) {
    this.tree = tree;
    this.deeds = deeds;
    /** The tiles, and what each of them shows. @type {Map<TreeNode, {tile: HTMLElement, shown: string}>} */
    this.tiles = new Map();
    /** The places of the positions. */
    this.shape = "";
    /** The position that was scrolled to. @type {TreeNode | null} */
    this.seen = null;
    this.list = h("div", { class: "tree", role: "tree", "aria-label": texts.analyse.tree });
    this.list.addEventListener("keydown", (event) => this.onKey(event));
    this.about = h("p", { class: "tree-about soft small-text" });
    this.prune = button("trash", texts.analyse.prune, () => this.deeds.prune(this.tree.current), {
      class: "small",
      keys: "Delete",
      "data-test": "prune",
    });
    this.element = h(
      "div",
      { class: "tree-box" },
      this.list,
      h("div", { class: "row spread" }, this.about, this.prune),
      h("p", { class: "soft small-text" }, texts.analyse.treeHelp),
    );
  }

  /** Draw what has changed: this is called whenever the worker tells something, and lines may be long. */
  update() {
    const { current } = this.tree;
    const hadFocus = this.list.contains(document.activeElement);
    const runs = this.tree.runs();
    for (const { nodes } of runs) for (const node of nodes) this.updateTile(node);
    const shape = runs.map(shapeOf).join(";");
    const isMoved = shape !== this.shape || current !== this.seen;
    if (shape !== this.shape) {
      this.shape = shape;
      this.forgetTiles(new Set(runs.flatMap(({ nodes }) => nodes)));
      fill(
        this.list,
        runs.map((run) => this.makeRow(run)),
      );
    }
    const tile = this.tiles.get(current)?.tile;
    if (tile && isMoved) {
      this.seen = current;
      if (hadFocus) tile.focus({ preventScroll: true });
      scrollWithin(this.list, tile);
    }
    this.prune.ariaDisabled = String(current.parent === null);
    const alike = this.tree.firstLike(current);
    this.about.textContent = alike
      ? texts.analyse.alike(alike.depth, this.tree.size)
      : texts.analyse.positions(this.tree.size);
  }

  /** @param {Run} run */
  makeRow({ nodes, level, hidden }) {
    const end = nodes[nodes.length - 1];
    const isFork = end.children.length > 1;
    const row = h(
      "div",
      { class: "tree-row", role: "none" },
      nodes.map((node) => this.tiles.get(node)?.tile),
      isFork && this.makeFold(end, hidden),
    );
    row.style.setProperty("--level", String(Math.min(level, 8)));
    return row;
  }

  /** @param {Set<TreeNode>} kept */
  forgetTiles(kept) {
    for (const node of this.tiles.keys()) if (!kept.has(node)) this.tiles.delete(node);
  }

  /** @param {TreeNode} node */
  updateTile(node) {
    const verdict = this.deeds.verdictOf(node);
    const alike = this.tree.firstLike(node) !== null;
    const isCurrent = node === this.tree.current;
    const isFork = node.children.length > 1;
    const { kind, distance, proved } = verdict;
    const shown = [kind, distance, proved, alike, isCurrent, isFork, node.folded].join(" ");
    const known = this.tiles.get(node);
    if (known?.shown === shown) return;
    const tile = known?.tile ?? this.makeTile(node);
    this.tiles.set(node, { tile, shown });
    const sign = signOf(verdict);
    const label = texts.analyse.node(node.depth, moveName(node.letter), describe(verdict), alike);
    tile.className = `tree-tile ${sign.class}${isCurrent ? " current" : ""}${alike ? " alike" : ""}`;
    tile.tabIndex = isCurrent ? 0 : -1;
    tile.title = tile.ariaLabel = label;
    tile.ariaSelected = String(isCurrent);
    tile.ariaExpanded = isFork ? String(!node.folded) : null;
    fill(
      tile,
      icon(MOVE_ICONS[node.letter] ?? "home"),
      // What is not known has no sign.
      kind !== "unknown" && h("span", { class: "tile-sign" }, icon(sign.icon)),
      alike && h("span", { class: "tile-alike", "aria-hidden": "true" }, "="),
    );
  }

  /** @param {TreeNode} node */
  makeTile(node) {
    return h("div", {
      role: "treeitem",
      "aria-level": node.depth + 1,
      onclick: () => this.deeds.goTo(node),
    });
  }

  /**
   * @param {TreeNode} node
   * @param {number} hidden
   */
  makeFold(node, hidden) {
    const label = node.folded ? texts.analyse.unfold(hidden) : texts.analyse.fold;
    // For fingers and mice; the keys of a tree fold it too.
    return h(
      "span",
      { class: "tree-fold", title: label, "aria-hidden": "true", onclick: () => this.fold(node, !node.folded) },
      icon(node.folded ? "right" : "down"),
      node.folded && String(hidden),
    );
  }

  /**
   * @param {TreeNode} node
   * @param {boolean} isFolded
   */
  fold(node, isFolded) {
    // What is on the board is never hidden.
    if (isFolded) this.deeds.goTo(node);
    node.folded = isFolded;
    this.update();
  }

  /** @param {KeyboardEvent} event */
  onKey(event) {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const { current } = this.tree;
    const direction = ARROWS[event.key];
    if (direction) {
      event.preventDefault();
      if (direction === "right" && current.folded) return this.fold(current, false);
      if (direction === "left" && event.shiftKey) return this.fold(current, true);
      const node = this.tree.neighbour(current, direction);
      if (node) this.deeds.goTo(node);
    } else if (event.key === "Home") {
      event.preventDefault();
      this.deeds.goTo(this.tree.root);
    } else if (event.key === "Delete") {
      event.preventDefault();
      this.deeds.prune(current);
    } else if (event.key === "-" || event.key === "+") {
      event.preventDefault();
      if (current.children.length > 1) this.fold(current, event.key === "-");
    } else if (event.key === " " || event.key === "Enter") {
      event.preventDefault(); // it is where one is already; not a move
    }
  }
}

/** Return a key of all that the places of positions in the drawing depend on. @param {Run} run */
function shapeOf({ nodes, level, hidden }) {
  const end = nodes[nodes.length - 1];
  return `${level} ${hidden} ${end.children.length > 1} ${nodes.map(({ id }) => id).join()}`;
}

/**
 * Scroll a list, and nothing around it, so that a part of it is seen.
 * @param {HTMLElement} list
 * @param {HTMLElement} part
 */
export function scrollWithin(list, part) {
  const [outer, inner] = [list.getBoundingClientRect(), part.getBoundingClientRect()];
  if (inner.top < outer.top) list.scrollTop -= outer.top - inner.top + 8;
  else if (inner.bottom > outer.bottom) list.scrollTop += inner.bottom - outer.bottom + 8;
}
