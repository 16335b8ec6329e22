"""Breadth-first search that leaves nothing out: shortest solutions, and proofs of having none."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar, Literal

from babalab.agents.breadth_first import BreadthFirst
from babalab.agents.parameters import parameter
from babalab.agents.registry import register
from babalab.game.state import HashKind


@register
@dataclass(frozen=True, kw_only=True)
class Exhaustive(BreadthFirst):
    """Breadth-first search that drops only states from which no win can follow.

    With the *exact* hash (the default) equal hashes mean equal futures, so a search that runs out
    of states has proved the level unsolvable, and the first solution met is a shortest one. With
    *loose* fewer states are told apart: quicker, but neither holds.
    """

    name: ClassVar[str] = "exhaustive"

    hash: Literal["exact", "loose"] = parameter("exact", "what makes two states the same")
    prune: bool = parameter(False, "leave out what is proved to be a dead end")
    threads: int = parameter(1, "threads to search with; they change no result", low=1, high=1024)

    @property
    def same(self) -> HashKind:
        """The chosen hash."""
        return self.hash

    @property
    def _threads(self) -> int:
        return self.threads

    @property
    def _prune(self) -> bool:
        return self.prune
