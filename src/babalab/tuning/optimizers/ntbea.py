"""The n-tuple bandit evolutionary algorithm, off line: made for few and noisy evaluations."""

from __future__ import annotations

import numpy as np

from babalab.planning.tuners.landscape import Landscape
from babalab.tuning.dimension import Choice, Dimension
from babalab.tuning.optimizers.optimizer import Losses, Optimizer
from babalab.tuning.space import Places

CELLS = 10
"""Into so many parts a range is cut, if it has not fewer values anyway."""
TUPLES = (1, 2)
"""Besides all dimensions together, the landscape knows single ones and pairs."""
NEIGHBOURS = 50
EXPLORATION = 0.5
"""Of the standard deviation of all losses, so that their scale makes no difference."""


class NTupleBanditOptimizer(Optimizer):
    """Lucas, Liu, Pérez-Liébana (2018), with the landscape of the on-line tuner `ntbea`.

    Ranges are cut into cells, and the landscape knows in which cell a point was; the point is
    anywhere in its cell. One point is asked for at a time. The next is the best by the landscape of
    some neighbours, each of which has another cell in one dimension.
    """

    def _begin(self) -> None:
        self._generator = self._chance.generator(1)  # 0 is for the first places
        self._cells = [_cells(each) for each in self.request.space.dimensions]
        self._landscape = Landscape(len(self._cells), TUPLES)
        self._losses: list[float] = []
        self._place = self._list_first_places(1)[0]

    def _ask(self) -> Places:
        places: Places = self._place[np.newaxis]
        return places

    def _tell(self, losses: Losses) -> None:
        loss = float(losses[0, 0])
        used = tuple(
            min(cells - 1, int(place * cells))
            for place, cells in zip(self._place, self._cells, strict=True)
        )
        self._losses.append(loss)
        self._landscape.add(used, -loss)
        chosen = self._find_best_neighbour(used)
        within = self._generator.random(len(chosen))
        self._place = (np.array(chosen) + within) / np.array(self._cells)

    def _find_best_neighbour(self, used: tuple[int, ...]) -> tuple[int, ...]:
        weight = EXPLORATION * float(np.std(self._losses))
        neighbours = [self._make_neighbour(used) for _ in range(NEIGHBOURS)]
        return max(neighbours, key=lambda each: self._landscape.value(each, weight))

    def _make_neighbour(self, used: tuple[int, ...]) -> tuple[int, ...]:
        changeable = [number for number, cells in enumerate(self._cells) if cells > 1]
        if not changeable:
            return used
        dimension = changeable[self._generator.integers(len(changeable))]
        other = int(self._generator.integers(self._cells[dimension] - 1))
        other += other >= used[dimension]
        return (*used[:dimension], other, *used[dimension + 1 :])


def _cells(dimension: Dimension) -> int:
    if isinstance(dimension, Choice):
        return dimension.count
    return min(CELLS, dimension.count or CELLS)


OPTIMIZER = NTupleBanditOptimizer
