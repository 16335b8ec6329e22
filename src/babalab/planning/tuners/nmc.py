"""NMC, naïve Monte Carlo: a bandit per parameter explores, and a global one exploits."""

from __future__ import annotations

from dataclasses import dataclass

from babalab.planning.tuners.space import Combination
from babalab.planning.tuners.tuner import BanditTuner
from babalab.planning.tuners.ucb1 import choose_arm, choose_value

EPSILON = 0.75
"""The share of proposals that explore: e0 of paper C."""
TOLERANCE = 0.01
"""Values this near to the best UCB1 value are as good. Local bandits all get the same payoffs: if
each took its very best, those with equally many values would move in step, and values that were
first tried together would be tried together for ever."""


@dataclass(eq=False, kw_only=True)
class NaiveMonteCarlo(BanditTuner):
    """Paper C, §III-C 2, which assumes that a combination is worth the sum of its values.

    With probability e0 = 0.75 it explores: the value of each parameter is chosen by itself, by a
    local bandit (UCB1, C_L = 0.7). Else it exploits: a global bandit (UCB1, C_G = 0.7) chooses
    among the combinations that exploration has met so far.
    """

    name = "nmc"

    epsilon: float = EPSILON

    def propose(self) -> Combination:
        """See the class."""
        explores = self.chance.random() < self.epsilon
        return self._explore() if explores or not self.statistics.trials else self._exploit()

    def _explore(self) -> Combination:
        return tuple(
            choose_value(visits, totals, self.exploration, self.chance, TOLERANCE)
            for visits, totals in self.statistics.value_bandits()
        )

    def _exploit(self) -> Combination:
        known = self.statistics
        met = known.visits.nonzero()[0]
        arm = choose_arm(
            known.visits[met], known.totals[met], known.trials, self.exploration, self.chance
        )
        return self.space.arms[met[arm]]
