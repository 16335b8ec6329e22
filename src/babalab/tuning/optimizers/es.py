"""The evolution strategy with step sizes that adapt themselves."""

from __future__ import annotations

import math
from typing import Any

from pymoo.algorithms.soo.nonconvex.es import ES

from babalab.tuning.optimizers.pymoo_optimizer import PymooOptimizer
from babalab.tuning.space import Places

OFFSPRING_PER_PARENT = 7


class EvolutionStrategy(PymooOptimizer):
    """A population is the offspring of a generation; a seventh of them are the next parents.

    It begins with as many points as there are parents.
    """

    @property
    def _first_count(self) -> int:
        return math.ceil(self.request.population / OFFSPRING_PER_PARENT)

    def _make_algorithm(self, first: Places) -> Any:
        return ES(n_offsprings=self.request.population, pop_size=len(first), sampling=first)


OPTIMIZER = EvolutionStrategy
