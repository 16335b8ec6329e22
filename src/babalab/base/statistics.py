"""Statistics for tables of results: means, rates, intervals, standard errors, tests."""

from __future__ import annotations

import itertools
import math
import operator
import random
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from statistics import NormalDist
from typing import Any, NamedTuple

_T_QUANTILES = (
    12.7062, 4.3027, 3.1824, 2.7764, 2.5706, 2.4469, 2.3646, 2.3060, 2.2622, 2.2281,
    2.2010, 2.1788, 2.1604, 2.1448, 2.1314, 2.1199, 2.1098, 2.1009, 2.0930, 2.0860,
    2.0796, 2.0739, 2.0687, 2.0639, 2.0595, 2.0555, 2.0518, 2.0484, 2.0452, 2.0423,
)  # fmt: skip
"""Quantiles of Student's t at 97.5 %, for 1 to 30 degrees of freedom."""
_Z = 1.959964
"""The quantile of the normal distribution at 97.5 %."""
_FLIPS = 1 << 16
"""The most ways to choose signs that a test goes through."""

Interval = tuple[float, float]


def mean(values: Iterable[float]) -> float:
    """Return the mean of numbers, and 0 without any, as tables show it."""
    return mean_or_none(values) or 0.0


def mean_or_none(values: Iterable[float]) -> float | None:
    """Return the mean of numbers, and None without any."""
    numbers = list(values)
    return math.fsum(numbers) / len(numbers) if numbers else None


def t_quantile(freedom: int) -> float:
    """Return the 97.5 % quantile of Student's t: from the table, beyond it by its expansion."""
    if freedom <= len(_T_QUANTILES):
        return _T_QUANTILES[freedom - 1]
    z = _Z
    first = (z**3 + z) / (4 * freedom)
    second = (5 * z**5 + 16 * z**3 + 3 * z) / (96 * freedom**2)
    return z + first + second


def mean_interval(values: Sequence[float]) -> Interval:
    """Return Student's 95 % interval for the mean of at least two numbers."""
    sample = Sample.of(values)
    half = t_quantile(sample.size - 1) * sample.error
    return sample.mean - half, sample.mean + half


def student_interval(rates: Sequence[float]) -> Interval:
    """Return the 95 % interval for the mean of at least two rates, kept within 0 and 1."""
    low, high = mean_interval(rates)
    return max(0.0, low), min(1.0, high)


def wilson_interval(successes: int, trials: int, level: float = 0.95) -> Interval:
    """Return the interval for the success rate, given at least one trial."""
    z = NormalDist().inv_cdf((1 + level) / 2)
    rate = successes / trials
    spread = z * math.sqrt(rate * (1 - rate) / trials + z**2 / (4 * trials**2))
    centre = rate + z**2 / (2 * trials)
    scale = 1 + z**2 / trials
    low, high = (centre - spread) / scale, (centre + spread) / scale
    # By rounding, an end may miss a rate of 0 or 1, or lie beyond it.
    return max(0.0, min(rate, low)), min(1.0, max(rate, high))


def sign_test(wins: int, losses: int) -> float:
    """Return the probability of so uneven a split if both are equally good, two-sided and exact.

    With wins and losses as the levels that only one of two agents solved, this is McNemar's test.

    >>> sign_test(9, 1)
    0.021484375
    """
    count = wins + losses
    ways, tail = 1, 0
    for fewer in range(min(wins, losses) + 1):
        tail += ways
        ways = ways * (count - fewer) // (fewer + 1)
    return min(1.0, 2 * tail / (1 << count))


def sign_flip_test(differences: Sequence[float]) -> float:
    """Return the probability of a mean so far from 0 if the sign of each difference is chance.

    A paired permutation test, two-sided; exact up to 16 pairs, from then on by 65,536 drawings.

    >>> sign_flip_test([1.0, 2.0, 3.0, 4.0])
    0.125
    """
    count = len(differences)
    if 1 << count <= _FLIPS:
        signs: Iterable[Sequence[int]] = itertools.product((1, -1), repeat=count)
    else:
        chance = random.Random(0)
        signs = (chance.choices((1, -1), k=count) for _ in range(_FLIPS))
    seen = abs(math.fsum(differences)) - 1e-12
    far = [abs(math.fsum(map(operator.mul, each, differences))) >= seen for each in signs]
    return sum(far) / len(far)


