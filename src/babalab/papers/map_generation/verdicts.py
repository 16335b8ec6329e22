"""Tests of statements about figures.

A statement *agrees* if our figures are as it says. If they are not, it *differs* where chance does
not explain that (beyond 95 % intervals), and is *open* where it may.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from enum import StrEnum
from typing import NamedTuple

from babalab.base.statistics import Rate, Sample, difference_interval

ERRORS = 2.0
"""Standard errors that a difference of means may have by chance."""
ROUNDING = 1e-9
"""So that 65 % and 50 % are 15 points apart."""


class ClaimVerdict(StrEnum):
    """The verdicts on a statement."""

    AGREES = "agrees"
    DIFFERS = "differs"
    OPEN = "open"
    NOT_RUN = "not run"


class ClaimPart(NamedTuple):
    """One of the comparisons that a statement is made of."""

    verdict: ClaimVerdict
    words: str
    """Our figures."""


def combine_verdicts(parts: Sequence[ClaimPart]) -> ClaimVerdict:
    """Return the verdict of all parts together: one that differs decides, then one that is open."""
    if not parts:
        return ClaimVerdict.NOT_RUN
    found = {part.verdict for part in parts}
    return next(
        each
        for each in (ClaimVerdict.DIFFERS, ClaimVerdict.OPEN, ClaimVerdict.AGREES)
        if each in found
    )


def check_at_most(label: str, rate: Rate, limit: float) -> ClaimPart:
    """Test that a rate is at most `limit`."""
    low, _ = rate.interval
    return ClaimPart(_judge(rate.rate <= limit, low > limit), f"{label} {format_percent(rate)}")


def check_alike(label: str, first: Rate, second: Rate, margin: float) -> ClaimPart:
    """Test that two rates are no further apart than a margin."""
    low, high = difference_interval(first, second)
    within = abs(first.rate - second.rate) <= margin + ROUNDING
    words = f"{label} {format_percent(first)} and {format_percent(second)}"
    return ClaimPart(_judge(within, low > margin or high < -margin), words)


def check_higher(label: str, first: Rate, second: Rate) -> ClaimPart:
    """Test that the first rate is the higher one."""
    _, high = difference_interval(first, second)
    words = f"{label} {format_percent(first)}, {format_percent(second)}"
    return ClaimPart(_judge(first.rate > second.rate, high < 0), words)


def check_less(label: str, first: Sample, second: Sample) -> ClaimPart:
    """Test that the first mean is the lower one."""
    beyond = first.mean - second.mean > ERRORS * math.hypot(first.error, second.error)
    words = f"{label} {first.mean:.3g}, {second.mean:.3g}"
    return ClaimPart(_judge(first.mean < second.mean, beyond and first.mean > second.mean), words)


def check_at_least(label: str, value: Sample, limit: float) -> ClaimPart:
    """Test that a mean of shares is at least `limit`."""
    beyond = value.mean + ERRORS * value.error < limit
    return ClaimPart(_judge(value.mean >= limit, beyond), f"{label} {100 * value.mean:.0f} %")


def format_percent(rate: Rate) -> str:
    """Return a rate for people."""
    return f"{100 * rate.rate:.0f} %"


def _judge(as_said: bool, beyond_chance: bool) -> ClaimVerdict:
    if as_said:
        return ClaimVerdict.AGREES
    return ClaimVerdict.DIFFERS if beyond_chance else ClaimVerdict.OPEN
