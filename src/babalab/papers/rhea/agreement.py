"""Compare win rates with those that the authors of paper C published, game by game."""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Final

from babalab.base.statistics import Rate, adjust_by_holm, fisher_test, mean_rate
from babalab.papers.rhea.published_wins import find_published_rate

LEVEL: Final = 0.05
"""Below this corrected probability a difference is taken for real."""


@dataclass(frozen=True, slots=True)
class GameTest:
    """Our rate and theirs in one game."""

    ours: Rate
    theirs: Rate
    probability: float
    """Of a difference as large by chance, by Fisher's exact test."""
    corrected: float
    """The same, corrected for the number of games by Holm's method."""

    @property
    def differs(self) -> bool:
        """Return whether chance does not explain the difference."""
        return self.corrected < LEVEL

    def as_json(self) -> dict[str, Any]:
        """Return everything, in types JSON knows."""
        return {
            "published": self.theirs.as_json(),
            "probability": self.probability,
            "corrected": self.corrected,
            "differs": self.differs,
        }


@dataclass(frozen=True, slots=True)
class Agreement:
    """A line of Table II and the same line of the authors' data, in the games that both have."""

    games: Mapping[str, GameTest]
    difference: float
    """Of the means over these games."""
    error: float
    """The standard error of that difference over the runs of both."""

    @property
    def differing(self) -> list[str]:
        """Return the games whose rates differ."""
        return [game for game, test in self.games.items() if test.differs]

    def as_json(self) -> dict[str, Any]:
        """Return everything, in types JSON knows."""
        return {
            "difference": self.difference,
            "error": self.error,
            "games": {game: test.as_json() for game, test in self.games.items()},
        }


def compare_with_published(
    tuner: str, configuration: object, rates: Mapping[str, Rate]
) -> Agreement | None:
    """Compare the rates of a tuner with the published ones; None if none of them are."""
    theirs = {game: find_published_rate(game, tuner, configuration) for game in rates}
    both = {game: (rates[game], rate) for game, rate in theirs.items() if rate is not None}
    if not both:
        return None
    probabilities = [fisher_test(ours, other) for ours, other in both.values()]
    tests = {
        game: GameTest(*pair, probability, corrected)
        for (game, pair), probability, corrected in zip(
            both.items(), probabilities, adjust_by_holm(probabilities), strict=True
        )
    }
    mine = mean_rate([ours for ours, _ in both.values()])
    published = mean_rate([other for _, other in both.values()])
    error = math.hypot(mine.over_runs, published.over_runs)
    return Agreement(tests, mine.rate - published.rate, error)
