"""The papers' breadth-first search."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import ClassVar

from babalab.agents.agent import register
from babalab.agents.breadth_first import BreadthFirstAgent
from babalab.agents.published import ACTION_ORDER
from babalab.game.action import Action
from babalab.game.batch import Stop
from babalab.game.state import HashKind


@register
@dataclass(frozen=True, kw_only=True)
class Bfs(BreadthFirstAgent):
    """BFS of "Efficient Solver for Dynamic Puzzle Games: Baba Is Y'all", §IV-B.

    One iteration expands one node. States are the same when their pictures are, and those in which
    nothing is YOU are dropped, as in the competition's own agent, so that it neither proves
    anything nor promises shortest solutions; `exhaustive` does.
    """

    name: ClassVar[str] = "bfs"
    order: ClassVar[Sequence[Action]] = ACTION_ORDER
    drop: ClassVar[Stop] = "helpless"

    @property
    def same(self) -> HashKind:
        """The picture, as published."""
        return "picture"
