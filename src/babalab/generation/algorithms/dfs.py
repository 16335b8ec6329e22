"""Depth-first search: always on from the newest map.

Bhaumik and others, section Tree Search Algorithms; Russell and Norvig, section Depth-first search.
All children of a map are put on a stack, so the last change is followed first; a map is looked at
when it is taken from the stack. No parameters.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from hashlib import blake2b
from itertools import islice
from typing import ClassVar

import numpy as np

from babalab.generation.algorithms.algorithm import (
    Algorithm,
    Candidates,
    Ground,
    Search,
    register_algorithm,
)
from babalab.generation.algorithms.tree import Place, Tree

ASKED = 256
"""Maps to ask about at a time: where the search goes does not depend on the answers."""


@register_algorithm
@dataclass(frozen=True, kw_only=True)
class DepthFirst(Algorithm):
    """To the end of a branch, then back to the last place where there was another way."""

    name: ClassVar[str] = "dfs"

    def search(self, ground: Ground) -> Search:
        """See `Algorithm`."""
        visits = visited_places(Tree(ground))
        while places := list(islice(visits, ASKED)):
            depths = np.array([place.depth for place in places])
            yield Candidates(np.stack([place.map for place in places]), depths)


def visited_places(tree: Tree) -> Iterator[Place]:
    """The places of a tree in the order of a depth-first search, the root left out."""
    # Instead of its children the stack has a place and how many of them are left.
    stack = [(tree.root, tree.width(tree.root))]
    seen = {_key(tree.root)}
    while stack:
        place, left = stack.pop()
        if left > 1:
            stack.append((place, left - 1))
        child = tree.child(place, left - 1)
        key = _key(child)
        if key not in seen:
            seen.add(key)
            yield child
            if not tree.is_leaf(child):
                stack.append((child, tree.width(child)))


def _key(place: Place) -> bytes:
    """What a place is remembered by: 16 bytes, however large its map is."""
    return blake2b(place.map.tobytes() + place.cursor.to_bytes(2), digest_size=16).digest()
