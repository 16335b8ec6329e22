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
