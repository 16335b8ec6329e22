"""The values that describe maps: tiles, wanted ranges, measures, judgements."""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

Maps = NDArray[np.uint8]
"""One row of tile numbers per map, the rows of the map one after the other."""
Statistics = NDArray[np.float64]
"""One row of numbers per map, in the order of `Problem.statistics`."""
OUT_OF_REACH = 2.0**40
"""A value that no statistic has."""


class Tile(NamedTuple):
    """A kind of cell."""

    name: str
    character: str
    share: float
    """The share of such cells in a random map."""


class Want(NamedTuple):
    """The range wanted of a statistic. Outside it, a map pays the distance times the weight."""

    statistic: str
    weight: float
    low: float = -math.inf
    high: float = math.inf
    gained: bool = False
    """Whether the range applies to the gain over the start map."""
    required: bool = True
    """Whether a map outside the range misses the goal, or merely loses fitness."""
    capped: bool = True
    """Whether all values in the range are worth the same. If not, a higher one is always better."""

    def list_ranges(self) -> list[tuple[float, float, float, bool, bool]]:
        """Return the ranges that a map pays for: weight, low, high, gained and required of each.

        A want without a cap is two of them: a range for the goal, which is free, and one out of
        reach, to which every step is worth the weight.
        """
        if self.capped:
            return [(self.weight, self.low, self.high, self.gained, self.required)]
        return [
            (0.0, self.low, self.high, self.gained, self.required),
            (self.weight, OUT_OF_REACH, math.inf, self.gained, False),
        ]


class Measure(NamedTuple):
    """A statistic that sorts maps into `bins` kinds between `low` and `high`."""

    statistic: str
    low: float
    high: float
    bins: int


@dataclass(frozen=True, slots=True)
class Judgement:
    """The statistics, the fitness and the goal test of some maps."""

    statistics: Statistics
    fitness: NDArray[np.float64]
    """The cost of the start map minus that of each map: 0 for the start map, higher is better."""
    reached: NDArray[np.bool_]
    """Whether each map passes the goal test."""

    def __len__(self) -> int:
        return len(self.fitness)
