"""The papers' breadth-first search."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar, Final

import numpy as np
from numpy.typing import NDArray

from babalab.agents.agent import Findings, Progress, Search, register
from babalab.agents.carry_over import CarryingAgent
from babalab.agents.published import PROPOSED, expand
from babalab.agents.spending import Spending
from babalab.game.action import Action, format_moves
from babalab.game.batch import Batch, VisitedSet
from babalab.game.state import State

CHUNK: Final = 2048
"""States expanded between two checks of the clock: a few milliseconds."""


@register
@dataclass(frozen=True, kw_only=True)
class Bfs(CarryingAgent):
    """BFS of "Efficient Solver for Dynamic Puzzle Games: Baba Is Y'all", §IV-B.

    One iteration expands one node. States are the same when their pictures are, and those in which
    nothing is YOU are dropped, as in the competition's own agent, so that it neither proves
    anything nor promises shortest solutions; `exhaustive` does.
    """

    name: ClassVar[str] = "bfs"
    newest_first: ClassVar[bool] = False

    def search_afresh(self, start: State, spending: Spending, statistics: dict[str, int]) -> Search:
        """See the class."""
        batch = Batch(start.level)
        seen, trail = VisitedSet(), _Trail()
        layer, depth = batch.pack([start]), 0
        while len(layer):
            found, expanded = [], 0
            statistics[PROPOSED] = depth
            while expanded < len(layer):
                count = min(spending.affordable(CHUNK, len(Action)), len(layer) - expanded)
                new = expand(batch, layer[expanded : expanded + count], seen)
                trail.add(new.parents + (trail.expanded + expanded), new.actions)
                wins = new.won.nonzero()[0]
                if len(wins):
                    count = int(new.parents[wins[0]]) + 1
                expanded += count
                spending.spend(iterations=count, steps=len(Action) * count)
                if len(wins):
                    statistics[PROPOSED] = depth + 1
                    return Findings(trail.moves(len(trail) - len(new.won) + int(wins[0])))
                found.append(new.children)
                waiting = len(layer) - expanded + sum(map(len, found))
                statistics.update(depth=depth, open=waiting, seen=len(seen))
                spending.occupy(seen.nbytes + trail.nbytes + waiting * batch.state_bytes)
                yield Progress(spending, statistics)
            trail.expanded += len(layer)
            layer, depth = np.concatenate(found), depth + 1
        return Findings()


class _Trail:
    """How each state was reached; states are numbered in the order they were found."""

    def __init__(self) -> None:
        self._parents: list[NDArray[np.uint32]] = [np.zeros(1, np.uint32)]
        self._actions: list[NDArray[np.uint8]] = [np.zeros(1, np.uint8)]
        self._count = 1
        self.expanded = 0
        """The number of states before the present layer."""

    def __len__(self) -> int:
        return self._count

    @property
    def nbytes(self) -> int:
        return 5 * self._count

    def add(self, parents: NDArray[np.uint32], actions: NDArray[np.uint8]) -> None:
        """Add states, given the numbers of those they are children of."""
        self._parents.append(parents)
        self._actions.append(actions)
        self._count += len(parents)

    def moves(self, state: int) -> str:
        """Return the moves that lead to a state."""
        parents, actions = np.concatenate(self._parents), np.concatenate(self._actions)
        backwards = []
        while state:
            backwards.append(int(actions[state]))
            state = int(parents[state])
        return format_moves(reversed(backwards))
