"""A store that version 0.1.0 wrote: what still means the same counts, and is not done again.

It was filled by the commands of `COMMANDS`, before results were known by the meaning of code, and
for agents and planners that do something else by now.
"""

from __future__ import annotations

import gzip
import json
import runpy
import shutil
import sqlite3
from pathlib import Path

import pytest

from babalab.cli.main import call

DATA = Path(__file__).parent / "data"
TOOL = Path(__file__).parents[1] / "tools" / "accept_meanings.py"
TABLES = ("results", "plays", "generations", "tuning_evaluations", "tuning_steps")
AGENTS = (
    "mcts,champion,heuristic,heuristic-plus,heuristic:weights=ga-train,exhaustive,shortest,"
    "mcts-adaptive,best-first"
)
LIMITS = ["--iterations", "30", "--steps", "10000"]
SHORT = ["--ticks", "3", "--runs", "1"]
TUNING = ["--population", "4", "--iterations", "50", "--no-clock"]
COMMANDS = {
    "agents": ["evaluate", "--agents", AGENTS, "--agent", "walker.py", "--levels", "first-steps",
               *LIMITS],
    "baba": ["games", "run", "baba", "--agent", "mcts", "--levels", "1-2", *SHORT],
    "sokoban": ["games", "run", "sokoban", "--agent", "mcts-adaptive,one-step,random", "--levels",
                "1-2", *SHORT],
    **{
        game: ["games", "run", game, "--agent", "random", "--levels", "1", *SHORT]
        for game in ("magpies", "warren", "odd-socks", "cocoa", "fireflies")
    },
    "maps": ["reproduce", "fig-d1", "--runs", "1", "--evaluations", "20"],
    "tuning": ["tune", "heuristic", "--optimizer", "ga", "--levels", "first-steps",
        "--evaluations", "6", *TUNING],
    "tuning by bo": ["tune", "heuristic-plus", "--optimizer", "bo", "--levels", "first-steps",
                     "--evaluations", "5", *TUNING],
}  # fmt: skip
POLICIES = ["evaluate", "--agents", "rl-strong", "--levels", "first-steps",
            "--iterations", "5", "--steps", "20000"]  # fmt: skip


CHANGING = {"code", "game_code", "processor_seconds"}
"""Columns of codes, and one that came later."""


@pytest.fixture
def store(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    file = tmp_path / "results.db"
    file.write_bytes(gzip.decompress((DATA / "results_0_1_0.db.gz").read_bytes()))
    shutil.copy(DATA / "walker_0_1_0.txt", tmp_path / "walker.py")
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("BABALAB_STORE", str(file))
    return file


def rows(store: Path) -> dict[str, list[tuple[object, ...]]]:
    """Return all rows, without the codes."""
    with sqlite3.connect(store) as connection:
        connection.row_factory = sqlite3.Row
        return {
            table: [
                tuple(row[name] for name in row.keys() if name not in CHANGING)  # noqa: SIM118
                for row in connection.execute(f"select * from {table}")
            ]
            for table in TABLES
        }


def check_nothing_is_done_again(store: Path, command: list[str]) -> None:
    before = rows(store)
    assert all(before.values())
    assert call([*command, "--workers", "1"]) == 0
    assert rows(store) == before


@pytest.mark.parametrize("name", COMMANDS)
def test_nothing_is_done_again(name: str, store: Path) -> None:
    if name in ("tuning", "tuning by bo"):
        pytest.importorskip("pymoo", reason="the extra babalab[tune] is not installed")
    check_nothing_is_done_again(store, COMMANDS[name])


def test_policies_do_nothing_again(store: Path) -> None:
    pytest.importorskip("torch", reason="the extra babalab[learn] is not installed")
    check_nothing_is_done_again(store, POLICIES)


def test_another_agent_of_a_users_is_run(store: Path) -> None:
    walker = Path("walker.py")
    walker.write_text(walker.read_text().replace("udlrs", "rlduu"))
    before = len(rows(store)["results"])
    assert call([*COMMANDS["agents"], "--workers", "1"]) == 0
    assert len(rows(store)["results"]) == before + 10


def test_meanings_are_written_down() -> None:
    """Whoever changes one of these classes says whether it still does the same: see the tool."""
    tool = runpy.run_path(str(TOOL))
    written = json.loads(tool["FILE"].read_text(encoding="utf-8"))["means"]
    changed = dict(written.items() - tool["meanings"]().items())
    assert not changed, "run 'python tools/accept_meanings.py' if these still do the same"
