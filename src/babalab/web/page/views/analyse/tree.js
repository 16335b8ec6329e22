// The positions that one has visited, as a tree: every move that was tried from a position leads to a child.

/**
 * @typedef {object} TreeNode
 * @property {number} id counted in the order of first visits
 * @property {TreeNode | null} parent
 * @property {string} letter the move that leads here; "" at the root
 * @property {number} depth moves from the root
 * @property {string} key equal positions have equal keys
 * @property {TreeNode[]} children in the order in which they were tried
 * @property {TreeNode | null} last the child that was visited last
 * @property {boolean} folded whether its branches are hidden
 *
 * @typedef {object} Run positions that follow each other without a branch: a row of the drawing
 * @property {TreeNode[]} nodes
 * @property {number} level how many branchings are above it
 * @property {number} hidden how many positions its last one hides, being folded
 */

export class PositionTree {
  /** @param {string} key that of the root */
  constructor(key) {
    this.count = 0;
    /** @type {Map<string, TreeNode[]>} */
    this.byKey = new Map();
    this.root = this.make(null, "", key);
    this.current = this.root;
  }

  get size() {
    let size = 0;
    for (const nodes of this.byKey.values()) size += nodes.length;
    return size;
  }

  /**
   * Go on with a move from the current position, whether it was tried before or not.
   * @param {string} letter
   * @param {string} key that of the position it leads to
   * @returns {TreeNode}
   */
  play(letter, key) {
    const { current } = this;
    let child = current.children.find((each) => each.letter === letter);
    if (!child) {
      child = this.make(current, letter, key);
      current.children.push(child);
    }
    this.goTo(child);
    return child;
  }

  /** @param {TreeNode} node */
  goTo(node) {
    this.current = node;
    for (let each = node; each.parent; each = each.parent) {
      each.parent.last = each;
      each.parent.folded = false; // the current position is never hidden
    }
  }

  /**
   * Forget a position and all that follows it. If the current one is among them, it is then the one before.
   * @param {TreeNode} node
   */
  prune(node) {
    const { parent } = node;
    if (!parent) return;
    if (isBelow(this.current, node)) this.goTo(parent);
    parent.children = parent.children.filter((each) => each !== node);
    if (parent.last === node) parent.last = parent.children[parent.children.length - 1] ?? null;
    for (const gone of allBelow(node)) {
      const alike = (this.byKey.get(gone.key) ?? []).filter((each) => each !== gone);
      if (alike.length) this.byKey.set(gone.key, alike);
      else this.byKey.delete(gone.key);
    }
  }

  /**
   * The first visited node of the same position; null if this is the first.
   * @param {TreeNode} node
   */
  firstLike(node) {
    const first = this.byKey.get(node.key)?.[0] ?? node;
    return first === node ? null : first;
  }

  /**
   * The rows of the drawing, from top to bottom.
   * @returns {Run[]}
   */
  runs() {
    /** @type {Run[]} */
    const runs = [];
    // A stack instead of recursion: a tree may be thousands of moves deep.
    /** @type {[TreeNode, number][]} */
    const waiting = [[this.root, 0]];
    for (let next = waiting.pop(); next; next = waiting.pop()) {
      const [first, level] = next;
      const nodes = [first];
      let end = first;
      while (end.children.length === 1) {
        end = end.children[0];
        nodes.push(end);
      }
      runs.push({ nodes, level, hidden: end.folded ? allBelow(end).length - 1 : 0 });
      if (end.folded) continue;
      for (const child of [...end.children].reverse()) waiting.push([child, level + 1]);
    }
    return runs;
  }

  /**
   * The node that an arrow key leads to: left to the position before, right to the one after that was
   * visited last, up and down to the nearest in the row above and below.
   * @param {TreeNode} node
   * @param {"left" | "right" | "up" | "down"} direction
   * @returns {TreeNode | null}
   */
  neighbour(node, direction) {
    if (direction === "left") return node.parent;
    if (direction === "right") return node.last ?? node.children[0] ?? null;
    const runs = this.runs();
    const row = runs.findIndex((run) => run.nodes.includes(node));
    const other = runs[direction === "up" ? row - 1 : row + 1];
    if (!other) return null;
    const place = runs[row].nodes.indexOf(node);
    return other.nodes[Math.min(place, other.nodes.length - 1)];
  }

  /**
   * @param {TreeNode | null} parent
   * @param {string} letter
   * @param {string} key
   * @returns {TreeNode}
   */
  make(parent, letter, key) {
    const depth = parent ? parent.depth + 1 : 0;
    /** @type {TreeNode} */
    const node = { id: this.count++, parent, letter, depth, key, children: [], last: null, folded: false };
    const alike = this.byKey.get(key);
    if (alike) alike.push(node);
    else this.byKey.set(key, [node]);
    return node;
  }
}

/**
 * The moves from the root to a node.
 * @param {TreeNode} node
 */
export function movesTo(node) {
  const letters = [];
  for (let each = node; each.parent; each = each.parent) letters.push(each.letter);
  return letters.reverse().join("");
}

/**
 * The nodes from the root to a node.
 * @param {TreeNode} node
 */
export function lineTo(node) {
  const nodes = [node];
  for (let each = node.parent; each; each = each.parent) nodes.push(each);
  return nodes.reverse();
}

/**
 * Whether a node is another one or follows it.
 * @param {TreeNode} node
 * @param {TreeNode} above
 */
function isBelow(node, above) {
  /** @type {TreeNode | null} */
  let each = node;
  while (each && each !== above) each = each.parent;
  return each === above;
}

/**
 * A node and all that follow it.
 * @param {TreeNode} node
 */
export function allBelow(node) {
  const found = [node];
  for (let next = 0; next < found.length; next++) found.push(...found[next].children);
  return found;
}
