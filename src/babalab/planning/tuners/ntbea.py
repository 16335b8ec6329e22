"""NTBEA, the n-tuple bandit evolutionary algorithm: from neighbour to neighbour, by a model."""

from __future__ import annotations

import random
from collections.abc import Collection

from babalab.planning.tuners.landscape import Landscape
from babalab.planning.tuners.mutation import mutated, random_combination
from babalab.planning.tuners.space import Combination, Space
from babalab.planning.tuners.tuner import Tuner
from babalab.planning.tuners.ucb1 import EXPLORATION

NEIGHBOURS = 5
"""How many are looked at before one is used: x of paper C."""


class NTupleBandit(Tuner):
    """Paper C, §III-C 4: x = 5 neighbours, C = 0.7, bandits for single values and for all together.

    It begins anywhere. Every payoff goes into the landscape; then x neighbours of the combination
    just used, each with another value for one parameter, are valued by the landscape, and the one
    with the highest value is used next. It always moves on: not even the best is used twice in a
    row. `tuples` are the sizes of the tuples of which the landscape keeps account.
    """

    name = "ntbea"

    def __init__(
        self,
        space: Space,
        chance: random.Random,
        *,
        discount: float = 1.0,
        exploration: float = EXPLORATION,
        neighbours: int = NEIGHBOURS,
        tuples: Collection[int] = (1,),
    ) -> None:
        super().__init__(space, chance, discount=discount)
        self.exploration = exploration
        self.neighbours = neighbours
        self.tuples = tuple(tuples)
        self.landscape = Landscape(len(space.names), self.tuples)
        self.current = random_combination(space, chance)

    def propose(self) -> Combination:
        """See the class."""
        return self.current

    def reward(self, combination: Combination, payoff: float) -> None:
        """See the class."""
        super().reward(combination, payoff)
        self.landscape.add(self.space.effective(combination), payoff)
        self.current = self._best_neighbour(combination)

    def tick(self) -> None:
        """Begin anew unless there is a memory."""
        super().tick()
        if self.discount == 0.0:
            self.landscape = Landscape(len(self.space.names), self.tuples)
            self.current = random_combination(self.space, self.chance)
        elif self.discount < 1.0:
            self.landscape.fade(self.discount)

    def _best_neighbour(self, combination: Combination) -> Combination:
        space, chance, value_of, c = self.space, self.chance, self.landscape.value, self.exploration
        best, highest = combination, float("-inf")
        # Neighbours come in random order, so the first of equals is any of them.
        for _ in range(self.neighbours):
            neighbour = mutated(space, combination, chance)
            value = value_of(space.effective(neighbour), c)
            if value > highest:
                best, highest = neighbour, value
        return best
