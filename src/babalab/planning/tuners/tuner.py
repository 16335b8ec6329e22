"""What an on-line tuner is: it proposes settings, and is told what they were worth."""

from __future__ import annotations

import random
from abc import ABC, abstractmethod
from typing import ClassVar

from babalab.planning.tuners.space import Combination, Space
from babalab.planning.tuners.statistics import Statistics


class Tuner(ABC):
    """Base of all tuners. A subclass says its `name`, how it proposes, and what it learns.

    Every tuner keeps the statistics, whether it uses them or not, so that all can be looked into.
    """

    name: ClassVar[str]

    def __init__(self, space: Space, chance: random.Random, *, discount: float = 1.0) -> None:
        if not 0.0 <= discount <= 1.0:
            raise ValueError(f"discount={discount}: it must be from 0 (forget all) to 1 (keep all)")
        self.space = space
        self.chance = chance
        self.discount = discount
        self.statistics = Statistics(space)

    @abstractmethod
    def propose(self) -> Combination:
        """Return the combination to use next."""

    def reward(self, combination: Combination, payoff: float) -> None:
        """Take note of what using a combination was worth: more is better."""
        self.statistics.add(combination, payoff)

    def tick(self) -> None:
        """Take note of a move: what was learned counts for `discount` as much from now on."""
        if self.discount < 1.0:
            self.statistics.fade(self.discount)
