"""Which results are found: those asked for, the newest of each, as often as levels have them."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from datetime import timedelta
from pathlib import Path
from typing import Any

import pytest

from babalab import Level
from babalab.arena import SOLVING, ArenaError, Store, add_levels, find_records, leaderboard, queries
from babalab.base.budget import Budget
from support.arena import BFS, LEVELS, attempt

A, B = replace(BFS, spec="a"), replace(BFS, spec="b")
CLOCK = Budget(10, 10_000)
NO_CLOCK = Budget(None, 10_000)


@pytest.fixture
def store(tmp_path: Path) -> Iterator[Store]:
    with Store(tmp_path / "results.db") as store:
        add_levels(store, LEVELS, "made up")
        yield store


def add(store: Store, level: Level, *, later: int = 0, **about: Any) -> None:
    made = attempt(level, **about)
    store.add(SOLVING, replace(made, finished=made.finished + timedelta(seconds=later)))


def test_by_limits(store: Store) -> None:
    add(store, LEVELS[0], budget=CLOCK)
    add(store, LEVELS[0], budget=NO_CLOCK)
    add(store, LEVELS[1], budget=NO_CLOCK)
    assert len(find_records(store, limits={"seconds": 10})) == 1
    assert len(find_records(store, limits={"seconds": None})) == 2
    assert len(find_records(store, limits={"iterations": 10_000})) == 3
    assert len(find_records(store, limits={"iterations": 10_000, "seconds": 10})) == 1
    assert len(find_records(store)) == 3


def test_the_newest_counts_and_keeps_its_place(store: Store) -> None:
    """The order is that in which something was first tried."""
    old, new = replace(A, code="old"), replace(A, code="new")
    add(store, LEVELS[0], who=old, iterations=1)
    add(store, LEVELS[1], who=old, later=1, iterations=2)
    add(store, LEVELS[0], who=B, later=2, iterations=3)
    add(store, LEVELS[0], who=new, later=3, iterations=4)
    add(store, LEVELS[1], who=old, seed=1, later=4, iterations=5)
    add(store, LEVELS[1], who=new, later=4, iterations=6)
    add(store, LEVELS[2], who=new, later=4, iterations=7)
    assert [each.iterations for each in find_records(store)] == [4, 6, 3, 5, 7]
    assert [each.iterations for each in store.records(SOLVING)] == [1, 2, 3, 4, 5, 6, 7]
    assert [each.iterations for each in find_records(store, agents=["a"])] == [4, 6, 5, 7]


def test_of_the_same_moment_the_last_one_counts(store: Store) -> None:
    for number, code in enumerate(("x", "y", "z")):
        add(store, LEVELS[0], who=replace(A, code=code), iterations=number)
    assert [each.code for each in find_records(store)] == ["z"]


def test_by_agents_and_levels(store: Store) -> None:
    for level in LEVELS:
        for who in (A, B):
            add(store, level, who=who)
    everything = find_records(store)
    assert [(each.level_id, each.agent) for each in everything] == [
        (level.id, agent) for level in LEVELS for agent in ("a", "b")
    ]
    assert {each.agent for each in find_records(store, agents=["b"])} == {"b"}
    assert find_records(store, agents=[]) == []
    assert find_records(store, levels=LEVELS[1:2]) == everything[2:4]
    assert find_records(store, levels=[]) == []
    twice = find_records(store, levels=[LEVELS[0], LEVELS[1], LEVELS[0]], agents=["a"])
    assert [each.level_id for each in twice] == ["across", "across", "farther"]
    assert leaderboard(twice)[0].levels == 3


def test_conditions_of_all_sorts(store: Store, monkeypatch: pytest.MonkeyPatch) -> None:
    """The same whether the database or we look at them."""
    for seed in range(6):
        add(store, LEVELS[seed % 2], seed=seed, error=None if seed else "x")
    keys = store.keys(SOLVING)
    some = {key for key in keys if key[3] in (1, 4)} | {("nobody", "", "", 4, "")}

    def found() -> Iterator[list[int]]:
        asked: list[dict[str, Any]] = [
            {"seed": range(2, 5)},
            {"seed": [5, 0, 9]},
            {"seed": range(0, 6, 2)},
            {"seed": []},
            {"seed": range(3, 3)},
            {"error": None},
            {"error": "x", "seed": 0},
            {"among": some},
            {"among": some, "seed": range(2)},
            {"among": []},
            {"level": {key[2] for key in keys if key[3] == 1}, "agent": ["bfs", "dfs"]},
        ]
        for each in asked:
            records = [record.seed for record in store.records(SOLVING, **each)]
            assert sorted(key[3] for key in store.keys(SOLVING, **each)) == records
            assert sorted(row["seed"] for row in store.select(SOLVING, **each)) == records
            yield records

    expected = [
        [2, 3, 4], [0, 5], [0, 2, 4], [], [], [1, 2, 3, 4, 5], [0], [1, 4], [1], [], [1, 3, 5],
    ]  # fmt: skip
    assert list(found()) == expected
    monkeypatch.setattr(queries, "MOST_VALUES", 1)
    assert list(found()) == expected
    with pytest.raises(ArenaError, match="the table results has no column 'sead'"):
        store.records(SOLVING, sead=1)
