"""`babalab reproduce` without a name, its help texts, and experiments in files of one's own."""

from __future__ import annotations

import json
import re
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from babalab.base.parameters import parameters_of
from babalab.cli.main import call
from babalab.papers import Experiment, experiments
from support.arena import LEVELS
from support.away import go_away

COMMON = {"--quick", "--workers", "--on", "--store", "--json", "--help"}
MINE = '''
"""An experiment of somebody's own."""

from dataclasses import dataclass

from babalab.base.parameters import parameter
from babalab.papers import Exhibit, Experiment, Laboratory, Paper


@dataclass(frozen=True, kw_only=True)
class Mine(Experiment):
    name = "mine"
    paper = Paper("Z", "A paper of mine")
    title = "Squares"
    cost = "no time"
    quick = {"count": 2}
    quick_help = "Two of them."
    is_drawn = False

    count: int = parameter(5, "How many.", low=1)

    def run(self, laboratory: Laboratory) -> Exhibit:
        rows = [[str(number), str(number**2)] for number in range(self.count)]
        return Exhibit("Squares", ("number", "square"), rows, {"count": self.count})
'''


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setattr(
        "babalab.papers.baba_solver.training_plan.get_default_folder", lambda: tmp_path / "usual"
    )
    return go_away(tmp_path, monkeypatch, LEVELS)


def listed(capsys: pytest.CaptureFixture[str]) -> dict[str, dict[str, Any]]:
    assert call(["reproduce", "--json"]) == 0
    found = json.loads(capsys.readouterr().out)
    return {each["name"]: each for each in found["experiments"]}


@pytest.mark.parametrize("arguments", [[], ["--list"]])
def test_for_people(
    arguments: list[str], tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert call(["reproduce", *arguments]) == 0
    lines = capsys.readouterr().out.splitlines()
    for name, kind in experiments().items():
        (line,) = (line for line in lines if line.split()[:1] == [name])
        assert kind.title in line
        assert kind.cost in line
    played = next(line for line in lines if line.startswith("table-c3"))
    assert played.rstrip().endswith("0 of 2,500 plays")
    needing = next(line for line in lines if line.startswith("table-ii "))
    assert "babalab levels fetch keke" in needing
    assert next(line for line in lines if line.startswith("table-i ")).rstrip().endswith("not kept")
    assert sum(line.startswith("Paper ") for line in lines) == 4
    assert not (tmp_path / "results.db").exists()


def test_what_is_in_the_store(
    folder: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr("babalab.papers.level_experiment.BESIDE", folder / "set.json")
    empty = listed(capsys)
    assert list(empty) == list(experiments())
    assert (empty["table-ii"]["done"], empty["table-ii"]["total"]) == (0, 3 * 11)
    options = ["--agents", "bfs,dfs", "--workers", "1", "--json"]
    assert call(["reproduce", "table-ii", *options]) == 0
    games = ["--games", "fireflies", "--levels", "1", "--tuners", "ea", "--runs", "2"]
    assert call(["reproduce", "table-c3", *games, "--workers", "1", "--json"]) == 0
    capsys.readouterr()
    found = listed(capsys)
    assert found["table-ii"]["done"] == 6
    assert (found["table-ii"]["unit"], found["table-ii"]["note"]) == ("attempt", None)
    assert {name: each["done"] for name, each in found.items() if "c" in name and each["done"]} == {
        "table-c2": 2, "table-c3": 2, "fig-c2": 2, "fig-c3": 2,
    }  # fmt: skip
    assert (found["table-i"]["done"], found["table-i"]["note"]) == (None, "not kept")


@pytest.mark.parametrize("kind", [pytest.param(k, id=n) for n, k in experiments().items()])
def test_help_shows_its_options_and_no_others(
    kind: type[Experiment], capsys: pytest.CaptureFixture[str]
) -> None:
    assert call(["reproduce", kind.name, "--help"]) == 0
    printed = capsys.readouterr().out
    shown = re.findall(r"^│ (--[a-z-]+)", printed, re.MULTILINE)
    declared = {f"--{each.name}" for each in parameters_of(kind)}
    assert set(shown) == declared | COMMON | ({"--output"} if kind.is_drawn else set())
    assert len(shown) == len(set(shown))
    assert kind.title.split()[0] in printed


def test_options_may_come_first(capsys: pytest.CaptureFixture[str]) -> None:
    arguments = ["--levels", "set.json", "--agents", "bfs", "--json", "--workers", "1", "table-ii"]
    assert call(["reproduce", *arguments]) == 0
    assert json.loads(capsys.readouterr().out)["table"] == "table-ii"


def test_in_a_file_of_ones_own(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (folder / "mine.py").write_text(MINE)
    assert call(["reproduce", "mine.py:Mine", "--quick"]) == 0
    assert [line.split() for line in capsys.readouterr().out.splitlines()[1:4]] == [
        ["number", "square"], ["0", "0"], ["1", "1"],
    ]  # fmt: skip
    assert call(["reproduce", "mine.py", "--count", "3", "--json"]) == 0
    assert json.loads(capsys.readouterr().out)["count"] == 3
    assert call(["reproduce", "mine.py", "--count", "0"]) == 2
    assert call(["reproduce", "mine.py", "--games", "baba"]) == 2
    assert "no such option for mine.py: --games" in capsys.readouterr().err


def test_nothing_heavy_is_imported_to_list() -> None:
    code = (
        "import sys; from babalab.cli.main import call; assert call(['reproduce']) == 0;"
        "heavy = 'torch gymnasium matplotlib pymoo optuna ray'.split();"
        "print('heavy:', [name for name in heavy if name in sys.modules])"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.splitlines()[-1] == "heavy: []"
