"""The statistics of tables of results: means, rates, intervals, standard errors, tests."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

_T_QUANTILES = (
    12.7062, 4.3027, 3.1824, 2.7764, 2.5706, 2.4469, 2.3646, 2.3060, 2.2622, 2.2281,
    2.2010, 2.1788, 2.1604, 2.1448, 2.1314, 2.1199, 2.1098, 2.1009, 2.0930, 2.0860,
    2.0796, 2.0739, 2.0687, 2.0639, 2.0595, 2.0555, 2.0518, 2.0484, 2.0452, 2.0423,
)  # fmt: skip
"""Of Student's t at 97.5 %, for 1 to 30 degrees of freedom."""
_Z = 1.959964
"""Of the normal distribution at 97.5 %."""


def mean(values: Sequence[float]) -> float | None:
    """The average; None of nothing."""
    return math.fsum(values) / len(values) if values else None


def t_quantile(freedom: int) -> float:
    """Of Student's t at 97.5 %: from the table, beyond it by its expansion."""
    if freedom <= len(_T_QUANTILES):
        return _T_QUANTILES[freedom - 1]
    z = _Z
    first = (z**3 + z) / (4 * freedom)
    second = (5 * z**5 + 16 * z**3 + 3 * z) / (96 * freedom**2)
    return z + first + second


def student_interval(rates: Sequence[float]) -> tuple[float, float]:
    """95 % for the mean of at least two rates, kept within 0 and 1."""
    count = len(rates)
    centre = math.fsum(rates) / count
    variance = math.fsum((rate - centre) ** 2 for rate in rates) / (count - 1)
    half = t_quantile(count - 1) * math.sqrt(variance / count)
    return max(0.0, centre - half), min(1.0, centre + half)


def wilson_interval(successes: int, trials: int) -> tuple[float, float]:
    """95 % for the rate behind so many successes in at least one trial."""
    rate = successes / trials
    spread = _Z * math.sqrt(rate * (1 - rate) / trials + _Z**2 / (4 * trials**2))
    centre = rate + _Z**2 / (2 * trials)
    scale = 1 + _Z**2 / trials
    return max(0.0, (centre - spread) / scale), min(1.0, (centre + spread) / scale)


def sign_test(wins: int, losses: int) -> float:
    """How likely so uneven a split is if both are equally good, two-sided and exact.

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


@dataclass(frozen=True, slots=True)
class Rate:
    """So many wins in so many plays, at least one."""

    wins: int
    plays: int

    @property
    def rate(self) -> float:
        """The share of plays won."""
        return self.wins / self.plays

    @property
    def error(self) -> float:
        """Its standard error, the plays being independent."""
        return math.sqrt(self.rate * (1 - self.rate) / self.plays)

    def as_json(self) -> dict[str, Any]:
        """Everything, with Wilson's interval of 95 %."""
        interval = wilson_interval(self.wins, self.plays)
        return {
            "wins": self.wins, "plays": self.plays, "rate": self.rate, "error": self.error,
            "interval": list(interval),
        }  # fmt: skip


@dataclass(frozen=True, slots=True)
class MeanRate:
    """The average of the rates of several games."""

    rate: float
    over_games: float | None
    """The standard error of the mean over games, as in paper C: how much other games of the kind
    would change it. None with one game."""
    over_runs: float
    """The same for other runs of the same games."""


def mean_rate(rates: Sequence[Rate]) -> MeanRate:
    """The average of at least one rate."""
    count = len(rates)
    average = mean([each.rate for each in rates]) or 0.0
    squares = math.fsum((each.rate - average) ** 2 for each in rates)
    return MeanRate(
        average,
        math.sqrt(squares / (count - 1) / count) if count > 1 else None,
        math.sqrt(math.fsum(each.error**2 for each in rates)) / count,
    )
