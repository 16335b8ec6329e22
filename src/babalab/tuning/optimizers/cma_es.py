"""Covariance matrix adaptation."""

from __future__ import annotations

from typing import Any

from pymoo.algorithms.soo.nonconvex.cmaes import CMAES

from babalab.tuning.optimizers.pymoo_optimizer import PymooOptimizer
from babalab.tuning.space import Places

SIGMA = 0.25
"""The first standard deviation: a quarter of each range."""


class CovarianceMatrixAdaptation(PymooOptimizer):
    """It begins at the best of a population, and starts anew when it has converged."""

    least_dimensions = 2  # a matrix of one number is none to cma

    def _make_algorithm(self, first: Places) -> Any:
        return CMAES(x0=first, sigma=SIGMA, pop_size=self.request.population)


OPTIMIZER = CovarianceMatrixAdaptation