class Sample(NamedTuple):
    """The mean and the standard deviation of a sample of at least one number."""

    mean: float
    deviation: float
    """The standard deviation, 0 of one number."""
    size: int

    @classmethod
    def of(cls, values: Sequence[float]) -> Sample:
        """Return the sample of these numbers."""
        centre = mean(values)
        squares = math.fsum((value - centre) ** 2 for value in values)
        count = len(values)
        return cls(centre, math.sqrt(squares / (count - 1)) if count > 1 else 0.0, count)

    @property
    def error(self) -> float:
        """Return the standard error of the mean, which is infinite for one number."""
        return self.deviation / math.sqrt(self.size) if self.size > 1 else math.inf


@dataclass(frozen=True, slots=True)
class Rate:
    """The number of wins in at least one play."""

    wins: int
    plays: int

    @property
    def rate(self) -> float:
        """Return the share of plays won."""
        return self.wins / self.plays

    @property
    def error(self) -> float:
        """Return the standard error of the rate, the plays being independent."""
        return math.sqrt(self.rate * (1 - self.rate) / self.plays)

    @property
    def interval(self) -> Interval:
        """Return Wilson's interval of 95 %."""
        return wilson_interval(self.wins, self.plays)

    def as_json(self) -> dict[str, Any]:
        """Return everything, in types JSON knows."""
        return {
            "wins": self.wins, "plays": self.plays, "rate": self.rate, "error": self.error,
            "interval": list(self.interval),
        }  # fmt: skip


def difference_interval(first: Rate, second: Rate, level: float = 0.95) -> Interval:
    """Return the interval for the difference of two rates.

    Newcombe's method: it puts Wilson's intervals of the two together.

    >>> [round(each, 4) for each in difference_interval(Rate(56, 70), Rate(48, 80))]
    [0.0524, 0.3339]
    """
    low, high = wilson_interval(first.wins, first.plays, level)
    other_low, other_high = wilson_interval(second.wins, second.plays, level)
    difference = first.rate - second.rate
    below = math.hypot(first.rate - low, other_high - second.rate)
    above = math.hypot(high - first.rate, second.rate - other_low)
    return difference - below, difference + above


@dataclass(frozen=True, slots=True)
class MeanRate:
    """The mean of the rates of several games."""

    rate: float
    over_games: float | None
    """The standard error of the mean over games, as in paper C: the effect of choosing other games
    of the kind. None with one game."""
    over_runs: float
    """The standard error over other runs of the same games."""


def mean_rate(rates: Sequence[Rate]) -> MeanRate:
    """Return the mean of at least one rate."""
    games = Sample.of([each.rate for each in rates])
    return MeanRate(
        games.mean,
        games.error if games.size > 1 else None,
        math.sqrt(math.fsum(each.error**2 for each in rates)) / games.size,
    )


def fisher_test(first: Rate, second: Rate) -> float:
    """Return the probability of rates so different if both are the same: Fisher's, two-sided.

    >>> round(fisher_test(Rate(8, 10), Rate(1, 6)), 4)
    0.035
    """
    plays, wins = first.plays + second.plays, first.wins + second.wins
    fewest, most = max(0, wins - second.plays), min(wins, first.plays)
    ways = {
        here: math.comb(first.plays, here) * math.comb(second.plays, wins - here)
        for here in range(fewest, most + 1)
    }
    limit = ways[first.wins]
    return sum(each for each in ways.values() if each <= limit) / math.comb(plays, wins)


def adjust_by_holm(probabilities: Sequence[float]) -> list[float]:
    """Return the probabilities of several tests corrected for their number, by Holm's method.

    >>> adjust_by_holm([0.01, 0.04, 0.03])
    [0.03, 0.06, 0.06]
    """
    adjusted = [0.0] * len(probabilities)
    highest = 0.0
    for place, test in enumerate(sorted(range(len(probabilities)), key=probabilities.__getitem__)):
        highest = max(highest, min(1.0, (len(probabilities) - place) * probabilities[test]))
        adjusted[test] = highest
    return adjusted
