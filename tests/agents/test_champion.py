"""The champion: solves all that is shipped, decides what can be decided."""

from __future__ import annotations

import random

import pytest

from babalab import Level
from babalab.agents import Champion, Exhaustive, Verdict
from babalab.base.budget import Budget
from babalab.levels import handmade_packs
from support.small_levels import small_level

SHIPPED = [level for pack in handmade_packs() for level in pack.levels]


@pytest.mark.parametrize("level", SHIPPED, ids=lambda level: str(level.id))
def test_every_shipped_level_is_solved(level: Level) -> None:
    result = Champion().solve(level, Budget(iterations=100_000))
    assert result.solved
    assert len(result.solution or "") >= len(level.solution or "")


def decide(seeds: range, iterations: int) -> dict[Verdict, int]:
    """How many levels the champion decides, each as a search of every single state says."""
    decided = {Verdict.SOLVED: 0, Verdict.UNSOLVABLE: 0}
    for seed in seeds:
        level = Level.parse(small_level(random.Random(seed)))
        truth = Exhaustive().solve(level, Budget(iterations=iterations))
        if truth.verdict in decided:
            assert Champion(seed=seed % 4).solve(level).verdict is truth.verdict, level.line
            decided[truth.verdict] += 1
    return decided


def test_decides_as_an_exhaustive_search_does() -> None:
    assert min(decide(range(1000, 1500), 5_000).values()) > 20


@pytest.mark.long
def test_decides_thousands_of_levels() -> None:
    assert min(decide(range(10_000, 20_000), 20_000).values()) > 500
