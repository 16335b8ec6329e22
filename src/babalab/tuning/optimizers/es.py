"""The evolution strategy with step sizes that adapt themselves."""

from __future__ import annotations

from typing import Any

from pymoo.algorithms.soo.nonconvex.es import ES

from babalab.tuning.optimizers.pymoo_optimizer import PymooOptimizer
from babalab.tuning.space import Places

OFFSPRING_PER_PARENT = 2
"""Five parents of ten offspring, as in the program of the paper's authors."""


class EvolutionStrategy(PymooOptimizer):
    """A population is the offspring of a generation; half of them are the next parents.

    It begins with as many points as there are parents.
    """

    @property
    def _first_count(self) -> int:
        return self.request.population // OFFSPRING_PER_PARENT

    def _make_algorithm(self, first: Places) -> Any:
        return ES(n_offsprings=self.request.population, pop_size=len(first), sampling=first)


OPTIMIZER = EvolutionStrategy
