"""Random choice: the baseline for all tuners."""

from __future__ import annotations

from babalab.planning.tuners.space import Combination
from babalab.planning.tuners.tuner import Tuner


class RandomTuner(Tuner):
    """Paper C, §III-C 5: any of the distinct combinations, all equally likely."""

    name = "random"

    def propose(self) -> Combination:
        """See the class."""
        arms = self.space.arms
        return arms[int(self.chance.random() * len(arms))]
