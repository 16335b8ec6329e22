"""The examples run and find what they promise."""

from __future__ import annotations

import re
import subprocess
import sys
from pathlib import Path

import pytest

EXAMPLES = Path(__file__).parents[1] / "examples"


def run(name: str, *arguments: str) -> str:
    command = [sys.executable, str(EXAMPLES / name), *arguments]
    return subprocess.run(command, check=True, capture_output=True, text=True, timeout=120).stdout


def test_every_example_is_tested() -> None:
    assert {path.name for path in EXAMPLES.glob("*.py")} == {
        "a_game_of_your_own.py",
        "a_kind_of_your_own.py",
        "maps_of_your_own.py",
        "first_steps.py",
        "learn_to_win.py",
        "random_search.py",
    }


def test_first_steps() -> None:
    printed = run("first_steps.py")
    assert "made ['goop-is-grass']" in printed
    assert printed.rstrip().endswith("row 3, column 9")


def test_a_game_of_your_own() -> None:
    by_chance, planned = (
        int(line.split(": ")[1].split()[0]) for line in run("a_game_of_your_own.py").splitlines()
    )
    assert by_chance == 0
    assert planned > 5


def test_maps_of_your_own() -> None:
    printed = run("maps_of_your_own.py")
    ours, theirs = (int(number) for number in re.findall(r"(\d+) of 5 gardens", printed))
    assert ours > 0
    assert theirs > 0
    (garden,) = re.findall(r"^(?:[.~*]{8}\n){6}", printed, re.M)
    assert garden.count("*") >= 6


def test_random_search() -> None:
    assert "plays: rrrr" in run("random_search.py")


def test_learn_to_win() -> None:
    pytest.importorskip("stable_baselines3", reason="the extra babalab[learn] is not installed")
    before, after = (
        int(line.split(":")[1].split("%")[0]) for line in run("learn_to_win.py").splitlines()
    )
    assert before < 60
    assert after > 90


def test_a_kind_of_your_own(tmp_path: Path) -> None:
    """The second time there is nothing left to do."""
    store = str(tmp_path / "walks.db")
    first, again = (run("a_kind_of_your_own.py", store) for _ in range(2))
    assert first.startswith("30 walks to make, 0 made before\n")
    assert again == first.replace("30 walks to make, 0", "0 walks to make, 30")
