"""Comparing two agents, against brute force."""

from __future__ import annotations

import json
import random

import pytest

from babalab.arena import ArenaError, compare
from babalab.base.budget import Budget
from babalab.base.statistics import sign_test
from support.arena import record


def test_against_counting_by_hand() -> None:
    draw = random.Random(3)
    rows = [
        record(
            agent,
            str(level),
            seed=seed,
            solution="r" * draw.randint(1, 9) if draw.random() < chance else None,
            iterations=draw.randint(1, 4),
        )
        for agent, chance in (("a", 0.7), ("b", 0.4))
        for level in range(8)
        for seed in range(3)
        if draw.random() < 0.9  # some are missing
    ]
    found = compare(rows, "a", "b")
    attempts = {(row.agent, row.level, row.seed): row for row in rows}
    counts = {"both": 0, "a": 0, "b": 0, "neither": 0, "fewer": 0, "more": 0}
    for level in range(8):
        for seed in range(3):
            a, b = (attempts.get((agent, str(level), seed)) for agent in "ab")
            if a is None or b is None:
                continue
            if a.solution and b.solution:
                counts["both"] += 1
                counts["fewer"] += a.iterations < b.iterations
                counts["more"] += a.iterations > b.iterations
            elif a.solution:
                counts["a"] += 1
            elif b.solution:
                counts["b"] += 1
            else:
                counts["neither"] += 1
    assert (found.both, found.neither) == (counts["both"], counts["neither"])
    assert (found.only_first, found.only_second) == (counts["a"], counts["b"])
    assert found.fewer_iterations_first == counts["fewer"]
    assert found.fewer_iterations_second == counts["more"]
    assert found.p_solved == pytest.approx(sign_test(counts["a"], counts["b"]))
    assert sum(level.first.solved for level in found.levels) == found.both + found.only_first
    assert (found.seeds, json.loads(json.dumps(found.as_json()))["first"]) == (3, "a")


def test_level_by_level() -> None:
    rows = [
        record("a", "1", solution="rrr", iterations=7, level_name="One"),
        record("b", "1", iterations=9),
        record("a", "2", seed=1),
    ]
    (level,) = compare(rows, "a", "b").levels
    assert (level.level, level.name) == ("1", "One")
    assert (level.first.solved, level.first.avg_iterations, level.first.avg_length) == (1, 7, 3)
    assert (level.second.solved, level.second.attempts, level.second.avg_length) == (0, 1, None)


def test_what_can_not_be_compared() -> None:
    rows = [record("a", "1"), record("b", "2"), record("c", "1", budget=Budget(1.0))]
    with pytest.raises(ArenaError, match=r"no fitting results of d; there are some of a, b, c"):
        compare(rows, "a", "d")
    for other in ("b", "c"):
        with pytest.raises(ArenaError, match="have not tried the same level"):
            compare(rows, "a", other)
    both = [record(agent, "1", budget=Budget(seconds)) for agent in "ab" for seconds in (1.0, 2.0)]
    with pytest.raises(ArenaError, match=r"several budgets \(1 s; 2 s\); say which"):
        compare(both, "a", "b")
