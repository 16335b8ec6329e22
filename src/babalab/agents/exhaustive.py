"""Breadth-first search that leaves nothing out: shortest solutions, and proofs of having none."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import ClassVar

from babalab.agents.breadth_first import BreadthFirst
from babalab.agents.parameters import parameter
from babalab.agents.registry import register
from babalab.game.action import Action
from babalab.game.batch import Stop
from babalab.game.state import HashKind


@register
@dataclass(frozen=True, kw_only=True)
class Exhaustive(BreadthFirst):
    """Breadth-first search under the exact hash.

    Equal hashes mean equal futures, and only states from which nothing can follow are dropped, so
    a search that runs out of states has proved the level unsolvable, and the first solution
    met is a shortest one.
    """

    name: ClassVar[str] = "exhaustive"
    same: ClassVar[HashKind] = "exact"
    drop: ClassVar[Stop] = "lost"
    order: ClassVar[Sequence[Action]] = tuple(Action)

    threads: int = parameter(1, "threads to search with; they change no result", low=1, high=1024)

    @property
    def _threads(self) -> int:
        return self.threads
