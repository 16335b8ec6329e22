"""Covariance matrix adaptation without a library: the optimiser that is always there."""

from __future__ import annotations

import math

import numpy as np
import numpy.typing as npt

from babalab.tuning.optimizers.optimizer import Losses, Optimizer
from babalab.tuning.space import Places

SIGMA = 0.25
"""The first standard deviation: a quarter of each range."""
FLOOR = 0.3
"""Standard deviations stay at this part of the distance between two values of a dimension."""
CONVERGED = 1e-6
"""Steps smaller than this make no difference any more: values have six digits."""

STEPS = 10**9
"""The stream of random numbers for steps; smaller ones are for the first places of each start."""

Vector = npt.NDArray[np.float64]


class CovarianceMatrixOptimizer(Optimizer):
    """Hansen, "The CMA Evolution Strategy: A Tutorial" (2016), with its default parameters.

    The first generation is drawn evenly, and the best of it is the first mean. Places beyond a
    range are moved to its end, and learned from as what they are then. Where whole numbers and
    choices would no longer change, their deviations are kept up. It begins anew elsewhere when it
    has converged, or has found nothing better for many generations.
    """

    def _begin(self) -> None:
        dimensions = self.request.space.dimensions
        self._generator = self._chance.generator(STEPS)
        self._floors = np.array([FLOOR / each.count if each.count else 0.0 for each in dimensions])
        self._set_rates(len(dimensions), self.request.population)
        self._restarts = 0
        self._start()

    def _set_rates(self, n: int, population: int) -> None:
        """Set the weights of the better half, and how fast everything adapts (Table 1)."""
        ranks = np.arange(1, population // 2 + 1)
        weights = math.log((population + 1) / 2) - np.log(ranks)
        self._weights: Vector = weights / weights.sum()
        self._mass = mass = float(1 / (self._weights**2).sum())
        self._path_rate = (mass + 2) / (n + mass + 5)
        excess = max(0.0, math.sqrt((mass - 1) / (n + 1)) - 1)
        self._damping = 1 + 2 * excess + self._path_rate
        self._long_path_rate = (4 + mass / n) / (n + 4 + 2 * mass / n)
        self._rank_one = 2 / ((n + 1.3) ** 2 + mass)
        self._rank_many = min(1 - self._rank_one, 2 * (mass - 2 + 1 / mass) / ((n + 2) ** 2 + mass))
        self._usual_length = math.sqrt(n) * (1 - 1 / (4 * n) + 1 / (21 * n**2))
        self._patience = 10 + math.ceil(30 * n / population)

    def _start(self) -> None:
        n = len(self.request.space.dimensions)
        self._mean: Vector | None = None
        self._sigma = SIGMA
        self._covariance = np.eye(n)
        self._path, self._long_path = np.zeros(n), np.zeros(n)
        self._generation = self._since_better = 0
        self._best = math.inf

    def _ask(self) -> Places:
        count = self.request.population
        if self._mean is None:
            self._places = self._list_first_places(count, self._restarts)
            return self._places
        values, axes = np.linalg.eigh(self._covariance)
        self._axes, self._deviations = axes, np.sqrt(np.maximum(values, 1e-20))
        drawn = self._generator.standard_normal((count, len(values)))
        steps = (drawn * self._deviations) @ axes.T
        self._places = np.clip(self._mean + self._sigma * steps, 0.0, 1.0)
        return self._places

    def _tell(self, losses: Losses) -> None:
        order = np.argsort(losses[:, 0], kind="stable")
        best = float(losses[order[0], 0])
        self._since_better = 0 if best < self._best else self._since_better + 1
        self._best = min(best, self._best)
        if self._mean is None:
            self._mean = self._places[order[0]].copy()
            return
        self._adapt(self._places[order[: len(self._weights)]], self._mean)
        widest = self._sigma * math.sqrt(float(self._covariance.diagonal().max()))
        if widest < CONVERGED or self._since_better > self._patience:
            self._restarts += 1
            self._start()

    def _adapt(self, chosen: Places, mean: Vector) -> None:
        """Move the mean, and adapt step size and covariance (equations 41 to 47)."""
        steps = (chosen - mean) / self._sigma
        step = self._weights @ steps
        self._mean = mean + self._sigma * step
        self._generation += 1
        rate = self._path_rate
        whitened = self._axes @ ((self._axes.T @ step) / self._deviations)
        self._path = (1 - rate) * self._path + math.sqrt(rate * (2 - rate) * self._mass) * whitened
        length = float(np.linalg.norm(self._path))
        usual = math.sqrt(1 - (1 - rate) ** (2 * self._generation)) * self._usual_length
        short = length < (1.4 + 2 / (len(step) + 1)) * usual
        rate = self._long_path_rate
        self._long_path = (1 - rate) * self._long_path
        if short:
            self._long_path += math.sqrt(rate * (2 - rate) * self._mass) * step
        one = np.outer(self._long_path, self._long_path)
        missed = 0.0 if short else rate * (2 - rate)
        many = (steps.T * self._weights) @ steps
        kept = 1 - self._rank_one - self._rank_many + self._rank_one * missed
        self._covariance = kept * self._covariance + self._rank_one * one + self._rank_many * many
        change = (self._path_rate / self._damping) * (length / self._usual_length - 1)
        self._sigma = min(1.0, self._sigma * math.exp(min(1.0, change)))
        least = (self._floors / self._sigma) ** 2
        lifted = np.maximum(self._covariance.diagonal(), least)
        np.fill_diagonal(self._covariance, lifted)


OPTIMIZER = CovarianceMatrixOptimizer
