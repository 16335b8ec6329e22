"""The n-tuple model of a fitness landscape: bandits for single values and for some together.

Lucas, Liu, Pérez-Liébana, "The N-Tuple Bandit Evolutionary Algorithm for Game Agent Optimisation"
(2018), which paper C uses with 1-tuples and the tuple of all parameters.
"""

from __future__ import annotations

import itertools
import math
from collections.abc import Collection

from babalab.planning.tuners.space import Effective
from babalab.planning.tuners.statistics import FORGOTTEN

EPSILON = 0.5
"""Added to all visits, so that the bonus of a tuple never seen is large but not infinite."""
REMEMBERED = 4096
"""The number of combinations whose tuples are cached."""


class Landscape:
    """A model of the worth of combinations, made of the worth of their parts.

    For each set of parameters of one of the sizes there is a bandit. Its arms are the tuples of
    values that these parameters had, without tuples with a value that makes no difference. The set
    of all parameters always has one.
    """

    def __init__(self, parameters: int, sizes: Collection[int] = (1,)) -> None:
        self._bandits = [
            _Bandit(chosen)
            for size in sorted({*sizes} - {parameters})
            for chosen in itertools.combinations(range(parameters), size)
        ]
        self._whole = _Bandit(range(parameters))
        self._remembered: dict[Effective, list[_Arm]] = {}

    def add(self, combination: Effective, payoff: float) -> None:
        """Count one use of a combination."""
        for arm in self._arms_of(combination):
            arm.visits += 1.0
            arm.total += payoff
            arm.bandit.add(1.0, payoff)

    def fade(self, factor: float) -> None:
        """Multiply the weight of everything so far by `factor`."""
        for bandit in (*self._bandits, self._whole):
            bandit.fade(factor)

    def mean(self, combination: Effective) -> float:
        """Return the average of the mean payoffs of those of its tuples that were seen.

        If none was, the mean of all payoffs; 0 before there were any.
        """
        return self.value(combination, 0.0)

    def bonus(self, combination: Effective) -> float:
        """Return the average over all its tuples of sqrt(ln(1 + N) / (n + 0.5)).

        n is the number of visits of the tuple, N that of all tuples of its bandit.
        """
        return self.value(combination, 1.0) - self.value(combination, 0.0)

    def value(self, combination: Effective, c: float) -> float:
        """Return the average UCB value of its tuples: mean + C bonus."""
        arms = self._arms_of(combination)
        means = bonuses = 0.0
        seen = 0
        for arm in arms:
            visits = arm.visits
            if visits:
                means += arm.total / visits
                seen += 1
            bonuses += math.sqrt(arm.bandit.logarithm / (visits + EPSILON))
        return (means / seen if seen else self._whole.mean) + c * bonuses / len(arms)

    def _arms_of(self, combination: Effective) -> list[_Arm]:
        known = self._remembered.get(combination)
        if known is not None:
            return known
        arms = [
            bandit.arm(part)
            for bandit in self._bandits
            if None not in (part := bandit.part(combination))
        ]
        arms.append(self._whole.arm(combination))
        if len(self._remembered) >= REMEMBERED:
            self._remembered.clear()
        self._remembered[combination] = arms
        return arms


class _Arm:
    """A tuple of values: how often it was seen, and the sum of its payoffs."""

    __slots__ = ("bandit", "total", "visits")

    def __init__(self, bandit: _Bandit) -> None:
        self.bandit = bandit
        self.visits = 0.0
        self.total = 0.0


class _Bandit:
    """The tuples of values that some parameters had."""

    def __init__(self, parameters: Collection[int]) -> None:
        self.parameters = parameters
        self.arms: dict[Effective, _Arm] = {}
        self.trials = 0.0
        self.total = 0.0
        self.logarithm = 0.0

    @property
    def mean(self) -> float:
        return self.total / self.trials if self.trials else 0.0

    def part(self, combination: Effective) -> Effective:
        return tuple([combination[parameter] for parameter in self.parameters])

    def arm(self, part: Effective) -> _Arm:
        if part not in self.arms:
            self.arms[part] = _Arm(self)
        return self.arms[part]

    def add(self, trials: float, payoff: float) -> None:
        self.trials += trials
        self.total += payoff
        self.logarithm = math.log(1.0 + self.trials)

    def fade(self, factor: float) -> None:
        for arm in self.arms.values():
            kept = factor if arm.visits * factor >= FORGOTTEN else 0.0
            arm.visits *= kept
            arm.total *= kept
        self.trials = self.total = 0.0
        arms = self.arms.values()
        self.add(sum(arm.visits for arm in arms), sum(arm.total for arm in arms))
