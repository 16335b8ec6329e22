"""The genetic algorithm: tournaments of two, simulated binary crossover, polynomial mutation."""

from __future__ import annotations

from typing import Any

from pymoo.algorithms.soo.nonconvex.ga import GA

from babalab.tuning.optimizers.pymoo_optimizer import PymooOptimizer
from babalab.tuning.space import Places


class GeneticAlgorithm(PymooOptimizer):
    """The best of parents and offspring survive."""

    def _make_algorithm(self, first: Places) -> Any:
        return GA(pop_size=len(first), sampling=first)


OPTIMIZER = GeneticAlgorithm
