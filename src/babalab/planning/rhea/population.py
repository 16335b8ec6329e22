"""The plans of a rolling horizon, ordered by fitness; elitism; the shift buffer."""

from __future__ import annotations

from typing import Protocol

import numpy as np
from numpy.typing import NDArray

from babalab.games.game import Plans


class Ranked(Protocol):
    """Plans, the fittest first."""

    @property
    def plans(self) -> Plans:
        """The plans, one a row."""

    @property
    def fitness(self) -> NDArray[np.float64]:
        """The fitness of each."""


class Population:
    """Plans, the fittest first; of equals, those that have been there longer."""

    def __init__(self, plans: Plans, fitness: NDArray[np.float64], elite: int) -> None:
        self.plans = plans
        self.fitness = fitness
        self.elite = elite
        self.sort()

    def sort(self) -> NDArray[np.intp]:
        """Sort the plans after a change of fitness; return where each was before."""
        order = (-self.fitness).argsort(kind="stable")
        self.plans = self.plans.take(order, axis=0)
        self.fitness = self.fitness.take(order)
        return order

    def renew(self, offspring: Plans, fitness: NDArray[np.float64]) -> NDArray[np.intp]:
        """Replace all but the elite by offspring and sort; return where each was before.

        Lines 11 and 12 of Algorithm 1 of paper C.
        """
        self.plans[self.elite :] = offspring
        self.fitness[self.elite :] = fitness
        return self.sort()


def shift_plans(plans: Plans, last: NDArray[np.integer]) -> Plans:
    """Shift plans by a move: drop the first action and append another one to each."""
    later = np.empty_like(plans)
    later[:, :-1] = plans[:, 1:]
    later[:, -1] = last
    return later
