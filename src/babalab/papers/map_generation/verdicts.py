"""Verdicts on statements about figures, by intervals.

A statement is made of comparisons. Each claims that a quantity lies in a range. It is the *same*
with us if the whole interval of our estimate lies in that range, *different* if none of it does,
and *open* otherwise: more runs would tell.

Intervals are as wide as their number demands: all comparisons that are judged together hold with
95 % (Bonferroni's correction), so that a wrong verdict among them is a matter of 5 %.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from enum import StrEnum
from typing import NamedTuple

from babalab.base.bootstrap import Groups, bootstrap_difference, bootstrap_interval
from babalab.base.statistics import (
    Interval,
    Rate,
    difference_interval,
    mean,
    wilson_interval,
)

ERROR = 0.05
"""The probability of a wrong verdict among all that are given together."""


class ClaimVerdict(StrEnum):
    """The verdicts on a statement."""

    SAME = "same"
    DIFFERENT = "different"
    OPEN = "open"
    NOT_RUN = "not run"


class Unit(NamedTuple):
    """How a quantity is written."""

    scale: float
    digits: int
    name: str

    def format(self, value: float) -> str:
        """Return a number without its unit."""
        return f"{self.scale * value:,.{self.digits}f}"


PERCENT = Unit(100, 0, " %")
POINTS = Unit(100, 0, " points")
NODES = Unit(1, 1, "")


class ClaimPart(NamedTuple):
    """One of the comparisons that a statement is made of, judged."""

    verdict: ClaimVerdict
    words: str
    """Our figures."""
    estimate: float
    interval: Interval
    margin: float
    """How far inside the claimed range the interval ends; negative if it reaches beyond."""


class Comparison(NamedTuple):
    """A quantity of ours and the range that the paper claims for it."""

    words: str
    estimate: float
    make_interval: Callable[[float], Interval]
    """Returns the interval of the estimate for a level such as 0.95."""
    low: float
    high: float
    """The ends of the claimed range, which do not belong to it."""
    unit: Unit

    def judge(self, level: float) -> ClaimPart:
        """Judge the comparison by an interval of this level."""
        low, high = interval = self.make_interval(level)
        if self.low < low and high < self.high:
            verdict = ClaimVerdict.SAME
        elif high < self.low or self.high < low:
            verdict = ClaimVerdict.DIFFERENT
        else:
            verdict = ClaimVerdict.OPEN
        estimate, *ends = (self.unit.format(each) for each in (self.estimate, low, high))
        words = f"{self.words} {estimate}{self.unit.name} ({ends[0]} to {ends[1]})"
        margin = min(low - self.low, self.high - high)
        return ClaimPart(verdict, words, self.estimate, interval, margin)


def correct_level(comparisons: int) -> float:
    """Return the level of each of so many intervals, so that all hold with 95 %.

    >>> [round(correct_level(count), 4) for count in (1, 10)]
    [0.95, 0.995]
    """
    return 1 - ERROR / max(1, comparisons)


def combine_verdicts(parts: Sequence[ClaimPart]) -> ClaimVerdict:
    """Return the verdict of all parts: one that is different decides, then one that is open."""
    if not parts:
        return ClaimVerdict.NOT_RUN
    found = {part.verdict for part in parts}
    return next(
        each
        for each in (ClaimVerdict.DIFFERENT, ClaimVerdict.OPEN, ClaimVerdict.SAME)
        if each in found
    )


def claim_at_most(label: str, rate: Rate, limit: float) -> Comparison:
    """Compare a rate with `limit`, which it should be below."""
    return Comparison(
        label,
        rate.rate,
        lambda level: wilson_interval(rate.wins, rate.plays, level),
        -math.inf,
        limit,
        PERCENT,
    )


def claim_alike(label: str, first: Rate, second: Rate, margin: float) -> Comparison:
    """Compare two rates that should be no further apart than a margin."""
    return _compare_rates(label, first, second, -margin, margin)


def claim_higher(label: str, first: Rate, second: Rate) -> Comparison:
    """Compare two rates, of which the first should be the higher one."""
    return _compare_rates(label, first, second, 0.0, math.inf)


def claim_less(label: str, first: Groups, second: Groups, unit: Unit) -> Comparison:
    """Compare two means, of which the first should be the lower one."""
    ours = [mean(map(mean, groups)) for groups in (first, second)]
    return Comparison(
        f"{label} {' and '.join(f'{unit.format(each)}{unit.name}' for each in ours)}:",
        ours[0] - ours[1],
        lambda level: bootstrap_difference(first, second, level),
        -math.inf,
        0.0,
        POINTS if unit is PERCENT else unit,
    )


def claim_at_least(label: str, values: Sequence[float], limit: float) -> Comparison:
    """Compare a mean of shares with `limit`, which it should be above."""
    return Comparison(
        label,
        mean(values),
        lambda level: bootstrap_interval([values], level),
        limit,
        math.inf,
        PERCENT,
    )


def _compare_rates(label: str, first: Rate, second: Rate, low: float, high: float) -> Comparison:
    rates = " and ".join(f"{PERCENT.format(each.rate)} %" for each in (first, second))
    return Comparison(
        f"{label} {rates}:",
        first.rate - second.rate,
        lambda level: difference_interval(first, second, level),
        low,
        high,
        POINTS,
    )
