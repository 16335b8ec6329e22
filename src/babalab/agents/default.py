"""The competition's default agent, as it is and repaired."""

from __future__ import annotations

import heapq
import math
from abc import abstractmethod
from dataclasses import dataclass
from typing import ClassVar

import numpy as np

from babalab.agents.agent import Agent, Findings, Progress, Search
from babalab.agents.budget import Spending
from babalab.agents.dfs import NODE_BYTES
from babalab.agents.published import Node, expand, mean_distance
from babalab.agents.registry import register
from babalab.game.action import Action
from babalab.game.batch import Batch, VisitedSet
from babalab.game.state import State


class BestFirst(Agent):
    """Algorithm 1 of "Efficient Solver for Dynamic Puzzle Games: Baba Is Y'all", §IV-A.

    Best-first search by h, the mean of the average Manhattan distances of what is YOU to what is
    WIN, to words, and to what is PUSH. One iteration expands one node.
    """

    @abstractmethod
    def priority(self, h: float) -> str | float:
        """What the queue is sorted by, the least first; equals stay in the order they came."""

    def search(self, start: State, spending: Spending, statistics: dict[str, int]) -> Search:
        """See the class."""
        batch = Batch(start.level)
        root = Node(batch.pack([start])[0])
        seen = VisitedSet()
        seen.insert(batch.hashes(root.row, "picture"))
        queue: list[tuple[str | float, int, Node]] = [(self.priority(0), 0, root)]
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
                for (child, _), h in zip(children, mean_distance(batch, rows), strict=True):
                    pushed += 1
                    heapq.heappush(queue, (self.priority(float(h)), pushed, child))
            statistics.update(depth=node.depth, open=len(queue), seen=len(seen))
            spending.occupy(seen.nbytes + len(seen) * (batch.state_bytes + NODE_BYTES))
            yield Progress(spending, statistics)
        return Findings()


@register
@dataclass(frozen=True, kw_only=True)
class Default(BestFirst):
    """The default agent as published, with its two faults.

    h is not a number as soon as one of the groups is empty, and the queue is sorted as
    text, so that 11 comes before 2, and NaN behind all numbers.
    """

    name: ClassVar[str] = "default"

    def priority(self, h: float) -> str:
        """The number as JavaScript writes it, followed by the comma that an array puts there."""
        if math.isnan(h):
            return "NaN,"
        return f"{int(h) if h == int(h) else h!r},"


@register
@dataclass(frozen=True, kw_only=True)
class DefaultFixed(BestFirst):
    """The default agent with both faults repaired: sorted by number, an undefined h last."""

    name: ClassVar[str] = "default-fixed"

    def priority(self, h: float) -> float:
        """The number itself."""
        return math.inf if math.isnan(h) else h
