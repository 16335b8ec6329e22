"""The published tree search, against what it did before it shared its tree with other planners."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path

import pytest

from babalab.agents import make_agent
from babalab.base.budget import Budget
from babalab.levels import load_level

RECORDED = [
    json.loads(line)
    for line in (Path(__file__).parent / "mcts_recorded.jsonl").read_text().splitlines()
]


@pytest.mark.parametrize("level", sorted({each["level"] for each in RECORDED}))
def test_it_does_as_recorded(level: str) -> None:
    """Verdict, moves, and every count: so all its random choices are the same too."""
    for each in RECORDED:
        if each["level"] == level:
            agent = replace(make_agent(each["spec"]), seed=each["seed"])
            result = agent.solve(load_level(level), Budget(**each["budget"]))
            found = {
                "verdict": result.verdict.value,
                "solution": result.solution,
                "iterations": result.iterations,
                "steps": result.steps,
                "statistics": {name: result.statistics[name] for name in each["statistics"]},
            }
            assert found == {name: each[name] for name in found}, each
