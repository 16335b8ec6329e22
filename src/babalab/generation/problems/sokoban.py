"""Sokoban: rooms in which every crate must be pushed onto a target."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import ClassVar

import numpy as np

from babalab import _core
from babalab.base.parameters import parameter
from babalab.generation.problems.problem import Problem, register_problem
from babalab.generation.problems.values import Maps, Measure, Statistics, Tile, Want


@register_problem
@dataclass(frozen=True, kw_only=True)
class SokobanProblem(Problem):
    """Rooms of crates and targets with a long solution.

    Bhaumik and others, section Problems: one player, as many crates as targets, and a solution of
    at least 20 moves, in 5 by 5 cells. Their code has 18 moves, and a longer solution is always
    better there (``cap=false``). Weights and shares are those of the code. A solution here is a
    shortest one, counted in moves of the player, pushes or not; theirs is what weighted searches
    find. There is none unless all cells but walls are connected.
    """

    name: ClassVar[str] = "sokoban"
    tiles: ClassVar[tuple[Tile, ...]] = (
        Tile("empty", ".", 0.45), Tile("solid", "#", 0.4), Tile("player", "@", 0.05),
        Tile("crate", "$", 0.05), Tile("target", "o", 0.05),
    )  # fmt: skip
    statistics: ClassVar[tuple[str, ...]] = (
        "player", "crates", "targets", "regions", "difference", "distance", "solution", "empty",
    )  # fmt: skip
    batch: ClassVar[int] = 64

    width: int = parameter(5, "columns, without the border", low=1, high=64)
    height: int = parameter(5, "rows, without the border", low=1, high=64)
    moves: int = parameter(20, "moves of the solution, at least", low=1, high=100_000)
    power: int = parameter(
        5000,
        "states the solver expands; a map that needs more counts as unsolvable",
        low=1,
        high=100_000,
    )

    cap: bool = parameter(
        True, "whether a solution longer than the goal is worth no more (authors' code: false)"
    )

    @property
    def wants(self) -> tuple[Want, ...]:
        """See `Problem`. The distance to a win has weight 0 in the authors' code."""
        return (
            Want("player", 3, 1, 1),
            Want("crates", 2, 1, 3, required=False),
            Want("targets", 2, 1, 3, required=False),
            Want("regions", 5, 1, 1),
            Want("difference", 2, 0, 0),
            Want("solution", 1, low=self.moves, capped=self.cap),
        )

    @property
    def measures(self) -> tuple[Measure, ...]:
        """See `Problem`."""
        return (
            Measure("solution", 0, 60, 20),
            Measure("crates", 0.5, 6.5, 6),
        )

    def measure(self, maps: Maps, hints: Sequence[str] | None = None) -> Statistics:  # noqa: ARG002
        """See `Problem`. The length of the solution is 0 if there is none."""
        return _core.measure_sokoban(
            np.ascontiguousarray(maps), self.width, self.height, self.power
        )

    def solve(self, map_: Maps) -> str | None:
        """Return the moves (u, d, l, r) of a shortest solution, or None if none is known."""
        return _core.solve_sokoban(np.ascontiguousarray(map_), self.width, self.height, self.power)
