"""tools/emulate_clock.py: the authors' seconds as limits of iterations."""

from __future__ import annotations

import json
import runpy
from pathlib import Path
from typing import Any

import pytest

from babalab.levels import load_levels
from babalab.tuning.outcome import LevelOutcome

ROOT = Path(__file__).parents[3]


@pytest.fixture(scope="module")
def tool() -> dict[str, Any]:
    return runpy.run_path(str(ROOT / "tools" / "emulate_clock.py"))


def test_fitness_with_limits(tool: dict[str, Any]) -> None:
    outcomes = [
        LevelOutcome(100, 0.1, length=5),
        LevelOutcome(900, 0.1, length=5),
        LevelOutcome(2000, 0.1),
    ]
    assert tool["rate"](outcomes, [2000] * 3) == (pytest.approx(2000 * 2 / 3 + 1000), 2)
    assert tool["rate"](outcomes, [2000, 500, 600]) == (pytest.approx(2000 / 3 + 1600), 1)


def test_a_level_costs_what_the_report_says(tool: dict[str, Any]) -> None:
    report = tool["REPORTS"] / "default.json"
    if not report.is_file():
        pytest.skip("the authors' reports are not here")
    rows = {row["id"]: row for row in json.loads(report.read_text("utf-8"))["full_biy"]}
    levels = load_levels(str(tool["SETS"] / "full_biy.json"))
    level = next(each for each in levels if not rows[each.id]["won"])
    cost = rows[level.id]["seconds"] / rows[level.id]["iterations"] / 1.1
    assert tool["compute_cost"]("default", level) == pytest.approx(cost)
    assert tool["compute_cost"]("default-fixed", level) == pytest.approx(cost)
    assert tool["compute_cost"]("heuristic:as=code", level) == pytest.approx(1.18 * cost)


def test_dfs_solves_what_it_solved_there(tool: dict[str, Any]) -> None:
    """With a tenth more iterations a level, it loses none of the levels of the report."""
    report = tool["REPORTS"] / "dfs.json"
    if not report.is_file():
        pytest.skip("the authors' reports are not here")
    won = {row["id"]: row["won"] for row in json.loads(report.read_text("utf-8"))["full_biy"]}
    levels = load_levels(str(tool["SETS"] / "train.json"))[:12]
    outcomes = list(tool["try_levels"]("dfs", levels, 0))
    assert all(each.solved >= won[level.id] for each, level in zip(outcomes, levels, strict=True))
    assert 0 < sum(each.solved for each in outcomes) < len(levels)
    assert all(each.seconds <= 10 for each in outcomes)
