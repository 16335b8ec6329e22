"""Intervals for means by resampling, where no formula fits the distribution."""

from __future__ import annotations

import math
from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from babalab.base.statistics import Interval

DRAWS = 10_000
"""Resamples of an interval: enough for a level of 99.9 %."""
CHUNK = 1_000
"""Resamples made at a time, which bounds the memory they take; it divides `DRAWS`."""
FEWEST = 10
"""Below this many values a resample says too little about the next sample."""

Groups = Sequence[Sequence[float]]
"""The values of one or more groups, whose means count alike."""


def bootstrap_interval(groups: Groups, level: float = 0.95) -> Interval:
    """Return the percentile interval for the mean of groups, infinite if values are few."""
    if not _suffice(groups):
        return -math.inf, math.inf
    return _find_interval(_resample_means(groups, np.random.default_rng(0)), level)


def bootstrap_difference(first: Groups, second: Groups, level: float = 0.95) -> Interval:
    """Return the same for the mean of the first groups minus that of the second."""
    if not (_suffice(first) and _suffice(second)):
        return -math.inf, math.inf
    chance = np.random.default_rng(0)
    return _find_interval(_resample_means(first, chance) - _resample_means(second, chance), level)


def _suffice(groups: Groups) -> bool:
    return all(len(group) >= FEWEST for group in groups)


def _resample_means(groups: Groups, chance: np.random.Generator) -> NDArray[np.float64]:
    """Return the mean of each of many resamples."""
    means = np.zeros(DRAWS)
    for group in groups:
        values = np.array(group, np.float64)
        for first in range(0, DRAWS, CHUNK):
            chosen = chance.integers(len(values), size=(CHUNK, len(values)))
            means[first : first + CHUNK] += values[chosen].mean(axis=1)
    return means / len(groups)


def _find_interval(means: NDArray[np.float64], level: float) -> Interval:
    low, high = np.quantile(means, [(1 - level) / 2, (1 + level) / 2])
    return float(low), float(high)
