"""An archive: the best map found for every kind of map."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from babalab.generation.problems.problem import Maps, Measure, Statistics


@dataclass(frozen=True, slots=True)
class Archive:
    """Elites, one for each cell of a grid over two measures that has any."""

    measures: Sequence[Measure]
    maps: Maps
    fitness: NDArray[np.float64]
    statistics: Statistics
    reached: NDArray[np.bool_]
    cells: NDArray[np.int64]
    """The cell of each elite: its bin by each measure."""

    @property
    def coverage(self) -> float:
        """The share of cells that have an elite."""
        size = 1
        for measure in self.measures:
            size *= measure.bins
        return len(self.fitness) / size

    @property
    def qd_score(self) -> float:
        """What all elites are better than the start map; those that are worse count nothing.

        It is the QD score with the start map as its zero.
        """
        return float(np.maximum(self.fitness, 0).sum())

    @property
    def diversity(self) -> float:
        """The share of cells in which two elites differ, on average over all pairs of them."""
        count, cells = len(self.maps), self.maps[:1].size
        if count < 2:
            return 0.0
        alike = 0.0
        for tile in np.unique(self.maps):
            having = (self.maps == tile).sum(axis=0)
            alike += float((having * (having - 1)).sum())
        return 1 - alike / (cells * count * (count - 1))
