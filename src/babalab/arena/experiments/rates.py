"""Win rates, and how sure they are."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from babalab.arena.statistics import mean, wilson_interval


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


@dataclass(frozen=True, slots=True)
class Differences:
    """How rates compare with others, game by game."""

    better: tuple[float, ...]
    worse: tuple[float, ...]
    """By how much, in the games where they are."""

    def as_json(self) -> dict[str, Any]:
        """The averages, 0 of none as in the paper, and how many games."""
        return {
            "better": mean(self.better) or 0.0,
            "better_games": len(self.better),
            "worse": mean(self.worse) or 0.0,
            "worse_games": len(self.worse),
        }


def differences(ours: Mapping[str, Rate], others: Mapping[str, Rate]) -> Differences:
    """By how much ours are better and worse, in the games that both have."""
    both = [ours[game].rate - others[game].rate for game in ours if game in others]
    return Differences(
        tuple(each for each in both if each > 0), tuple(-each for each in both if each < 0)
    )
