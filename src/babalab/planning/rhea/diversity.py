"""Diversity mutation (paper C, §III-A): towards the least explored values."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from babalab.games.game import Plans
from babalab.planning.rhea.draws import Draws


class DiversityLog:
    """Counts of each value at each gene of the plans explored before a move.

    Every plan has some value at every gene, so all genes are explored equally often; the gene
    explored the least is the one whose least visited value is visited least. For the next move
    the log begins anew with the plans at hand: from another state all of them lead elsewhere.
    """

    def __init__(self, length: int, values: int) -> None:
        self._visits: NDArray[np.intp] = np.zeros(length * values, np.intp)
        self._uncounted: list[Plans] = []
        self._values = values
        self._first = np.arange(length) * values

    def add(self, plans: Plans) -> None:
        """Count the values of these plans later, when `visits` is read; they must not change."""
        self._uncounted.append(plans)

    @property
    def visits(self) -> NDArray[np.intp]:
        """The counts of each value of the first gene, then of the second and so on."""
        if self._uncounted:
            met = np.concatenate(self._uncounted) + self._first
            self._visits += np.bincount(met.ravel(), minlength=len(self._visits))
            self._uncounted.clear()
        return self._visits

    def clear(self) -> None:
        """Forget all."""
        self._uncounted.clear()
        self._visits[:] = 0

    def mutate(self, plans: Plans, draws: Draws) -> None:
        """Set the gene explored the least to its least visited value; ties are decided at random.

        The plans share out the least visited of all genes and values, one each, so that they don't
        all explore the same.
        """
        visits = self.visits
        count, places = len(plans), len(visits)
        keys = visits + draws.take(places)
        least = keys.argsort(kind="stable")[:count]
        if count > places:
            least = np.resize(least, count)
        genes, values = np.divmod(least, self._values)
        plans[np.arange(count), genes] = values
