"""Means, intervals, standard errors and tests, against tables, papers and brute force."""

from __future__ import annotations

import itertools
import math
import statistics

import pytest
from hypothesis import given
from hypothesis import strategies as st

from babalab.base.statistics import (
    Rate,
    Sample,
    adjust_by_holm,
    difference_interval,
    fisher_test,
    mean,
    mean_interval,
    mean_or_none,
    mean_rate,
    sign_flip_test,
    sign_test,
    student_interval,
    t_quantile,
    wilson_interval,
)

NUMBERS = st.lists(st.floats(-1e6, 1e6), min_size=1, max_size=20)


@given(NUMBERS)
def test_means(numbers: list[float]) -> None:
    assert mean(numbers) == mean(iter(numbers)) == pytest.approx(statistics.fmean(numbers))
    assert mean_or_none(numbers) == mean(numbers)


def test_the_mean_of_nothing() -> None:
    assert mean([]) == 0.0
    assert mean_or_none([]) is None
    assert mean_or_none([0, 0]) == 0.0


def test_intervals() -> None:
    assert student_interval([0.5, 0.5, 0.5]) == (0.5, 0.5)
    assert student_interval([0.64, 0.66]) == pytest.approx((0.65 - 0.127062, 0.65 + 0.127062))
    assert student_interval([0.0, 0.9]) == (0, 1)
    assert mean_interval([0.0, 0.9]) == pytest.approx((0.45 - 5.71779, 0.45 + 5.71779))
    assert wilson_interval(0, 10) == pytest.approx((0, 0.27753), abs=1e-5)
    assert wilson_interval(10, 10) == pytest.approx((0.72247, 1), abs=1e-5)
    assert wilson_interval(81, 263) == pytest.approx((0.2553, 0.3662), abs=1e-4)  # Newcombe 1998
    for freedom, value in ((1, 12.7062), (30, 2.0423), (40, 2.0211), (120, 1.9799)):
        assert t_quantile(freedom) == pytest.approx(value, abs=2e-4)


def brute_force(wins: int, losses: int) -> float:
    """The share of all ways a fair coin can fall that are at least as uneven."""
    falls = list(itertools.product((0, 1), repeat=wins + losses))
    uneven = abs(wins - losses)
    return sum(abs(2 * sum(fall) - len(fall)) >= uneven for fall in falls) / len(falls)


@pytest.mark.parametrize(("wins", "losses"), [*itertools.product(range(6), repeat=2)])
def test_the_sign_test_against_brute_force(wins: int, losses: int) -> None:
    assert sign_test(wins, losses) == pytest.approx(brute_force(wins, losses))


@pytest.mark.parametrize(("wins", "losses"), [(5, 0), (4, 1), (3, 2), (7, 2)])
def test_flipped_signs_of_equal_differences_are_the_sign_test(wins: int, losses: int) -> None:
    assert sign_flip_test([0.1] * wins + [-0.1] * losses) == pytest.approx(sign_test(wins, losses))


def test_flipped_signs() -> None:
    # Fisher's comparison of Darwin's plants: 863 of the 32,768 sums on one side are as great.
    darwin = [49, -67, 8, 16, 6, 23, 28, 41, 14, 29, 56, 24, 75, 60, -48]
    assert sign_flip_test(darwin) == 2 * 863 / 2**15
    assert sign_flip_test([0.0, 0.0]) == 1
    many = [1.0] * 12 + [-1.0] * 8
    assert sign_flip_test(many) == pytest.approx(sign_test(12, 8), abs=0.01)
    assert sign_flip_test(many) == sign_flip_test(many)


def test_the_sign_test_of_large_counts() -> None:
    assert sign_test(5000, 5000) == 1
    assert sign_test(0, 5000) == 0.0
    assert sign_test(5100, 4900) == pytest.approx(0.0466, abs=1e-4)


