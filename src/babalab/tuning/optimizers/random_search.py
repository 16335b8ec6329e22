"""Points drawn evenly: what every other optimiser has to be better than."""

from __future__ import annotations

from babalab.tuning.optimizers.optimizer import Losses, Optimizer
from babalab.tuning.space import Places


class RandomSearch(Optimizer):
    """As many points at a time as the population has."""

    def _begin(self) -> None:
        self._generation = 0

    def _ask(self) -> Places:
        return self._list_first_places(self.request.population, self._generation)

    def _tell(self, losses: Losses) -> None:  # noqa: ARG002
        self._generation += 1


OPTIMIZER = RandomSearch
