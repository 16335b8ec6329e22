"""A queue of places, best first, that keeps the maps of parents only.

Most children never get their turn. So a family (a parent and its unseen children, sorted) is
kept together, and the heap has one entry for each family, for the best child that is left. The
order is the same as if every child had an entry of its own.
"""

from __future__ import annotations

import heapq
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from babalab.generation.algorithms.tree import Place


class _Family(NamedTuple):
    parent: Place
    changes: list[int]
    costs: list[float]
    ranks: list[float]


class BestFirstQueue:
    """Children to come, those of the highest fitness first, of equal ones the lowest rank."""

    def __init__(self) -> None:
        self._heap: list[tuple[float, float, int, int, _Family]] = []
        self._families = 0

    def __bool__(self) -> bool:
        """Whether there is any."""
        return bool(self._heap)

    def add(
        self,
        parent: Place,
        changes: NDArray[np.intp],
        fitness: NDArray[np.float64],
        ranks: NDArray[np.float64],
    ) -> None:
        """Add children of a place: which change made each, its fitness and rank."""
        if not len(changes):
            return
        order = np.lexsort((ranks, -fitness))
        family = _Family(
            parent, changes[order].tolist(), (-fitness[order]).tolist(), ranks[order].tolist()
        )
        self._families += 1
        heapq.heappush(self._heap, self._entry(family, self._families, 0))

    def pop(self) -> tuple[Place, int]:
        """The best one: its parent, and the change that leads to it."""
        _, _, number, place, family = self._heap[0]
        if place + 1 < len(family.changes):
            heapq.heapreplace(self._heap, self._entry(family, number, place + 1))
        else:
            heapq.heappop(self._heap)
        return family.parent, family.changes[place]

    @staticmethod
    def _entry(family: _Family, number: int, place: int) -> tuple[float, float, int, int, _Family]:
        # The family's number is there so that families themselves are never compared.
        return family.costs[place], family.ranks[place], number, place, family
