"""Paper A's rolling horizon does what it always did."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from babalab.agents import make_agent
from babalab.base.budget import Budget
from babalab.levels import load_level

RECORDED = [
    line
    for line in (Path(__file__).parent / "rhea_recorded.txt").read_text("utf-8").splitlines()
    if not line.startswith("#")
]


@pytest.mark.parametrize("line", RECORDED)
def test_as_recorded(line: str) -> None:
    """The same moves after the same steps: a draw in another order would change both."""
    task, spec, expected = (part.split() for part in line.split(" | "))
    address, seed, iterations, steps = task
    agent = replace(make_agent(spec[0]), seed=int(seed), as_="text")
    budget = Budget(iterations=int(iterations), steps=None if steps == "-" else int(steps))
    result = agent.solve(load_level(address), budget)
    assert [
        result.verdict.value.replace(" ", "-"),
        result.solution or "-",
        str(result.iterations),
        str(result.steps),
        str(result.statistics["generations"]),
    ] == expected
    assert result.statistics["moves"] == result.iterations
