"""The visits and values of the nodes of a tree, and the choice of a child by UCB1.

Nodes are numbers; the root is 0. When a node is expanded, all its children get consecutive numbers,
so that their values lie side by side. A child that was not tried yet is only a number.
"""

from __future__ import annotations

import math
from array import array
from typing import Final

import numpy as np
from numpy.typing import NDArray

NOT_EXPANDED: Final = -1
FEW: Final = 24
"""The number of children up to which a loop is faster than NumPy."""


class UpperConfidenceTree:
    """Mean values and visits of nodes; `c` is the weight of exploration."""

    def __init__(self, c: float) -> None:
        self._c = c
        self._change = array("i", [0])
        self._visits = array("q", [0])
        self._total = array("d", [0.0])
        self._mean = array("d", [0.0])
        # The factor of the exploration of a node: one over the square root of its visits.
        self._rarity = array("d", [0.0])
        self._first = array("q", [NOT_EXPANDED])
        self._children = array("i", [0])
        self._tried = array("i", [0])

    def is_expanded(self, node: int) -> bool:
        """Return whether the children of a node are known."""
        return self._first[node] != NOT_EXPANDED

    def has_untried(self, node: int) -> bool:
        """Return whether a node has a child that was not tried."""
        return self._tried[node] < self._children[node]

    def is_complete(self, node: int) -> bool:
        """Return whether a node has children and all of them were tried."""
        return 0 < self._children[node] == self._tried[node]

    def change(self, node: int) -> int:
        """Return the change that leads to a node from its parent."""
        return self._change[node]

    def visits(self, node: int) -> int:
        """Return the number of visits of a node."""
        return self._visits[node]

    def mean(self, node: int) -> float:
        """Return the mean value of the visits of a node."""
        return self._mean[node]

    def children(self, node: int) -> range:
        """Return the children of a node that were tried."""
        first = self._first[node]
        return range(first, first + self._tried[node])

    def expand(self, node: int, changes: NDArray[np.intp]) -> None:
        """Give a node one child for each change, to be tried in this order."""
        count = len(changes)
        self._first[node], self._children[node] = len(self._change), count
        self._change.extend(changes.tolist())
        zeros = (self._visits, self._total, self._mean, self._rarity, self._children, self._tried)
        for column in zeros:
            column.frombytes(bytes(column.itemsize * count))
        self._first.extend([NOT_EXPANDED] * count)

    def try_next(self, node: int) -> int:
        """Return the next untried child of a node, and count it as tried."""
        child = self._first[node] + self._tried[node]
        self._tried[node] += 1
        return child

    def select_child(self, node: int) -> int:
        """Return the child with the highest UCB1; among equals, the one that was tried first.

        UCB1 is mean + c * sqrt(ln(visits of the parent) / visits).
        """
        first = self._first[node]
        last = first + self._tried[node]
        exploration = self._c * math.sqrt(math.log(self._visits[node]))
        means, rarities = self._mean[first:last], self._rarity[first:last]
        if last - first > FEW:
            many = np.frombuffer(means) + exploration * np.frombuffer(rarities)
            return first + int(many.argmax())
        few = [mean + exploration * rare for mean, rare in zip(means, rarities, strict=True)]
        return first + few.index(max(few))

    def back_up(self, path: list[int], value: float) -> None:
        """Count a visit with this value for all nodes of a path."""
        for node in path:
            visits = self._visits[node] + 1
            total = self._total[node] + value
            self._visits[node], self._total[node] = visits, total
            self._mean[node] = total / visits
            self._rarity[node] = 1 / math.sqrt(visits)
