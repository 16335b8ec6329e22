"""NSGA-III: survivors are spread over directions, which Das and Dennis' method makes."""

from __future__ import annotations

import math
from typing import Any

from pymoo.algorithms.moo.nsga3 import NSGA3
from pymoo.util.ref_dirs import get_reference_directions

from babalab.tuning.errors import TuningError
from babalab.tuning.optimizers.pymoo_optimizer import PymooOptimizer
from babalab.tuning.space import Places

MOST_DIRECTIONS = 100_000
"""The paper's authors have 1,820, of twelve partitions of five objectives."""


class Nsga3(PymooOptimizer):
    """For many objectives.

    With p partitions and m objectives there are C(m + p - 1, p) directions. Unless the request
    names it, p is the largest that gives no more than one for each member of the population.
    """

    def _begin(self) -> None:
        objectives, population = self.request.objectives, self.request.population
        if self.request.partitions is None and population < objectives:
            raise TuningError(
                f"nsga3 has at least one direction for each of the {objectives} objectives, and "
                f"a population of {population} is too small for that; use --population "
                f"{objectives} or larger subsets"
            )
        count = self.request.partitions or 1
        if math.comb(objectives + count - 1, count) > MOST_DIRECTIONS:
            raise TuningError(
                f"{count} partitions of {objectives} objectives make more than "
                f"{MOST_DIRECTIONS:,} directions; use fewer"
            )
        super()._begin()

    def _make_algorithm(self, first: Places) -> Any:
        objectives = self.request.objectives
        count = self.request.partitions or partitions(objectives, len(first))
        directions = get_reference_directions("das-dennis", objectives, n_partitions=count)
        return NSGA3(directions, pop_size=len(first), sampling=first)


def partitions(objectives: int, population: int) -> int:
    """Return how finely Das and Dennis' method may cut for a population.

    >>> partitions(2, 10), partitions(3, 10), partitions(5, 10), partitions(5, 15)
    (9, 3, 1, 2)
    """
    count = 1
    while math.comb(objectives + count, count + 1) <= population:
        count += 1
    return count


OPTIMIZER = Nsga3
