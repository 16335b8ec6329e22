"""Visits and mean payoffs of combinations and of single values, logged by paper C every tick."""

from __future__ import annotations

import itertools

import numpy as np
from numpy.typing import NDArray

from babalab.planning.tuners.space import Combination, Space

FORGOTTEN = 1e-9
"""After fading, fewer visits than this count as none."""

Numbers = NDArray[np.float64]


class Statistics:
    """The statistics of a space: a bandit over the combinations, and one for each parameter.

    A value is counted where it made a difference: see `Space.matters`.
    """

    def __init__(self, space: Space) -> None:
        self.space = space
        self.visits: Numbers = np.zeros(len(space.arms))
        self.totals: Numbers = np.zeros(len(space.arms))
        self.trials = 0.0
        """All visits together."""
        sizes = [len(values) for values in space.values]
        self._bounds = [sum(sizes[:parameter]) for parameter in range(1, len(sizes))]
        # Single numbers are counted up faster in lists than in arrays.
        self._value_visits = [0.0] * sum(sizes)
        self._value_totals = [0.0] * sum(sizes)

    def add(self, combination: Combination, payoff: float) -> None:
        """Count one use of a combination."""
        arm, counters = self.space.counters(combination)
        self.trials += 1
        self.visits[arm] += 1
        self.totals[arm] += payoff
        visits, totals = self._value_visits, self._value_totals
        for counter in counters:
            visits[counter] += 1
            totals[counter] += payoff

    def fade(self, factor: float) -> None:
        """Multiply the weight of everything so far by `factor`."""
        self.visits *= factor
        self.totals *= factor
        gone = self.visits < FORGOTTEN
        self.visits[gone] = self.totals[gone] = 0.0
        self.trials = float(self.visits.sum())
        for counter, visits in enumerate(self._value_visits):
            kept = factor if visits * factor >= FORGOTTEN else 0.0
            self._value_visits[counter] *= kept
            self._value_totals[counter] *= kept

    @property
    def value_visits(self) -> list[Numbers]:
        """The number of uses of each value, parameter by parameter."""
        return np.split(np.array(self._value_visits), self._bounds)

    @property
    def value_totals(self) -> list[Numbers]:
        """The sum of the payoffs of each value, parameter by parameter."""
        return np.split(np.array(self._value_totals), self._bounds)

    @property
    def means(self) -> Numbers:
        """The mean payoff of each arm; not a number where it was never used."""
        return _means(self.totals, self.visits)

    @property
    def value_means(self) -> list[Numbers]:
        """The mean payoff of each value, parameter by parameter."""
        return [_means(*each) for each in zip(self.value_totals, self.value_visits, strict=True)]

    def best(self) -> Combination | None:
        """Return the combination with the best mean payoff, first of equals; None before use."""
        return None if not self.visits.any() else self.space.arms[int(np.nanargmax(self.means))]

    def best_values(self) -> tuple[int | None, ...]:
        """Return the value with the best mean payoff, for each parameter."""
        return tuple(
            None if np.isnan(means).all() else int(np.nanargmax(means))
            for means in self.value_means
        )

    def value_bandits(self) -> list[tuple[list[float], list[float]]]:
        """Return, for each parameter, the visits and the totals of its values."""
        edges = [0, *self._bounds, len(self._value_visits)]
        return [
            (self._value_visits[first:end], self._value_totals[first:end])
            for first, end in itertools.pairwise(edges)
        ]


def _means(totals: Numbers, visits: Numbers) -> Numbers:
    means = np.full(len(totals), np.nan)
    np.divide(totals, visits, out=means, where=visits > 0)
    return means
