"""The game on the page about games keeps the contract, as the page says it does."""

from __future__ import annotations

import re
import subprocess
import sys
from pathlib import Path

import pytest

from babalab.games import game_named
from babalab.planning import RandomPlanner, play

PAGE = Path(__file__).parents[2] / "docs" / "games.md"


@pytest.fixture
def file(tmp_path: Path) -> Path:
    blocks = re.findall(r"^```python\n(.*?)^```$", PAGE.read_text("utf-8"), re.M | re.DOTALL)
    (code,) = [block for block in blocks if "GameContract" in block]
    assert code.count("\n") < 40
    path = tmp_path / "puddles.py"
    path.write_text(code, encoding="utf-8")
    return path


def test_it_keeps_the_contract(file: Path) -> None:
    command = [sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider", file.name]
    done = subprocess.run(
        command, cwd=file.parent, capture_output=True, text=True, timeout=120, check=False
    )
    assert done.returncode == 0, done.stdout
    assert "13 passed" in done.stdout


def test_it_is_played(file: Path) -> None:
    kind = game_named(str(file))
    plays = [play(kind(kind.level_named("lane")), RandomPlanner(), seed) for seed in range(40)]
    assert {(each.won, each.lost) for each in plays} == {(True, False), (False, True)}
    assert all(each.score == 7.0 for each in plays if each.won)
