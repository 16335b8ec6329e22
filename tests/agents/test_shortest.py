"""Shortest solutions by A*: as short as by breadth-first search."""

from __future__ import annotations

import random

import pytest

from babalab import Level, _core
from babalab.agents import Champion, Exhaustive, Shortest, Verdict
from babalab.base.budget import Budget
from babalab.levels import handmade_packs, load_level
from support.small_levels import small_level

SHIPPED = [level for pack in handmade_packs() for level in pack.levels]
MIB = 1 << 20


@pytest.mark.parametrize("level", SHIPPED, ids=lambda level: str(level.id))
def test_the_shipped_solutions_are_shortest(level: Level) -> None:
    """They were found by breadth-first search."""
    result = Shortest().solve(level)
    assert result.shortest
    assert len(result.solution or "") == len(level.solution or "")


def compare(seeds: range, iterations: int) -> dict[Verdict, int]:
    """How many levels are decided as by breadth-first search, with solutions as long."""
    decided = {Verdict.SOLVED: 0, Verdict.UNSOLVABLE: 0}
    for seed in seeds:
        level = Level.parse(small_level(random.Random(seed)))
        truth = Exhaustive(hash="exact").solve(level, Budget(iterations=iterations))
        if truth.verdict not in decided:
            continue
        for first in (0, 2_000):
            result = Shortest(first=first).solve(level)
            assert result.verdict is truth.verdict, level.line
            assert len(result.solution or "") == len(truth.solution or ""), level.line
            assert result.shortest is truth.shortest
        decided[truth.verdict] += 1
    return decided


def test_as_short_as_by_breadth_first_search() -> None:
    assert min(compare(range(2000, 2600), 5_000).values()) > 50


@pytest.mark.long
def test_as_short_on_thousands_of_levels() -> None:
    assert min(compare(range(20_000, 30_000), 30_000).values()) > 1_000


def test_only_solutions_of_so_many_moves() -> None:
    level = load_level("mastery/three-voices")
    for most, outcome in ((71, _core.EXHAUSTED), (72, _core.SOLVED), (500, _core.SOLVED)):
        search = _core.AStar(level.core, level.start().row, most)
        assert search.advance(10**9, 10**9, 60.0, 1 << 40) == outcome
        if outcome == _core.SOLVED:
            assert len(search.solution()) == 72


def test_the_limit_can_be_tightened_on_the_way() -> None:
    level = load_level("mastery/three-voices")
    search = _core.AStar(level.core, level.start().row, 500)
    assert search.advance(1_000, 10**9, 60.0, 1 << 40) == _core.UNFINISHED
    search.tighten(71)
    search.tighten(300)  # no way back
    assert search.advance(10**9, 10**9, 60.0, 1 << 40) == _core.EXHAUSTED


def test_out_of_budget_the_best_solution_so_far_counts() -> None:
    level = load_level("mastery/park-the-twin")
    enough = Champion(shorten=0).solve(level).iterations + 500
    result = Shortest().solve(level, Budget(iterations=enough))
    assert result.solved
    assert not result.shortest
    assert result.iterations <= enough


@pytest.mark.parametrize("limit", [3 * MIB, 12 * MIB])
def test_little_memory(limit: int) -> None:
    """Then breadth-first search tries, and whoever ends it stays below the limit."""
    result = Shortest(first=0).solve(load_level("mastery/three-voices"), Budget(memory=limit))
    assert result.peak_memory <= limit
    assert result.verdict in (Verdict.SOLVED, Verdict.OUT_OF_MEMORY)


@pytest.mark.parametrize("limit", [1, 40, 3_000])
def test_iterations_and_steps_are_not_passed(limit: int) -> None:
    level = load_level("mastery/three-voices")
    assert Shortest(first=0).solve(level, Budget(iterations=limit)).iterations == limit
    assert Shortest(first=0).solve(level, Budget(steps=limit)).steps == limit
