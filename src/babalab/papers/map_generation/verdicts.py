"""Whether figures bear out what somebody says, decided by tests that can be stated.

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


class Verdict(StrEnum):
    """What is to be said of a statement."""

    AGREES = "agrees"
    DIFFERS = "differs"
    OPEN = "open"
    NOT_RUN = "not run"


class Part(NamedTuple):
    """One of the comparisons that a statement is made of."""

    verdict: Verdict
    words: str
    """Our figures."""


def overall(parts: Sequence[Part]) -> Verdict:
    """Return the verdict of all parts together: one that differs decides, then one that is open."""
    if not parts:
        return Verdict.NOT_RUN
    found = {part.verdict for part in parts}
    return next(each for each in (Verdict.DIFFERS, Verdict.OPEN, Verdict.AGREES) if each in found)


def at_most(label: str, rate: Rate, limit: float) -> Part:
    """Test that a rate is at most so high."""
    low, _ = rate.interval
    return Part(_judged(rate.rate <= limit, low > limit), f"{label} {percent(rate)}")


def alike(label: str, first: Rate, second: Rate, margin: float) -> Part:
    """Test that two rates are no further apart than a margin."""
    low, high = difference_interval(first, second)
    within = abs(first.rate - second.rate) <= margin + ROUNDING
    words = f"{label} {percent(first)} and {percent(second)}"
    return Part(_judged(within, low > margin or high < -margin), words)


def higher(label: str, first: Rate, second: Rate) -> Part:
    """Test that the first rate is the higher one."""
    _, high = difference_interval(first, second)
    words = f"{label} {percent(first)}, {percent(second)}"
    return Part(_judged(first.rate > second.rate, high < 0), words)


def less(label: str, first: Sample, second: Sample) -> Part:
    """Test that the first mean is the lower one."""
    beyond = first.mean - second.mean > ERRORS * math.hypot(first.error, second.error)
    words = f"{label} {first.mean:.3g}, {second.mean:.3g}"
    return Part(_judged(first.mean < second.mean, beyond and first.mean > second.mean), words)


def at_least(label: str, value: Sample, limit: float) -> Part:
    """Test that a mean of shares is at least so high."""
    beyond = value.mean + ERRORS * value.error < limit
    return Part(_judged(value.mean >= limit, beyond), f"{label} {100 * value.mean:.0f} %")


def percent(rate: Rate) -> str:
    """Return a rate for people."""
    return f"{100 * rate.rate:.0f} %"


def _judged(as_said: bool, beyond_chance: bool) -> Verdict:
    if as_said:
        return Verdict.AGREES
    return Verdict.DIFFERS if beyond_chance else Verdict.OPEN
