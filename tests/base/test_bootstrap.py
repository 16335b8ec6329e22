"""Bootstrap intervals against theory, and how often they hold what they should."""

from __future__ import annotations

import math

import numpy as np
import pytest

from babalab.base.bootstrap import bootstrap_difference, bootstrap_interval
from babalab.base.statistics import Sample


def test_of_a_large_sample_they_are_the_usual_ones() -> None:
    """For many values the interval is the mean and 1.96 (or 3.29) standard errors."""
    values = np.random.default_rng(1).exponential(2.0, 400).tolist()
    sample = Sample.of(values)
    for level, z in ((0.95, 1.96), (0.999, 3.29)):
        low, high = bootstrap_interval([values], level)
        assert low == pytest.approx(sample.mean - z * sample.error, abs=0.2 * sample.error * z)
        assert high == pytest.approx(sample.mean + z * sample.error, abs=0.2 * sample.error * z)


def test_groups_count_alike() -> None:
    assert bootstrap_interval([[1.0] * 10, [3.0] * 90]) == (2.0, 2.0)
    assert bootstrap_difference([[1.0] * 10, [3.0] * 90], [[0.5] * 20]) == (1.5, 1.5)


def test_differences_change_signs_when_turned_round() -> None:
    chance = np.random.default_rng(2)
    first, second = chance.normal(1, 1, 50).tolist(), chance.normal(0, 2, 70).tolist()
    low, high = bootstrap_difference([first], [second])
    other_low, other_high = bootstrap_difference([second], [first])
    assert (low, high) == pytest.approx((-other_high, -other_low), abs=0.03)
    assert bootstrap_difference([first], [second]) == (low, high)


def test_few_values_decide_nothing() -> None:
    assert bootstrap_interval([[1.0] * 9]) == (-math.inf, math.inf)
    assert bootstrap_difference([[1.0] * 9], [[1.0] * 30]) == (-math.inf, math.inf)


def test_coverage() -> None:
    """Of 100 intervals of 95 %, about 95 hold the true difference: 0.5."""
    chance = np.random.default_rng(3)
    held = 0
    for _ in range(100):
        first = chance.exponential(1.5, 30).tolist()
        second = chance.exponential(1.0, 30).tolist()
        low, high = bootstrap_difference([first], [second])
        held += low <= 0.5 <= high
    assert 87 <= held <= 99
