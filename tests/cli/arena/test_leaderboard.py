"""`babalab leaderboard`: tables and JSON of what the store has."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from babalab.arena import InThisProcess, Store
from babalab.base.budget import Budget
from babalab.cli.main import call
from babalab.levels import write_levels
from support.arena import LEVELS, evaluate


@pytest.fixture
def store(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Results of two agents, one of them with two budgets."""
    path = tmp_path / "results.db"
    monkeypatch.setenv("BABALAB_STORE", str(path))
    with Store(path) as store:
        here = InThisProcess()
        evaluate(store, ["bfs", "random"], budget=Budget(iterations=50), executor=here)
        evaluate(store, ["bfs"], LEVELS[:2], budget=Budget(1.0, 50), executor=here)
    return path


def ranked(capsys: pytest.CaptureFixture[str], *options: str) -> list[dict[str, Any]]:
    assert call(["leaderboard", "--json", *options]) == 0
    printed = capsys.readouterr()
    assert printed.err == ""
    answer: list[dict[str, Any]] = json.loads(printed.out)
    # Where rates are equal, time decides, which is another one each time.
    return sorted(answer, key=lambda row: (-row["win_rate"], row["agent"]))


def test_json(store: Path, capsys: pytest.CaptureFixture[str]) -> None:
    rows = ranked(capsys)
    assert store.exists()
    assert [(row["agent"], row["levels"], row["solved"]) for row in rows] == [
        ("bfs", 2, 2),
        ("bfs", 3, 2),
        ("random", 3, 2),
    ]
    assert {"avg_seconds", "avg_length", "avg_iterations", "avg_engine_steps"} <= set(rows[0])
    assert [row["win_rate"] for row in rows] == [1, 2 / 3, 2 / 3]
    assert rows[1]["avg_length"] == 3.5


def test_filters(store: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert store.exists()
    assert [row["agent"] for row in ranked(capsys, "--agents", "random")] == ["random"]
    assert [row["levels"] for row in ranked(capsys, "--seconds", "1")] == [2]
    assert len(ranked(capsys, "--iterations", "50")) == 3
    assert ranked(capsys, "--steps", "7") == []
    write_levels(LEVELS[2:], tmp_path / "never.json")
    rows = ranked(capsys, "--levels", str(tmp_path / "never.json"))
    assert [(row["agent"], row["win_rate"], row["avg_length"]) for row in rows] == [
        ("bfs", 0, None),
        ("random", 0, None),
    ]


def test_the_table(store: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert store.exists()
    assert call(["leaderboard", "--agents", "bfs,random", "--iterations", "50"]) == 0
    printed = capsys.readouterr()
    agents = [line.split()[1] for line in printed.out.splitlines()[1:]]
    assert (agents[0], sorted(agents[1:])) == ("bfs", ["bfs", "random"])
    assert "1 s, 50 iterations" in printed.out
    assert "not all were tried on the same levels" in printed.err
    assert call(["leaderboard", "--by-class"]) == 0
    table = capsys.readouterr().out
    assert "class 1" in table
    assert "no class" in table
    assert "100% of 2" in table


def test_nothing_there(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert call(["leaderboard", "--store", str(tmp_path / "none.db")]) == 2
    assert "there are no results; make some with 'babalab evaluate'" in capsys.readouterr().err
    Store(tmp_path / "empty.db").close()
    assert call(["leaderboard", "--store", str(tmp_path / "empty.db")]) == 0
    assert "no results fit" in capsys.readouterr().err
