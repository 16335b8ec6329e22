"""Greedy best-first search: always on from the best map that was not gone on from yet.

Bhaumik and others, section Tree Search Algorithms; Russell and Norvig, section Greedy best-first
search. All children of a map are judged at once. Which of equally good maps comes first is not said
in the paper, and by chance of the heap in the authors' code.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar, Literal

import numpy as np
from numpy.typing import NDArray

from babalab.base.parameters import parameter
from babalab.generation.algorithms.algorithm import (
    Algorithm,
    Candidates,
    Ground,
    Search,
    register_algorithm,
)
from babalab.generation.algorithms.best_first_queue import BestFirstQueue
from babalab.generation.algorithms.tree import Tree


@register_algorithm
@dataclass(frozen=True, kw_only=True)
class GreedyBestFirst(Algorithm):
    """By fitness alone, however deep."""

    name: ClassVar[str] = "gbfs"

    ties: Literal["first", "last", "random"] = parameter(
        "random", "which of equally good maps comes first: that found first, last, or any"
    )

    def search(self, ground: Ground) -> Search:
        """See `Algorithm`."""
        tree, queue = Tree(ground), BestFirstQueue()
        place, found = tree.root, 0
        while True:
            children, changes = tree.unseen_children(place)
            if len(changes):
                depth = place.depth + 1
                judged = yield Candidates(children.maps, depth)
                on = tree.goes_on(children, depth)
                ranks = self._ranks(found, len(changes), ground.chance)
                queue.add(place, changes[on], judged.fitness[on], ranks[on])
                found += len(changes)
            if not queue:
                return
            place = tree.child(*queue.pop())

    def _ranks(self, found: int, count: int, chance: np.random.Generator) -> NDArray[np.float64]:
        """The order of children if they are equally good, lower first; `found` came before."""
        if self.ties == "random":
            return chance.random(count)
        numbers = np.arange(found, found + count, dtype=np.float64)
        return numbers if self.ties == "first" else -numbers
