"""The base classes of on-line tuners, which propose settings and learn from their payoffs."""

from __future__ import annotations

import random
from abc import ABC, abstractmethod
from dataclasses import KW_ONLY, dataclass
from typing import ClassVar

from babalab.planning.tuners.space import Combination, Space
from babalab.planning.tuners.statistics import Statistics
from babalab.planning.tuners.ucb1 import EXPLORATION


@dataclass(eq=False)
class Tuner(ABC):
    """Base of all tuners. A subclass has a `name`, proposes combinations, and may learn.

    Every tuner keeps statistics, even if it does not use them, so that all can be inspected.
    """

    name: ClassVar[str]

    space: Space
    chance: random.Random
    _: KW_ONLY
    discount: float = 1.0

    def __post_init__(self) -> None:
        if not 0.0 <= self.discount <= 1.0:
            raise ValueError(
                f"discount={self.discount}: it must be from 0 (forget all) to 1 (keep all)"
            )
        self.statistics = Statistics(self.space)

    @abstractmethod
    def propose(self) -> Combination:
        """Return the combination to use next."""

    def reward(self, combination: Combination, payoff: float) -> None:
        """Record the payoff of a combination that was used; more is better."""
        self.statistics.add(combination, payoff)

    def tick(self) -> None:
        """Record the end of a move: multiply the weight of everything learned by `discount`."""
        if self.discount < 1.0:
            self.statistics.fade(self.discount)


@dataclass(eq=False, kw_only=True)
class BanditTuner(Tuner):
    """Base of the tuners that are made of bandits."""

    exploration: float = EXPLORATION
