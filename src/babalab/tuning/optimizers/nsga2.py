"""NSGA-II: those dominated by few survive, and among equals those with room around them."""

from __future__ import annotations

from typing import Any

from pymoo.algorithms.moo.nsga2 import NSGA2

from babalab.tuning.optimizers.pymoo_optimizer import PymooOptimizer
from babalab.tuning.space import Places


class Nsga2(PymooOptimizer):
    """For two or three objectives."""

    def _make_algorithm(self, first: Places) -> Any:
        return NSGA2(pop_size=len(first), sampling=first)


OPTIMIZER = Nsga2
