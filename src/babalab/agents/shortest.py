"""Shortest solutions, and proofs of having none, by walks and the moves that end them."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from babalab import _core
from babalab.agents.agent import Agent, Findings, Search
from babalab.agents.best_first import run
from babalab.agents.budget import Spending
from babalab.agents.registry import register
from babalab.game.state import State


@register
@dataclass(frozen=True, kw_only=True)
class Shortest(Agent):
    """Uniform-cost search in which a walk and the move that ends it are one step.

    It finds what breadth-first search finds, a shortest solution or that there is none, but looks
    only at the states in which a walk can begin. See native/search/uniform_cost.hpp for why nothing
    is missed.
    """

    name: ClassVar[str] = "shortest"

    def search(self, start: State, spending: Spending, statistics: dict[str, int]) -> Search:
        """See the class."""
        native = _core.UniformCost(start.level.core, start.row, 2**32 - 1)
        solution = yield from run(native, spending, statistics)
        statistics["visited"] = native.visited
        return Findings(
            solution,
            proved_unsolvable=solution is None and native.sound,
            shortest=native.sound,
        )
