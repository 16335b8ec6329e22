"""Zelda: dungeons in which the player takes a key to the door, past enemies."""

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
class ZeldaProblem(Problem):
    """Dungeons with one key, one door and a long way to both.

    Bhaumik and others, section Problems: one player, key and door, all connected, the nearest enemy
    at least 5 steps from the player, and at least 20 steps to the key and on to the door, in 11 by
    7 cells. Their code has 4 and 16 for the last two, and a longer path is always better there
    (``cap=false``). Weights, shares and the meaning of a step are those of the code: regions are of
    everything but walls and doors, enemies don't walk over the key, and the player does not walk
    through the door before he has the key. There, a walled-in door makes the path one step shorter;
    here, that costs as much, and such a map misses the goal.
    """

    name: ClassVar[str] = "zelda"
    tiles: ClassVar[tuple[Tile, ...]] = (
        Tile("empty", ".", 0.58), Tile("solid", "#", 0.3), Tile("player", "@", 0.02),
        Tile("key", "k", 0.02), Tile("door", "D", 0.02), Tile("bat", "b", 0.02),
        Tile("scorpion", "s", 0.02), Tile("spider", "x", 0.02),
    )  # fmt: skip
    statistics: ClassVar[tuple[str, ...]] = (
        "player", "key", "door", "enemies", "regions", "nearest-enemy", "path-length", "winnable",
        "empty",
    )  # fmt: skip
    batch: ClassVar[int] = 1024

    width: int = parameter(11, "columns, without the border", low=1, high=64)
    height: int = parameter(7, "rows, without the border", low=1, high=64)
    enemy: int = parameter(
        5, "steps from the player to the nearest enemy, at least", low=0, high=4096
    )
    path: int = parameter(20, "steps to the key and on to the door, at least", low=0, high=8192)
    cap: bool = parameter(
        True, "whether a path longer than the goal is worth no more (authors' code: false)"
    )

    @property
    def wants(self) -> tuple[Want, ...]:
        """See `Problem`."""
        return (
            Want("player", 3, 1, 1),
            Want("key", 3, 1, 1),
            Want("door", 3, 1, 1),
            Want("regions", 5, 1, 1),
            Want("enemies", 1, 2, 5, required=False),
            Want("nearest-enemy", 2, low=self.enemy),
            Want("path-length", 1, low=self.path, capped=self.cap),
            Want("winnable", 1, low=1),
        )

    @property
    def measures(self) -> tuple[Measure, ...]:
        """See `Problem`."""
        return (
            Measure("path-length", 0, 0.75 * self.cells, 20),
            Measure("empty", 0, self.cells, 20),
        )

    def measure(self, maps: Maps, hints: Sequence[str] | None = None) -> Statistics:  # noqa: ARG002
        """See `Problem`. Distances are 0 unless there is one player and one region."""
        return _core.measure_zelda(np.ascontiguousarray(maps), self.width, self.height)
