"""The competition's default agent, as it is and repaired."""

from __future__ import annotations

import heapq
import math
from abc import abstractmethod
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import partial
from typing import Any, ClassVar, Final

import numpy as np

from babalab.agents.agent import Agent, Search, register
from babalab.agents.published import SearchNode, mean_distance, search_tree
from babalab.agents.spending import Spending
from babalab.game.batch import Batch, States
from babalab.game.state import State

Priorities = list[str] | list[float]
"""The sort keys of nodes, least first; equals stay in the order they came."""


class PublishedBestFirst(Agent):
    """Algorithm 1 of "Efficient Solver for Dynamic Puzzle Games: Baba Is Y'all", §IV-A.

    Best-first search by h, the mean of the average Manhattan distances of what is YOU to what is
    WIN, to words, and to what is PUSH. One iteration expands one node.
    """

    @abstractmethod
    def priorities(self, batch: Batch, states: States) -> Priorities:
        """Return the sort keys of states."""

    def search(self, start: State, spending: Spending, statistics: dict[str, int]) -> Search:
        """See the class."""
        waiting = _Queue(partial(self.priorities, Batch(start.level)))
        return search_tree(start, waiting, spending, statistics)


class _Queue:
    """Nodes in the order of their priorities."""

    def __init__(self, prioritise: Callable[[States], Priorities]) -> None:
        self._prioritise = prioritise
        self._heap: list[tuple[Any, int, SearchNode]] = []
        self._added = 0

    def __len__(self) -> int:
        return len(self._heap)

    def add(self, nodes: Sequence[SearchNode]) -> None:
        if not nodes:
            return
        priorities = self._prioritise(np.stack([node.row for node in nodes]))
        for node, priority in zip(nodes, priorities, strict=True):
            self._added += 1
            heapq.heappush(self._heap, (priority, self._added, node))

    def take(self) -> SearchNode:
        return heapq.heappop(self._heap)[2]


@register
@dataclass(frozen=True, kw_only=True)
class Default(PublishedBestFirst):
    """The default agent as published, with its two faults.

    h is not a number as soon as one of the groups is empty, and the queue is sorted as
    text, so that 11 comes before 2, and NaN behind all numbers.
    """

    name: ClassVar[str] = "default"

    def priorities(self, batch: Batch, states: States) -> list[str]:
        """Return the numbers as JavaScript writes them in an array, with its trailing comma."""
        return [f"{format_like_javascript(h)}," for h in mean_distance(batch, states)]


@register
@dataclass(frozen=True, kw_only=True)
class DefaultFixed(PublishedBestFirst):
    """The default agent with both faults repaired.

    The queue is sorted by number, and a group without members counts as far away as can be.
    """

    name: ClassVar[str] = "default-fixed"

    def priorities(self, batch: Batch, states: States) -> list[float]:
        """Return the means of the three averages."""
        distances = np.nan_to_num(batch.average_distances(states), nan=FAR_AWAY)
        means: list[float] = (distances.sum(axis=1) / 3).tolist()
        return means


FAR_AWAY: Final = 10_000.0
"""The distance to a group without members."""


def format_like_javascript(value: float) -> str:
    """Format a number of moderate size as JavaScript converts it to text."""
    if math.isnan(value):
        return "NaN"
    return str(int(value)) if value == int(value) else repr(float(value))
