"""Breadth-first search that leaves nothing out: shortest solutions, and proofs of having none."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import ClassVar, Literal

from babalab.agents.agent import register
from babalab.agents.breadth_first import BreadthFirstAgent
from babalab.base.parameters import parameter
from babalab.game.layers import LayeredSearch
from babalab.game.state import HashKind


@register
@dataclass(frozen=True, kw_only=True)
class Exhaustive(BreadthFirstAgent):
    """Breadth-first search that drops only states from which nothing can follow.

    With the *future* hash (the default) and the *exact* one, equal hashes mean equal futures, so a
    search that runs out of states has proved the level unsolvable, and the first solution met is a
    shortest one. *future* tells fewer states apart. *loose* still fewer, but then neither holds.
    """

    name: ClassVar[str] = "exhaustive"

    hash: Literal["future", "exact", "loose"] = parameter(
        "future", "what makes two states the same"
    )
    threads: int = parameter(1, "threads to search with; they change no result", low=1, high=1024)

    @property
    def same(self) -> HashKind:
        """The chosen hash."""
        return self.hash

    @property
    def _threads(self) -> int:
        return self.threads


@dataclass(frozen=True, kw_only=True)
class Prover(Exhaustive):
    """`Exhaustive` that keeps the data for a certificate of its proof."""

    name: ClassVar[str] = "prover"

    trees: list[bytes] = field(default_factory=list, compare=False)
    """For each proof, a bit for every state and action, set if the action leads to a new state."""

    def _has_proved(self, states: LayeredSearch) -> None:
        self.trees.append(states.tree().tobytes())
