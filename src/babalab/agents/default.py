"""The competition's default agent, as it is and repaired."""

from __future__ import annotations

import heapq
import math
from abc import abstractmethod
from dataclasses import dataclass
from typing import Any, ClassVar

import numpy as np

from babalab.agents.agent import Agent, Findings, Progress, Search, register
from babalab.agents.dfs import NODE_BYTES
from babalab.agents.published import SearchNode, expand, mean_distance
from babalab.agents.spending import Spending
from babalab.game.action import Action
from babalab.game.batch import Batch, States, VisitedSet
from babalab.game.state import State


class PublishedBestFirst(Agent):
    """Algorithm 1 of "Efficient Solver for Dynamic Puzzle Games: Baba Is Y'all", §IV-A.

    Best-first search by h, the mean of the average Manhattan distances of what is YOU to what is
    WIN, to words, and to what is PUSH. One iteration expands one node.
    """

    @abstractmethod
    def priorities(self, batch: Batch, states: States) -> list[str] | list[float]:
        """Return the sort keys of the queue, least first; equals stay in the order they came."""

    def search(self, start: State, spending: Spending, statistics: dict[str, int]) -> Search:
        """See the class."""
        batch = Batch(start.level)
        root = SearchNode(batch.pack([start])[0])
        seen = VisitedSet()
        seen.insert(batch.hashes(root.row, "picture"))
        queue: list[tuple[Any, int, SearchNode]] = [(self.priorities(batch, root.row)[0], 0, root)]
        pushed = 0
        while queue:
            spending.affordable(1, len(Action))
            _, _, node = heapq.heappop(queue)
            children = list(expand(batch, node, seen))
            spending.spend(iterations=1, steps=len(Action))
            for child, won in children:
                if won:
                    return Findings(child.moves())
            if children:
                rows = np.stack([child.row for child, _ in children])
                priorities = self.priorities(batch, rows)
                for (child, _), priority in zip(children, priorities, strict=True):
                    pushed += 1
                    heapq.heappush(queue, (priority, pushed, child))
            statistics.update(depth=node.depth, open=len(queue), seen=len(seen))
            spending.occupy(seen.nbytes + len(seen) * (batch.state_bytes + NODE_BYTES))
            yield Progress(spending, statistics)
        return Findings()


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

    The queue is sorted by number, and the mean is over the groups that have members.
    """

    name: ClassVar[str] = "default-fixed"

    def priorities(self, batch: Batch, states: States) -> list[float]:
        """Return the means; infinity if there is no group at all."""
        distances = batch.average_distances(states)
        groups = np.isfinite(distances).sum(axis=1)
        sums = np.nansum(distances, axis=1)
        return [s / n if n else math.inf for s, n in zip(sums.tolist(), groups, strict=True)]


def format_like_javascript(value: float) -> str:
    """Format a number of moderate size as JavaScript converts it to text."""
    if math.isnan(value):
        return "NaN"
    return str(int(value)) if value == int(value) else repr(float(value))
