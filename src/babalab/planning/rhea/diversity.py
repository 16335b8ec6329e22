"""Diversity mutation (paper C, §III-A): towards what was explored the least."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from babalab.games.game import Plans
from babalab.planning.rhea.draws import Draws


class DiversityLog:
    """How often each value was at each gene of the plans explored before a move.

    Every plan has some value at every gene, so all genes are explored equally often; the gene
    explored the least is the one whose least visited value is visited least. For the next move
    the log begins anew with the plans at hand: from another state all of them lead elsewhere.
    """

    def __init__(self, length: int, values: int) -> None:
        self.visits: NDArray[np.intp] = np.zeros(length * values, np.intp)
        self._values = values
        self._first = np.arange(length) * values

    def add(self, plans: Plans) -> None:
        """Count the values of these plans."""
        self.visits += np.bincount((plans + self._first).ravel(), minlength=len(self.visits))

    def clear(self) -> None:
        """Forget all."""
        self.visits[:] = 0

    def mutate(self, plans: Plans, draws: Draws) -> None:
        """Set the gene explored the least to its least visited value; ties are decided at random.

        The plans share out the least visited of all genes and values, one each, so that they don't
        all explore the same.
        """
        count, places = len(plans), len(self.visits)
        keys = self.visits + draws.take(places)
        least = keys.argsort()[:count]
        if count > places:
            least = np.resize(least, count)
        genes, values = np.divmod(least, self._values)
        plans[np.arange(count), genes] = values
