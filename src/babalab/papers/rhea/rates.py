"""Compare win rates game by game."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from babalab.base.statistics import Rate, mean


@dataclass(frozen=True, slots=True)
class Differences:
    """The differences of rates from others, game by game."""

    better: tuple[float, ...]
    worse: tuple[float, ...]
    """By how much, in the games where they are."""

    def as_json(self) -> dict[str, Any]:
        """Return the averages, 0 of none as in the paper, and how many games."""
        return {
            "better": mean(self.better),
            "better_games": len(self.better),
            "worse": mean(self.worse),
            "worse_games": len(self.worse),
        }


def compare_rates(ours: Mapping[str, Rate], others: Mapping[str, Rate]) -> Differences:
    """Return by how much ours are better and worse, in the games that both have."""
    both = [ours[game].rate - others[game].rate for game in ours if game in others]
    return Differences(
        tuple(each for each in both if each > 0), tuple(-each for each in both if each < 0)
    )
