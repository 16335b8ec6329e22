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
"""Resamples made at a time, which bounds the memory they take."""
FEWEST = 10
"""Below this many values a resample says too little about the next sample."""

Groups = Sequence[Sequence[float]]
"""The values of one or more groups, whose means count alike."""


def bootstrap_interval(groups: Groups, level: float = 0.95) -> Interval:
    """Return the percentile interval for the mean of groups, without ends if values are few."""
    return _interval(resample_means(groups, np.random.default_rng(0)), level)


def bootstrap_difference(first: Groups, second: Groups, level: float = 0.95) -> Interval:
    """Return the same for the mean of the first groups minus that of the second."""
    chance = np.random.default_rng(0)
    return _interval(resample_means(first, chance) - resample_means(second, chance), level)


def resample_means(groups: Groups, chance: np.random.Generator) -> NDArray[np.float64]:
    """Return the mean of each of many resamples; no numbers if a group has too few values."""
    means = np.zeros(DRAWS)
    for group in groups:
        values = np.array(group, np.float64)
        means += _resample(values, chance) if len(values) >= FEWEST else math.nan
    return means / len(groups)


def _resample(values: NDArray[np.float64], chance: np.random.Generator) -> NDArray[np.float64]:
    means = np.empty(DRAWS)
    for first in range(0, DRAWS, CHUNK):
        part = means[first : first + CHUNK]
        chosen = chance.integers(len(values), size=(len(part), len(values)))
        part[:] = values[chosen].mean(axis=1)
    return means


def _interval(means: NDArray[np.float64], level: float) -> Interval:
    if np.isnan(means).any():
        return -math.inf, math.inf
    low, high = np.quantile(means, [(1 - level) / 2, (1 + level) / 2])
    return float(low), float(high)
