"""MAB: one bandit, whose arms are the combinations."""

from __future__ import annotations

import random

from babalab.planning.tuners.space import Combination, Space
from babalab.planning.tuners.tuner import Tuner
from babalab.planning.tuners.ucb1 import EXPLORATION, choose_arm


class MultiArmedBandit(Tuner):
    """Paper C, §III-C 1: UCB1 (Eq. 1) over all combinations, with C = 0.7.

    That a value may be good in many combinations is nothing to it. Every arm is tried once, in
    random order, before any is tried again.
    """

    name = "mab"

    def __init__(
        self,
        space: Space,
        chance: random.Random,
        *,
        discount: float = 1.0,
        exploration: float = EXPLORATION,
    ) -> None:
        super().__init__(space, chance, discount=discount)
        self.exploration = exploration

    def propose(self) -> Combination:
        """See the class."""
        known = self.statistics
        if not known.visits.all():
            unused = (known.visits == 0.0).nonzero()[0]
            return self.space.arms[unused[int(self.chance.random() * len(unused))]]
        arm = choose_arm(known.visits, known.totals, known.trials, self.exploration, self.chance)
        return self.space.arms[arm]