@pytest.mark.parametrize(
    ("first", "second", "interval"),
    [
        (Rate(56, 70), Rate(48, 80), (0.0524, 0.3339)),
        (Rate(9, 10), Rate(3, 10), (0.1705, 0.8090)),
        (Rate(6, 7), Rate(2, 7), (0.0582, 0.8062)),
        (Rate(5, 56), Rate(0, 29), (-0.0381, 0.1926)),
        (Rate(0, 10), Rate(0, 20), (-0.1611, 0.2775)),
        (Rate(10, 10), Rate(0, 20), (0.6791, 1.0)),
    ],
)
def test_newcombe(first: Rate, second: Rate, interval: tuple[float, float]) -> None:
    """Newcombe, Interval estimation for the difference, 1998, Table II, method 10."""
    assert difference_interval(first, second) == pytest.approx(interval, abs=6e-5)


@given(st.integers(0, 40), st.integers(0, 40), st.integers(40, 60), st.integers(40, 60))
def test_intervals_of_differences(wins: int, others: int, plays: int, trials: int) -> None:
    """They hold the difference and nothing impossible, and turned round they change signs."""
    first, second = Rate(wins, plays), Rate(others, trials)
    low, high = difference_interval(first, second)
    assert -1 <= low <= first.rate - second.rate <= high <= 1
    assert difference_interval(second, first) == pytest.approx((-high, -low))


def test_samples() -> None:
    assert Sample.of([2, 4, 4, 4, 5, 5, 7, 9]) == pytest.approx((5, 2.138090, 8))
    assert Sample.of([2, 4, 4, 4, 5, 5, 7, 9]).error == pytest.approx(0.755929)
    assert Sample.of([3]) == (3, 0, 1)


@given(NUMBERS)
def test_samples_against_the_standard_library(numbers: list[float]) -> None:
    found = Sample.of(numbers)
    assert found.size == len(numbers)
    assert found.mean == pytest.approx(statistics.fmean(numbers))
    if len(numbers) == 1:
        assert (found.deviation, found.error) == (0.0, math.inf)
    else:
        deviation = statistics.stdev(numbers)
        assert found.deviation == pytest.approx(deviation, abs=1e-6)
        assert found.error == pytest.approx(deviation / math.sqrt(len(numbers)), abs=1e-6)


@given(st.integers(0, 50), st.integers(1, 50))
def test_rates(wins: int, others: int) -> None:
    rate = Rate(wins, wins + others)
    low, high = rate.interval
    assert 0 <= low <= rate.rate <= high <= 1
    assert rate.error == pytest.approx(math.sqrt(rate.rate * (1 - rate.rate) / rate.plays))
    assert rate.as_json() == {
        "wins": wins, "plays": wins + others, "rate": rate.rate, "error": rate.error,
        "interval": [low, high],
    }  # fmt: skip


def test_the_mean_over_games() -> None:
    """Rates 0.25, 0.5 and 1: mean 7/12, variance 7/48; errors 1/8, 1/8 and 0."""
    found = mean_rate([Rate(3, 12), Rate(8, 16), Rate(4, 4)])
    assert found.rate == pytest.approx(7 / 12)
    assert found.over_games == pytest.approx(math.sqrt(7 / 48 / 3))
    assert found.over_runs == pytest.approx(math.sqrt(2 / 64) / 3)
    assert mean_rate([Rate(1, 2)]).over_games is None


@given(st.integers(1, 6), st.integers(1, 6), st.data())
def test_fisher_counts_ways_to_share_the_wins(first: int, second: int, data: st.DataObject) -> None:
    """All ways to choose who won among all plays are equally likely; count those as uneven."""
    wins = data.draw(st.integers(0, first)), data.draw(st.integers(0, second))
    splits = [
        sum(place < first for place in chosen)
        for chosen in itertools.combinations(range(first + second), sum(wins))
    ]
    likely = {split: splits.count(split) for split in splits}
    expected = sum(n for n in likely.values() if n <= likely[wins[0]]) / len(splits)
    assert fisher_test(Rate(wins[0], first), Rate(wins[1], second)) == pytest.approx(expected)


def test_holm_by_hand() -> None:
    """The smallest counts four times, the next three times, and none less than one before it."""
    assert adjust_by_holm([0.02, 0.01, 0.9, 0.015]) == pytest.approx([0.045, 0.04, 0.9, 0.045])
    assert adjust_by_holm([0.5, 0.6]) == [1.0, 1.0]
    assert adjust_by_holm([]) == []
