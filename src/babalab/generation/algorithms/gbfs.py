"""Greedy best-first search: always expand the best map that was not expanded yet."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar, Literal

import numpy as np
from numpy.typing import NDArray

from babalab.base.parameters import parameter
from babalab.generation.algorithms.algorithm import Algorithm, register_algorithm
from babalab.generation.algorithms.best_first_queue import BestFirstQueue
from babalab.generation.algorithms.protocol import Candidates, Search, SearchContext
from babalab.generation.algorithms.tree import Tree


@register_algorithm
@dataclass(frozen=True, kw_only=True)
class GreedyBestFirstSearch(Algorithm):
    """Expand the fittest map that was not expanded yet, at any depth.

    Bhaumik and others, section Tree Search Algorithms; Russell and Norvig, section Greedy
    best-first search. All children of a map are judged at once. The paper does not say which of
    equally good maps comes first; in the authors' code that is an accident of the heap.
    """

    name: ClassVar[str] = "gbfs"

    ties: Literal["first", "last", "random"] = parameter(
        "random", "which of equally good maps comes first: the first found, the last, or a random"
    )

    def search(self, context: SearchContext) -> Search:
        """See `Algorithm`."""
        tree, queue = Tree(context), BestFirstQueue()
        node, found = tree.root, 0
        while True:
            children, changes = tree.expand(node)
            if len(changes):
                depth = node.depth + 1
                judged = yield Candidates(children.maps, depth)
                inner = tree.are_inner(children, depth)
                ranks = self._rank(found, len(changes), context.chance)
                queue.add(node, changes[inner], judged.fitness[inner], ranks[inner])
                found += len(changes)
            if not queue:
                return
            node = tree.make_child(*queue.pop())

    def _rank(self, found: int, count: int, chance: np.random.Generator) -> NDArray[np.float64]:
        """Return the ranks of equally good children, lower first; `found` were found before."""
        if self.ties == "random":
            return chance.random(count)
        numbers = np.arange(found, found + count, dtype=np.float64)
        return numbers if self.ties == "first" else -numbers
