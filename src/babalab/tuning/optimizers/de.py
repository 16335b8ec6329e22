"""Differential evolution."""

from __future__ import annotations

from typing import Any

from pymoo.algorithms.soo.nonconvex.de import DE

from babalab.tuning.optimizers.pymoo_optimizer import PymooOptimizer
from babalab.tuning.space import Places


class DifferentialEvolution(PymooOptimizer):
    """DE/best/1/bin, pymoo's default: a trial takes the place of its parent if it is better."""

    def _make_algorithm(self, first: Places) -> Any:
        return DE(pop_size=len(first), sampling=first)


OPTIMIZER = DifferentialEvolution
