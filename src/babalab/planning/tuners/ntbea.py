"""NTBEA, the n-tuple bandit evolutionary algorithm: from neighbour to neighbour, by a model."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass

from babalab.planning.tuners.landscape import Landscape
from babalab.planning.tuners.mutation import draw_combination, mutate_combination
from babalab.planning.tuners.space import Combination
from babalab.planning.tuners.tuner import BanditTuner

NEIGHBOURS = 5
"""The number of neighbours considered before one is used: x of paper C."""


@dataclass(eq=False, kw_only=True)
class NTupleBandit(BanditTuner):
    """Paper C, §III-C 4: x = 5 neighbours, C = 0.7, bandits for single values and for all together.

    It begins with a random combination. Every payoff goes into the landscape; then the landscape
    values x neighbours of the combination just used, each with another value for one parameter,
    and the one with the highest value is used next. It always moves on: not even the best is used
    twice in a row. `tuples` are the sizes of the tuples that the landscape counts.
    """

    name = "ntbea"

    neighbours: int = NEIGHBOURS
    tuples: Collection[int] = (1,)

    def __post_init__(self) -> None:
        super().__post_init__()
        self._begin()

    def propose(self) -> Combination:
        """See the class."""
        return self.current

    def reward(self, combination: Combination, payoff: float) -> None:
        """See the class."""
        super().reward(combination, payoff)
        self.landscape.add(self.space.effective(combination), payoff)
        self.current = self._best_neighbour(combination)

    def tick(self) -> None:
        """Begin anew if nothing is to be remembered; otherwise let the landscape fade."""
        super().tick()
        if self.discount == 0.0:
            self._begin()
        elif self.discount < 1.0:
            self.landscape.fade(self.discount)

    def _begin(self) -> None:
        self.landscape = Landscape(len(self.space.names), self.tuples)
        self.current = draw_combination(self.space, self.chance)

    def _best_neighbour(self, combination: Combination) -> Combination:
        space, chance, value_of, c = self.space, self.chance, self.landscape.value, self.exploration
        best, highest = combination, float("-inf")
        # Neighbours come in random order, so the first of equals is any of them.
        for _ in range(self.neighbours):
            neighbour = mutate_combination(space, combination, chance)
            value = value_of(space.effective(neighbour), c)
            if value > highest:
                best, highest = neighbour, value
        return best
