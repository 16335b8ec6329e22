"""The order of the rewards in Table XIII, and whether it is more than chance.

The trainings of one seed begin with the same weights and differ in the reward alone, so rates are
compared seed by seed.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations, pairwise
from typing import Any

from babalab.base.statistics import (
    Interval,
    Rate,
    difference_interval,
    mean,
    mean_interval,
    sign_flip_test,
)
from babalab.papers.baba_solver.published import LEVELS, RANKING, ROWS, TRIES
from babalab.papers.exhibit import Exhibit

LIMIT = 0.05
"""The probability below which a difference is called real."""


@dataclass(frozen=True)
class Comparison:
    """How much better one reward is than another that the paper ranks below it."""

    better: str
    worse: str
    published: float
    published_interval: Interval
    differences: Sequence[float]
    """Ours, seed by seed."""

    @property
    def mean(self) -> float:
        """The mean difference."""
        return mean(self.differences)

    @property
    def interval(self) -> Interval | None:
        """The 95 % interval of the mean; None with one seed."""
        return mean_interval(self.differences) if len(self.differences) > 1 else None

    @property
    def probability(self) -> float:
        """The probability of so great a difference by chance."""
        return sign_flip_test(self.differences)

    @property
    def verdict(self) -> str:
        """What the trainings say about the paper's order of the two, with all pairs corrected."""
        if self.probability * len(PAIRS) > LIMIT:
            return "open"
        return "the same" if self.mean > 0 else "the reverse"

    def as_json(self) -> dict[str, Any]:
        """Return everything in types JSON knows."""
        return {
            "better": self.better,
            "worse": self.worse,
            "published": round(self.published, 6),
            "published_interval": [round(each, 6) for each in self.published_interval],
            "mean": round(self.mean, 6),
            "interval": self.interval and [round(each, 6) for each in self.interval],
            "probability": round(self.probability, 6),
            "verdict": self.verdict,
        }


PAIRS = tuple(combinations(RANKING, 2))
"""The rows to compare, the one with the higher published rate first."""


def compare_rewards(rates: Mapping[str, Sequence[float]]) -> list[Comparison]:
    """Compare the rows of Table XIII, given their rates in the order of the seeds."""
    published = {row.name: Rate(row.won, TRIES * LEVELS) for row in ROWS}
    return [
        Comparison(
            better,
            worse,
            published[better].rate - published[worse].rate,
            difference_interval(published[better], published[worse]),
            [one - other for one, other in zip(rates[better], rates[worse], strict=True)],
        )
        for better, worse in PAIRS
    ]


def count_in_order(rates: Mapping[str, Sequence[float]]) -> int:
    """Return how many seeds rank the rows as the paper does; chance would rank one in six so."""
    by_seed = zip(*(rates[name] for name in RANKING), strict=True)
    return sum(all(one > other for one, other in pairwise(each)) for each in by_seed)


def make_order_exhibit(compared: Mapping[str, Sequence[Comparison]], levels: int) -> Exhibit:
    """Show all comparisons, by preset."""
    return Exhibit(
        title=f"The order of the rewards, on {levels} levels",
        headings=(
            "", "preset", "paper", "paper's 95 %", "ours", "our 95 %", "probability",
            "paper's order",
        ),
        details=("paper's 95 %", "our 95 %", "probability"),
        rows=[
            [
                f"{each.better} less {each.worse}",
                preset,
                _format_points(each.published),
                _format_interval(each.published_interval),
                _format_points(each.mean),
                _format_interval(each.interval),
                f"{each.probability:.3f}",
                each.verdict,
            ]
            for preset, comparisons in compared.items()
            for each in comparisons
        ],
        data={},
        notes=(
            "differences in points of the rate of one episode; ours seed by seed, with the "
            "probability of so great a mean if signs were chance",
            f"paper's order: open unless that is below {LIMIT:g} over the {len(PAIRS)} pairs",
        ),
        text_columns=2,
    )  # fmt: skip


def _format_points(difference: float) -> str:
    return f"{100 * difference:+.1f}"


def _format_interval(interval: Interval | None) -> str:
    return "" if interval is None else " to ".join(map(_format_points, interval))
