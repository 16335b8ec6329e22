"""The leaderboard against numbers worked out by hand."""

from __future__ import annotations

import json
import math

import pytest

from babalab.agents import Verdict
from babalab.arena import leaderboard
from babalab.base.budget import Budget
from support.arena import record


def test_averages_and_rates() -> None:
    (row,) = leaderboard(
        [
            record("a", "1", solution="rrrr", seconds=1, iterations=10, steps=50),
            record("a", "2", solution="rrrrrr", seconds=2, iterations=20, steps=100),
            record("a", "3", seconds=6, iterations=90, steps=450),
            record("a", "4", seconds=3, iterations=0, steps=0, verdict=Verdict.FAILED, error="x"),
        ]
    )
    assert (row.rank, row.agent, row.levels, row.seeds, row.attempts) == (1, "a", 4, 1, 4)
    assert (row.solved, row.solved_levels, row.failed, row.win_rate) == (2, 2, 1, 0.5)
    assert (row.avg_seconds, row.avg_iterations, row.avg_engine_steps) == (3, 30, 150)
    assert (row.avg_seconds_solved, row.avg_iterations_solved) == (1.5, 15)
    assert row.avg_engine_steps_solved == 75
    assert (row.avg_length, row.avg_length_all) == (5, 2.5)
    assert row.score == pytest.approx(1 / (3 * 5))
    # Wilson for 2 of 4, from Brown, Cai and DasGupta's formula by hand.
    assert (row.win_rate_low, row.win_rate_high) == pytest.approx((0.15004, 0.84996), abs=1e-5)
    assert json.loads(json.dumps(row.as_json()))["win_rate"] == 0.5


def test_several_seeds() -> None:
    solved = {0: (1, 1, 1, 0), 1: (1, 1, 0, 0), 2: (1, 0, 0, 0)}
    (row,) = leaderboard(
        [
            record("a", str(level), seed=seed, solution="r" if success else None)
            for seed, successes in solved.items()
            for level, success in enumerate(successes)
        ]
    )
    assert (row.levels, row.seeds, row.attempts, row.solved, row.solved_levels) == (4, 3, 12, 6, 3)
    # Rates 3/4, 2/4, 1/4: mean 1/2, deviation 1/4, t(2) = 4.3027.
    half = 4.3027 * 0.25 / math.sqrt(3)
    assert (row.win_rate_low, row.win_rate_high) == pytest.approx((max(0, 0.5 - half), 1))


def test_the_order_is_the_competitions() -> None:
    rows = [
        *(record("slow", level, solution="rr", seconds=9) for level in "12"),
        *(record("long", level, solution="rrrrr" * 10, seconds=1) for level in "12"),
        *(record("best", level, solution="rrr", seconds=1) for level in "12"),
        record("weak", "1", solution="r", seconds=0.1),
        record("weak", "2", seconds=0.1),
        *(record("hopeless", level, seconds=0.1) for level in "12"),
        *(record("as hopeless", level, seconds=5) for level in "12"),
    ]
    ranked = [(row.rank, row.agent) for row in leaderboard(rows)]
    assert ranked == [
        (1, "best"),
        (2, "slow"),
        (3, "long"),
        (4, "weak"),
        (5, "as hopeless"),
        (5, "hopeless"),
    ]


def test_classes() -> None:
    rows = [
        record("a", "easy", solution="r" * 30, level_solution="r" * 5),  # on record: class 1
        record("b", "easy", solution=None, level_solution="r" * 5),
        record("a", "found", solution="r" * 25),
        record("b", "found", solution="r" * 12),  # shortest found: class 3
        record("a", "never"),
        record("b", "never"),
    ]
    a, b = sorted(leaderboard(rows), key=lambda row: row.agent)
    assert [(each.length_class, each.levels, each.win_rate) for each in a.classes] == [
        (1, 1, 1),
        (3, 1, 1),
        (None, 1, 0),
    ]
    assert [(each.length_class, each.win_rate) for each in b.classes] == [(1, 0), (3, 1), (None, 0)]


def test_budgets_are_kept_apart() -> None:
    rows = [
        record("a", "1", solution="r", budget=Budget(10, 10_000)),
        record("a", "1", budget=Budget(None, 10_000)),
        record("a", "2", budget=Budget(None, 10_000)),
    ]
    assert [(row.levels, row.win_rate) for row in leaderboard(rows)] == [(1, 1), (2, 0)]


def test_nothing() -> None:
    assert leaderboard([]) == []
