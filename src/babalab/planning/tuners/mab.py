"""MAB: one bandit, whose arms are the combinations."""

from __future__ import annotations

from babalab.planning.tuners.space import Combination
from babalab.planning.tuners.tuner import BanditTuner
from babalab.planning.tuners.ucb1 import choose_arm


class MultiArmedBandit(BanditTuner):
    """Paper C, §III-C 1: UCB1 (Eq. 1) over all combinations, with C = 0.7.

    It learns nothing about single values. Every arm is tried once, in random order, before any is
    tried again.
    """

    name = "mab"

    def propose(self) -> Combination:
        """See the class."""
        known = self.statistics
        if not known.visits.all():
            unused = (known.visits == 0.0).nonzero()[0]
            return self.space.arms[unused[int(self.chance.random() * len(unused))]]
        arm = choose_arm(known.visits, known.totals, known.trials, self.exploration, self.chance)
        return self.space.arms[arm]
