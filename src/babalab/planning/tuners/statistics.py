"""Visits and mean payoffs of combinations and of single values: what paper C logs at every tick."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from babalab.planning.tuners.space import Combination, Space


class Statistics:
    """Of a space: one bandit whose arms are the combinations, and one for each parameter.

    A value counts where it made a difference: see `Space.matters`.
    """

    def __init__(self, space: Space) -> None:
        self.space = space
        self.visits: NDArray[np.float64] = np.zeros(len(space.arms))
        self.totals: NDArray[np.float64] = np.zeros(len(space.arms))
        self.value_visits = [np.zeros(len(values)) for values in space.values]
        self.value_totals = [np.zeros(len(values)) for values in space.values]

    def add(self, combination: Combination, payoff: float) -> None:
        """Count one use of a combination."""
        arm = self.space.number[combination]
        self.visits[arm] += 1
        self.totals[arm] += payoff
        matters = self.space.matters(combination)
        for parameter, value in enumerate(combination):
            if matters[parameter]:
                self.value_visits[parameter][value] += 1
                self.value_totals[parameter][value] += payoff

    def fade(self, factor: float) -> None:
        """Let everything so far count for so much."""
        for counts in (self.visits, self.totals, *self.value_visits, *self.value_totals):
            counts *= factor

    @property
    def means(self) -> NDArray[np.float64]:
        """The mean payoff of each arm; not a number where it was never used."""
        return _means(self.totals, self.visits)

    @property
    def value_means(self) -> list[NDArray[np.float64]]:
        """The mean payoff of each value, parameter by parameter."""
        return [_means(*each) for each in zip(self.value_totals, self.value_visits, strict=True)]

    def best(self) -> Combination | None:
        """The combination with the best mean payoff, the first of equals; None before any use."""
        return None if not self.visits.any() else self.space.arms[int(np.nanargmax(self.means))]

    def best_values(self) -> tuple[int | None, ...]:
        """The value with the best mean payoff, for each parameter."""
        return tuple(
            None if np.isnan(means).all() else int(np.nanargmax(means))
            for means in self.value_means
        )


def _means(totals: NDArray[np.float64], visits: NDArray[np.float64]) -> NDArray[np.float64]:
    means = np.full(len(totals), np.nan)
    np.divide(totals, visits, out=means, where=visits > 0)
    return means
