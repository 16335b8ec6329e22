"""How often the nodes of a tree were visited and what came of it, and which child is next by UCB1.

Nodes are numbers; the root is 0. When a node is expanded all its children get numbers at once, one
after the other, so that the choice among them is a few operations on arrays. A child that was not
tried yet is only a number.
"""

from __future__ import annotations

import math
from typing import Final

import numpy as np
from numpy.typing import NDArray

NOT_EXPANDED: Final = -1


class UpperConfidenceTree:
    """Mean values and visits of nodes; `c` is the weight of exploration."""

    def __init__(self, c: float) -> None:
        self._c = c
        self._nodes = 1
        self._change = np.zeros(1, dtype=np.int32)
        self._visits = np.zeros(1, dtype=np.int64)
        self._mean = np.zeros(1)
        # What the exploration of a node is multiplied by: one over the root of its visits.
        self._rarity = np.zeros(1)
        self._first = np.full(1, NOT_EXPANDED, dtype=np.int64)
        self._children = np.zeros(1, dtype=np.int32)
        self._tried = np.zeros(1, dtype=np.int32)

    def is_expanded(self, node: int) -> bool:
        """Whether its children are known."""
        return bool(self._first[node] != NOT_EXPANDED)

    def has_untried(self, node: int) -> bool:
        """Whether there is a child that was not tried."""
        return bool(self._tried[node] < self._children[node])

    def is_complete(self, node: int) -> bool:
        """Whether it has children and all of them were tried."""
        return bool(0 < self._children[node] == self._tried[node])

    def change(self, node: int) -> int:
        """Which change leads to it from its parent."""
        return int(self._change[node])

    def visits(self, node: int) -> int:
        """How often it was visited."""
        return int(self._visits[node])

    def mean(self, node: int) -> float:
        """The mean of what its visits gave."""
        return float(self._mean[node])

    def children(self, node: int) -> range:
        """Those of its children that were tried."""
        first = int(self._first[node])
        return range(first, first + int(self._tried[node]))

    def expand(self, node: int, changes: NDArray[np.intp]) -> None:
        """Give it children, one for each change, to be tried in this order."""
        first, self._nodes = self._nodes, self._nodes + len(changes)
        while len(self._change) < self._nodes:
            self._grow()
        self._first[node], self._children[node] = first, len(changes)
        self._change[first : self._nodes] = changes

    def try_next(self, node: int) -> int:
        """Its next child that was not tried."""
        child = int(self._first[node] + self._tried[node])
        self._tried[node] += 1
        return child

    def best_child(self, node: int) -> int:
        """The child with the highest UCB1, of equal ones the one that was tried first."""
        return int(self._first[node]) + int(np.argmax(self.bounds(node)))

    def bounds(self, node: int) -> NDArray[np.float64]:
        """UCB1 of its children: mean + c * sqrt(ln(visits of the parent) / visits)."""
        first = self._first[node]
        last = first + self._tried[node]
        exploration = self._c * math.sqrt(math.log(self._visits[node]))
        return self._mean[first:last] + exploration * self._rarity[first:last]

    def back_up(self, path: list[int], value: float) -> None:
        """Count a visit that gave this value for all nodes on its way."""
        visits = self._visits[path] + 1
        self._visits[path] = visits
        self._rarity[path] = 1 / np.sqrt(visits)
        mean = self._mean[path]
        self._mean[path] = mean + (value - mean) / visits

    def _grow(self) -> None:
        for name in ("_change", "_visits", "_mean", "_rarity", "_children", "_tried"):
            column = getattr(self, name)
            setattr(self, name, np.concatenate([column, np.zeros_like(column)]))
        self._first = np.concatenate([self._first, np.full_like(self._first, NOT_EXPANDED)])
