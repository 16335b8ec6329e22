"""`babalab reproduce`: what it runs, prints and refuses."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from babalab.arena import SOLVING, Store
from babalab.cli.main import call
from babalab.levels import write_levels
from support.arena import LEVELS
from support.away import go_away
from support.program import ENDLESS, Terminal, run
from support.shared import LEVELS as SHARED
from support.shared import needs_levels


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    return go_away(tmp_path, monkeypatch, LEVELS)


def reproduced(capsys: pytest.CaptureFixture[str], *arguments: str) -> dict[str, Any]:
    assert call(["reproduce", *arguments, "--workers", "2", "--json"]) == 0
    found: dict[str, Any] = json.loads(capsys.readouterr().out)
    return found


def test_as_json(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    arguments = ("table-ii", "--levels", "set.json", "--agents", "bfs,default", "--seeds", "2")
    found = reproduced(capsys, *arguments)
    assert found["effort"] == "papers"
    assert found["budget"] == {
        "seconds": None, "iterations": 10_000, "steps": 1_000_000, "memory": None,
    }  # fmt: skip
    assert (found["levels"], found["failures"]) == (3, [])
    rows = {row["row"]: row for row in found["rows"]}
    assert {name for name, row in rows.items() if row["ours"]} == {"BFS", "Default"}
    assert rows["BFS"]["agent"] == "bfs"
    assert rows["BFS"]["published"]["win_rate"] == pytest.approx(0.5653)
    assert rows["BFS"]["ours"]["win_rate"] == pytest.approx(2 / 3)
    assert rows["BFS"]["ours"]["attempts"] == 3
    assert rows["BFS"]["difference"]["win_rate"] == pytest.approx(100 * 2 / 3 - 56.53)
    assert rows["GA full set"]["agent"] == "heuristic:weights=ga-full"
    assert rows["GA full set"]["ours"] is None
    with Store(folder.parent / "results.db", read_only=True) as store:
        before = [record.finished for record in store.records(SOLVING)]
        assert len(before) == 6
        reproduced(capsys, *arguments)
        assert [record.finished for record in store.records(SOLVING)] == before


def test_for_people(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    arguments = [
        "table-xi",
        "--levels",
        f"{folder}/set.json",
        "--agents",
        "bfs",
        "--effort",
        "ours",
    ]
    assert call(["reproduce", *arguments]) == 0
    printed = capsys.readouterr()
    assert printed.err.startswith("3 attempts to make")
    lines = printed.out.splitlines()
    assert "Table XI" in lines[0]
    assert lines[1] == "each level with 10 s, 10,000 iterations; 3 seeds"
    cells = {line[:9].strip(): line[9:].split() for line in lines}
    assert cells["BFS"] == ["bfs:carry_over=true", "56.1%", "4.518", "25.9"]
    assert cells["BFS clean"][:2] == ["bfs", "66.7%"]
    assert cells["RL-d"] == ["rl-d", "9.8%", "6.090", "77.8"]
    assert cells["MCTS-1"] == ["mcts", "79.3%", "2.464", "99.8"]
    assert "· ours are figures for 3 levels, the paper's for 246" in lines
    assert cells["RL-d once"] == ["rl-d:episodes=1,greedy=false"]
    assert not any("not yet" in line or "left out" in line for line in lines)
    assert call(["reproduce", *arguments]) == 0
    assert capsys.readouterr().err.startswith("0 attempts to make, 3 stored before")


@needs_levels
@pytest.mark.usefixtures("folder")
def test_quick_on_the_levels_of_the_paper(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("babalab.papers.level_experiment.BESIDE", SHARED / "full_biy.json")
    found = reproduced(capsys, "table-ii", "--quick", "--agents", "bfs")
    assert (found["levels"], found["seeds"]) == (20, 1)
    parts = {row["part"]: row["ours"]["levels"] for row in found["rows"] if row["ours"]}
    assert list(parts) == ["train", "test", "all"]
    assert parts["train"] + parts["test"] == parts["all"] == 20


def test_fetched_levels_are_found(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (folder.parent / "data/keke").mkdir(parents=True)
    write_levels(LEVELS[:1], folder.parent / "data/keke/full_biy.json")
    assert reproduced(capsys, "table-xi", "--agents", "bfs")["levels"] == 1


@pytest.mark.usefixtures("folder")
@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (["table-xi"], "'babalab levels fetch keke', or name a set with --levels"),
        (["table-xi", "--levels", "sett.json"], "did you mean 'set.json'"),
        (["table-xi", "--levels", "set.json", "--agents", "bsf"], "its agents are mcts, "),
        (["table-ii", "--levels", "set.json", "--agents", "mcts"], "table-ii has no mcts"),
        (["table-xi", "--levels", "none.json"], "none.json holds no levels"),
        (["table-x"], "there is no experiment 'table-x'; did you mean 'table-xi'"),
        (["table-xi", "--effort", "none"], "--effort"),
        (["table-xi", "--seeds", "0"], "--seeds"),
        (["--quick"], "--quick"),
    ],
)
def test_wrong_usage(arguments: list[str], words: str, capsys: pytest.CaptureFixture[str]) -> None:
    write_levels([], "none.json")
    assert call(["reproduce", *arguments]) == 2
    printed = capsys.readouterr()
    assert printed.out == ""
    assert words in " ".join(printed.err.split())
    assert "Traceback" not in printed.err


def test_ctrl_c_keeps_what_was_done(folder: Path) -> None:
    (folder / "endless.line").write_text(f"{LEVELS[0].line}\n{ENDLESS}\n")
    arguments = ("table-xi", "--levels", "endless.line", "--agents", "bfs,rhea", "--workers", "1")
    with Terminal("reproduce", *arguments) as terminal:
        terminal.wait_for("1 of 1 solved")
        terminal.press("\x03")
        assert terminal.wait() == 130
        assert "the same command goes on from there" in " ".join(terminal.text.split())
    with Store(folder.parent / "results.db", read_only=True) as store:
        assert len(store.records(SOLVING)) >= 1


@pytest.mark.usefixtures("folder")
def test_as_a_process() -> None:
    done = run("reproduce", "table-xi", "--levels", "set.json", "--agents", "dfs", "--quick")
    assert done.returncode == 0, done.stderr
    assert "DFS" in done.stdout
