"""Breadth-first search: all maps one change away, then all that are two away, and so on.

Bhaumik and others, section Tree Search Algorithms; Russell and Norvig, section Breadth-first
search. Its only parameter is a limit of our own on memory, some 1.3 GB by default: when it has met
so many places it still looks at all children of those in its queue, but adds none of them.
"""

from __future__ import annotations

from dataclasses import dataclass
from itertools import count
from typing import ClassVar

from babalab.base.parameters import parameter
from babalab.generation.algorithms.algorithm import (
    Algorithm,
    Candidates,
    Ground,
    Search,
    register_algorithm,
)
from babalab.generation.algorithms.packing import Packed
from babalab.generation.algorithms.tree import Places, Tree

ASKED = 4096
"""About how many maps to ask about at a time. The order is the same for any number."""


@register_algorithm
@dataclass(frozen=True, kw_only=True)
class BreadthFirst(Algorithm):
    """Level by level, in the order of the changes."""

    name: ClassVar[str] = "bfs"

    nodes: int = parameter(
        20_000_000, "places to remember; then nothing is added to the queue", low=1, high=10**9
    )

    def search(self, ground: Ground) -> Search:
        """See `Algorithm`."""
        tree = Tree(ground)
        level = Packed(len(ground.problem.tiles), ground.problem.cells)
        level.add(Places.of(tree.root))
        for depth in count(1):
            following = level.like()
            for places in level.take_all(max(1, ASKED // tree.most_children)):
                room = len(tree) < self.nodes
                children = tree.unseen_children_of(places, remember=room).places
                if len(children.maps):
                    yield Candidates(children.maps, depth)
                if room:
                    following.add(children.only(tree.goes_on(children, depth)))
            if not len(following):
                return
            level = following
