"""Depth-first search: always continue from the newest map."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from hashlib import blake2b
from itertools import islice
from typing import ClassVar

import numpy as np

from babalab.generation.algorithms.algorithm import Algorithm, register_algorithm
from babalab.generation.algorithms.protocol import Candidates, Search, SearchContext
from babalab.generation.algorithms.tree import MapNode, Tree

ASKED = 256
"""Maps to ask about at a time: where the search goes does not depend on the answers."""


@register_algorithm
@dataclass(frozen=True, kw_only=True)
class DepthFirstSearch(Algorithm):
    """Follow a branch to its end, then go back to the last node with another way to go.

    Bhaumik and others, section Tree Search Algorithms; Russell and Norvig, section Depth-first
    search. All children of a map are put on a stack, so the last change is followed first; a map is
    judged when it is taken from the stack. There are no parameters.
    """

    name: ClassVar[str] = "dfs"

    def search(self, context: SearchContext) -> Search:
        """See `Algorithm`."""
        visits = walk_depth_first(Tree(context))
        while nodes := list(islice(visits, ASKED)):
            depths = np.array([node.depth for node in nodes])
            yield Candidates(np.stack([node.map for node in nodes]), depths)


def walk_depth_first(tree: Tree) -> Iterator[MapNode]:
    """Yield the nodes of a tree in the order of a depth-first search, without the root."""
    # In place of its children the stack has a node and how many of them are left.
    stack = [(tree.root, tree.count_changes(tree.root))]
    seen = {_make_key(tree.root)}
    while stack:
        node, left = stack.pop()
        if left > 1:
            stack.append((node, left - 1))
        child = tree.make_child(node, left - 1)
        key = _make_key(child)
        if key not in seen:
            seen.add(key)
            yield child
            if not tree.is_leaf(child):
                stack.append((child, tree.count_changes(child)))


def _make_key(node: MapNode) -> bytes:
    """Return 16 bytes by which to remember a node, however large its map is."""
    return blake2b(node.map.tobytes() + node.cursor.to_bytes(2), digest_size=16).digest()
