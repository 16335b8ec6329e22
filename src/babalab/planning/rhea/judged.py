"""A population that keeps the parts of its fitness."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from babalab.games.game import Ends, Plans
from babalab.planning.fitness import Fitness
from babalab.planning.rhea.population import Population, shift_plans

DISCOUNT = 0.99
"""The factor of the value of every plan when the population is shifted."""


class JudgedPopulation(Population):
    """Plans with their scores and outcomes.

    Scores are normalised over those met so far. Whenever that range grows, the fitness of all plans
    is computed again; otherwise the best plan of a narrow range would rival far better ones.
    """

    def __init__(self, plans: Plans, ends: Ends[Any], judge: Fitness, elite: int) -> None:
        self._judge = judge
        self._scores = judge.score(ends).copy()
        self._outcomes = judge.rate_outcomes(ends)
        self._lengths = ends.lengths.copy()
        self._weights = np.ones(len(plans))
        judge.note_scores(self._scores)
        super().__init__(plans, self._rate(), elite)

    def sort(self) -> NDArray[np.intp]:
        """See `Population`."""
        order = super().sort()
        self._scores = self._scores.take(order)
        self._outcomes = self._outcomes.take(order)
        self._lengths = self._lengths.take(order)
        self._weights = self._weights.take(order)
        return order

    def accept_offspring(self, offspring: Plans, ends: Ends[Any]) -> float:
        """Replace all but the elite; return the gain of the best offspring over the best before.

        Lines 8 to 12 of Algorithm 1.
        """
        scores = self._judge.score(ends)
        if self._judge.note_scores(scores):
            self.fitness = self._rate()
            self.sort()
        outcomes = self._judge.rate_outcomes(ends)
        fitness = self._judge.normalise(scores) + outcomes
        gain = float(fitness.max() - self.fitness[0])
        elite = self.elite
        self._scores[elite:] = scores
        self._outcomes[elite:] = outcomes
        self._lengths[elite:] = ends.lengths
        self._weights[elite:] = 1.0
        self.renew(offspring, fitness)
        return gain

    def shift(self, last: NDArray[np.integer]) -> None:
        """Shift the buffer: drop every first action, append these, and discount all values.

        A win or loss to come is a step nearer. One that should have come by now did not happen, or
        the game would be over, so it counts no more.
        """
        self.plans = shift_plans(self.plans, last)
        self._lengths -= 1
        self._outcomes = np.where(self._lengths > 0, self._outcomes / self._judge.decay, 0.0)
        self._weights *= DISCOUNT
        self.fitness = self._rate()
        self.sort()

    def _rate(self) -> NDArray[np.float64]:
        return self._weights * (self._judge.normalise(self._scores) + self._outcomes)
