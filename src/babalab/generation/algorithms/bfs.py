"""Breadth-first search: all maps one change away, then all that are two away, and so on."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import count
from typing import ClassVar

from babalab.base.parameters import parameter
from babalab.generation.algorithms.algorithm import Algorithm, register_algorithm
from babalab.generation.algorithms.packing import PackedQueue
from babalab.generation.algorithms.protocol import Candidates, Search, SearchContext
from babalab.generation.algorithms.tree import MapNodes, Tree

ASKED = 4096
"""About how many maps to ask about at a time. The order does not depend on it."""


@register_algorithm
@dataclass(frozen=True, kw_only=True)
class BreadthFirstSearch(Algorithm):
    """Judge all maps one change away, then all that are two away, and so on.

    Bhaumik and others, section Tree Search Algorithms; Russell and Norvig, section Breadth-first
    search. Its only parameter is our own, a limit on memory, some 1.3 GB by default: once that many
    nodes were seen, the children of those in the queue are still judged, but not added to it.
    """

    name: ClassVar[str] = "bfs"

    nodes: int = parameter(
        20_000_000, "nodes to remember; then nothing is added to the queue", low=1, high=10**9
    )

    def search(self, context: SearchContext) -> Search:
        """See `Algorithm`."""
        tree = Tree(context)
        level = PackedQueue(len(context.problem.tiles), context.problem.cells)
        level.add(MapNodes.of(tree.root))
        for depth in count(1):
            following = level.make_empty()
            for nodes in level.take_all(max(1, ASKED // tree.most_children)):
                room = len(tree) < self.nodes
                children = tree.expand_all(nodes, remember=room).nodes
                if len(children.maps):
                    yield Candidates(children.maps, depth)
                if room:
                    following.add(children.select(tree.are_inner(children, depth)))
            if not len(following):
                return
            level = following
