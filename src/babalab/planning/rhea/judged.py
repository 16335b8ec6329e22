"""A population that knows what its fitness is made of."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from babalab.games.game import Ends, Plans
from babalab.planning.fitness import Fitness
from babalab.planning.rhea.population import Population, shifted

DISCOUNT = 0.99
"""What is left of the value of every plan when the population is shifted."""


class Judged(Population):
    """Plans with the scores and outcomes they led to.

    Scores are normalised over those met so far. Whenever that range grows, the fitness of all is
    worked out again: else a plan that was the best of a narrow range would rival those that are
    far better.
    """

    def __init__(self, plans: Plans, ends: Ends[Any], judge: Fitness, elite: int) -> None:
        self._judge = judge
        self._scores = ends.scores.copy()
        self._outcomes = judge.outcomes(ends)
        self._lengths = ends.lengths.copy()
        self._weights = np.ones(len(plans))
        judge.meet(ends.scores)
        super().__init__(plans, self._rated(), elite)

    def sort(self) -> NDArray[np.intp]:
        """See `Population`."""
        order = super().sort()
        self._scores = self._scores.take(order)
        self._outcomes = self._outcomes.take(order)
        self._lengths = self._lengths.take(order)
        self._weights = self._weights.take(order)
        return order

    def welcome(self, offspring: Plans, ends: Ends[Any]) -> float:
        """Renew the population; return by how much the best offspring beats the best before.

        Lines 8 to 12 of Algorithm 1.
        """
        if self._judge.meet(ends.scores):
            self.fitness = self._rated()
            self.sort()
        outcomes = self._judge.outcomes(ends)
        fitness = self._judge.normalised(ends.scores) + outcomes
        gain = float(fitness.max() - self.fitness[0])
        elite = self.elite
        self._scores[elite:] = ends.scores
        self._outcomes[elite:] = outcomes
        self._lengths[elite:] = ends.lengths
        self._weights[elite:] = 1.0
        self.renew(offspring, fitness)
        return gain

    def shift(self, last: NDArray[np.integer]) -> None:
        """Shift the buffer: drop every first action, append these, and discount all values.

        A win or loss to come is a step nearer. One that should be past by now did not happen, or
        there would be nothing to plan, so it counts no more.
        """
        self.plans = shifted(self.plans, last)
        self._lengths -= 1
        self._outcomes = np.where(self._lengths > 0, self._outcomes / self._judge.decay, 0.0)
        self._weights *= DISCOUNT
        self.fitness = self._rated()
        self.sort()

    def _rated(self) -> NDArray[np.float64]:
        return self._weights * (self._judge.normalised(self._scores) + self._outcomes)
