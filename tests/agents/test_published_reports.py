"""The competition's searches, level by level, against the reports of paper A's authors."""

from __future__ import annotations

import json
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Any

import pytest

from babalab.agents import Findings, OutOfBudgetError, make_agent
from babalab.agents.carry_over import Journey
from babalab.agents.spending import Spending
from babalab.base.budget import Budget
from babalab.levels import load_levels

SHARED = Path(__file__).parents[3] / "shared"
REPORTS = SHARED / "papers" / "data" / "keke_reports"
LEVELS = SHARED / "keke" / "levels" / "full_biy.json"

pytestmark = pytest.mark.skipif(
    not (REPORTS.is_dir() and LEVELS.is_file()), reason="the authors' reports are not here"
)

QUICK = 1000
"""Iterations of the levels that are searched in every run of the tests; the others take minutes."""


@cache
def read_report(agent: str) -> list[dict[str, Any]]:
    rows = json.loads((REPORTS / f"{agent}.json").read_text("utf-8"))["full_biy"]
    assert len(rows) == 184
    return list(rows)


def compare_solved(agent: str, least: int, most: int) -> int:
    """Compare the solved rows with so many iterations; return how many there are."""
    levels = {level.id: level for level in load_levels(LEVELS)}
    compared = 0
    for row in read_report(agent):
        if row["won"] and least <= row["iterations"] < most:
            result = make_agent(agent).solve(levels[row["id"]], Budget(iterations=10_000))
            assert (result.solution, result.iterations - 1) == (row["moves"], row["iterations"])
            compared += 1
    return compared


@pytest.mark.parametrize("agent", ["default", "dfs"])
def test_solutions_and_iterations_are_the_authors(agent: str) -> None:
    """The authors count iterations from 0."""
    assert compare_solved(agent, 0, QUICK) > 80


@pytest.mark.long
@pytest.mark.parametrize("agent", ["default", "dfs"])
def test_so_are_those_of_long_searches(agent: str) -> None:
    assert compare_solved(agent, QUICK, 10_001) >= 10


@pytest.mark.long
def test_what_only_we_solve_was_cut_short_there() -> None:
    """The authors' program ran out of its ten seconds before the iteration that solves it."""
    levels = {level.id: level for level in load_levels(LEVELS)}
    for row in read_report("default"):
        if not row["won"]:
            budget = Budget(iterations=row["iterations"])
            assert make_agent("default").solve(levels[row["id"]], budget).solution is None


def replay_report(agent: str, journey: Journey) -> Iterator[tuple[dict[str, Any], str | None, int]]:
    """Search the levels of a report, each for as many iterations as the authors' program did."""
    levels = {level.id: level for level in load_levels(LEVELS)}
    for row in read_report(agent):
        limit = row["iterations"] + 1 if row["won"] else row["iterations"]
        spending = Spending(Budget(iterations=limit))
        search = journey.search(levels[row["id"]].start(), spending, {})
        findings = Findings()
        try:
            while True:
                next(search)
        except StopIteration as end:
            findings = end.value
        except OutOfBudgetError:
            pass
        yield row, findings.solution, spending.iterations


def compare_whole_set(agent: str, levels: int) -> None:
    journey = Journey(newest_first=agent == "dfs")
    for number, (row, solution, iterations) in enumerate(replay_report(agent, journey), start=1):
        expected = (
            (row["moves"], row["iterations"] + 1) if row["won"] else (None, row["iterations"])
        )
        assert (solution, iterations) == expected, row["id"]
        if number == levels:
            return


@pytest.mark.parametrize(("agent", "levels"), [("bfs", 20), ("dfs", 20)])
def test_nothing_is_forgotten_between_levels(agent: str, levels: int) -> None:
    """Level 29 is solved at once, for example, by moves that another level's search was at."""
    compare_whole_set(agent, levels)


@pytest.mark.long
@pytest.mark.parametrize("agent", ["bfs", "dfs"])
def test_nor_in_the_whole_set(agent: str) -> None:
    compare_whole_set(agent, 184)
