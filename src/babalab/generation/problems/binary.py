"""Binary: connected mazes in which the longest shortest path is long."""

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
class BinaryProblem(Problem):
    """Connected mazes with a long way through.

    Bhaumik and others, section Problems: one region, and a longest shortest path of at least 20
    more than the start map's, in 14 by 14 cells. Weights and shares are those of the authors' code,
    in which a longer path is always better (``cap=false``).
    """

    name: ClassVar[str] = "binary"
    tiles: ClassVar[tuple[Tile, ...]] = (Tile("empty", ".", 0.5), Tile("solid", "#", 0.5))
    statistics: ClassVar[tuple[str, ...]] = ("regions", "path-length", "empty")
    batch: ClassVar[int] = 1024

    width: int = parameter(14, "columns, without the border", low=1, high=64)
    height: int = parameter(14, "rows, without the border", low=1, high=64)
    path: int = parameter(
        20, "steps that the longest shortest path must gain over the start map", low=0, high=4096
    )
    cap: bool = parameter(
        True, "whether a path longer than the goal is worth no more (authors' code: false)"
    )

    @property
    def wants(self) -> tuple[Want, ...]:
        """See `Problem`."""
        return (
            Want("regions", 5, 1, 1),
            Want("path-length", 1, low=self.path, gained=True, capped=self.cap),
        )

    @property
    def measures(self) -> tuple[Measure, ...]:
        """See `Problem`."""
        return (
            Measure("path-length", 0, self.cells / 2, 20),
            Measure("empty", 0, self.cells, 20),
        )

    def measure(self, maps: Maps, hints: Sequence[str] | None = None) -> Statistics:  # noqa: ARG002
        """See `Problem`."""
        return _core.measure_binary(np.ascontiguousarray(maps), self.width, self.height)
