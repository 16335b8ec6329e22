"""The papers' depth-first search."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import ClassVar

from babalab.agents.agent import Search, register
from babalab.agents.carry_over import CarryingAgent
from babalab.agents.published import SearchNode, search_tree
from babalab.agents.spending import Spending
from babalab.game.state import State


@register
@dataclass(frozen=True, kw_only=True)
class Dfs(CarryingAgent):
    """DFS of "Efficient Solver for Dynamic Puzzle Games: Baba Is Y'all", §IV-B.

    One iteration expands one node, the newest; its children go on the stack all together, so that
    the last of them is the next.
    """

    name: ClassVar[str] = "dfs"
    newest_first: ClassVar[bool] = True

    def search_afresh(self, start: State, spending: Spending, statistics: dict[str, int]) -> Search:
        """See the class."""
        return search_tree(start, _Stack(), spending, statistics)


class _Stack(list[SearchNode]):
    """Nodes, the newest of which comes first."""

    def add(self, nodes: Sequence[SearchNode]) -> None:
        self += nodes

    def take(self) -> SearchNode:
        return self.pop()
