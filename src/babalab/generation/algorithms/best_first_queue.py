"""A best-first queue of nodes that keeps the maps of parents only.

Most children never get their turn. So a family (a parent and its unseen children, sorted) is kept
together, and the heap has one entry per family, for the best child that is left. The order is the
same as if every child had an entry of its own.
"""

from __future__ import annotations

import heapq
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from babalab.generation.algorithms.tree import MapNode


class _Family(NamedTuple):
    parent: MapNode
    changes: NDArray[np.int32]
    costs: NDArray[np.float64]
    ranks: NDArray[np.float64]


class BestFirstQueue:
    """Children, those of the highest fitness first; among equals, those of the lowest rank."""

    def __init__(self) -> None:
        self._heap: list[tuple[float, float, int, int, _Family]] = []
        self._families = 0

    def __bool__(self) -> bool:
        """Return whether there is any child."""
        return bool(self._heap)

    def add(
        self,
        parent: MapNode,
        changes: NDArray[np.intp],
        fitness: NDArray[np.float64],
        ranks: NDArray[np.float64],
    ) -> None:
        """Add children of a node: the change that made each, its fitness and its rank."""
        if not len(changes):
            return
        order = np.lexsort((ranks, -fitness))
        family = _Family(parent, changes[order].astype(np.int32), -fitness[order], ranks[order])
        self._families += 1
        heapq.heappush(self._heap, self._make_entry(family, self._families, 0))

    def pop(self) -> tuple[MapNode, int]:
        """Remove the best child; return its parent and the change that leads to it."""
        _, _, number, place, family = self._heap[0]
        if place + 1 < len(family.changes):
            heapq.heapreplace(self._heap, self._make_entry(family, number, place + 1))
        else:
            heapq.heappop(self._heap)
        return family.parent, int(family.changes[place])

    @staticmethod
    def _make_entry(
        family: _Family, number: int, place: int
    ) -> tuple[float, float, int, int, _Family]:
        # The family's number is there so that families themselves are never compared.
        return float(family.costs[place]), float(family.ranks[place]), number, place, family
