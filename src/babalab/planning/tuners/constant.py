"""No tuning: fixed settings as a tuner that always proposes the same."""

from __future__ import annotations

import random

from babalab.planning.tuners.space import Combination, Space
from babalab.planning.tuners.tuner import Tuner


class Constant(Tuner):
    """A tuner that always proposes the same combination and keeps no statistics."""

    name = "constant"

    def __init__(self, space: Space, combination: Combination) -> None:
        super().__init__(space, random.Random(0))
        self.combination = combination

    def propose(self) -> Combination:
        """See the class."""
        return self.combination

    def reward(self, combination: Combination, payoff: float) -> None:
        """See the class."""
