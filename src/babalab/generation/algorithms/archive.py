"""An archive: the best map found of each kind."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from babalab.generation.problems.values import Maps, Measure, Statistics


@dataclass(frozen=True, slots=True)
class Archive:
    """Elites: one map for each occupied cell of a grid over two measures."""

    measures: Sequence[Measure]
    maps: Maps
    fitness: NDArray[np.float64]
    statistics: Statistics
    reached: NDArray[np.bool_]
    cells: NDArray[np.int64]
    """The cell of each elite: its bin by each measure."""

    @property
    def coverage(self) -> float:
        """Return the share of cells that have an elite."""
        size = 1
        for measure in self.measures:
            size *= measure.bins
        return len(self.fitness) / size

    @property
    def qd_score(self) -> float:
        """Return the sum of the elites' fitness, counting only those better than the start map.

        This is the QD score with the fitness of the start map as its zero.
        """
        return float(np.maximum(self.fitness, 0).sum())

    @property
    def diversity(self) -> float:
        """Return the share of cells in which two elites differ, averaged over all pairs."""
        count, cells = len(self.maps), self.maps[:1].size
        if count < 2:
            return 0.0
        alike = 0.0
        for tile in np.unique(self.maps):
            having = (self.maps == tile).sum(axis=0)
            alike += float((having * (having - 1)).sum())
        return 1 - alike / (cells * count * (count - 1))

    def order_by_spread(self) -> list[int]:
        """Return the elites that pass the goal test, each as far as possible from those before it.

        The fittest comes first. However few are taken, they are as different as they can be.
        """
        places = np.flatnonzero(self.reached)
        if not len(places):
            return []
        cells = self.cells[places].astype(np.float64)
        cells /= [max(1, measure.bins - 1) for measure in self.measures]
        order = [int(np.argmax(self.fitness[places]))]
        distances = _measure_distances(cells, order[0])
        while len(order) < len(places):
            distances[order[-1]] = -1.0
            order.append(int(np.argmax(distances)))
            distances = np.minimum(distances, _measure_distances(cells, order[-1]))
        return [int(places[each]) for each in order]


def _measure_distances(cells: NDArray[np.float64], origin: int) -> NDArray[np.float64]:
    squares: NDArray[np.float64] = ((cells - cells[origin]) ** 2).sum(axis=1)
    return squares
