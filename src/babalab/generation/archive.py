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
