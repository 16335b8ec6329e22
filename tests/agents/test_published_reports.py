"""The competition's searches, level by level, against the reports of paper A's authors."""

from __future__ import annotations

import json
import math
from collections.abc import Iterator
from dataclasses import replace
from functools import cache
from pathlib import Path
from typing import Any

import pytest

from babalab.agents import Findings, OutOfBudgetError, make_agent
from babalab.agents.carry_over import Journey
from babalab.agents.rhea import Rhea
from babalab.agents.spending import Spending
from babalab.base.budget import Budget
from babalab.game.level import Level
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
    """Return the rows of full_biy; where it was not run alone, those among the 246 levels."""
    runs = json.loads((REPORTS / f"{agent}.json").read_text("utf-8"))
    ids = {level.id for level in load_levels(LEVELS)}
    rows = [row for row in runs.get("full_biy", runs.get("biy246")) if row["id"] in ids]
    assert len(rows) == 184
    return rows


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


def play_to_end(level: Level, moves: str) -> tuple[int | None, int | None]:
    """Return after how many moves the level is won, and after how many nothing is YOU."""
    won = dead = None
    state = level.start()
    for number, move in enumerate(moves, start=1):
        state = state.play(move)
        won = number if won is None and state.won else won
        dead = number if dead is None and state.helpless else dead
    return won, dead


@pytest.mark.parametrize("agent", ["mcts", "rhea"])
def test_what_won_there_wins_here_with_the_last_move(agent: str) -> None:
    levels = {level.id: level for level in load_levels(LEVELS)}
    for row in read_report(agent):
        if row["won"]:
            assert play_to_end(levels[row["id"]], row["moves"]) == (len(row["moves"]), None)


def test_what_won_there_at_random_wins_here() -> None:
    """On level 77 after a time when nothing is YOU: the authors' evaluator plays on."""
    levels = {level.id: level for level in load_levels(LEVELS)}
    for row in read_report("random"):
        won, dead = play_to_end(levels[row["id"]], row["moves"])
        if row["won"]:
            assert won is not None
            assert dead is None or won < dead or row["id"] == "77"


def test_random_plays_on_when_nothing_is_you() -> None:
    level = next(level for level in load_levels(LEVELS) if level.id == "77")
    for seed in range(10):
        solution = (
            make_agent(f"random:seed={seed}").solve(level, Budget(iterations=10_000)).solution
        )
        won, dead = play_to_end(level, solution or "")
        if won is not None and dead is not None and dead < won:
            return
    pytest.fail("no solution comes after a death")


def test_rhea_proposes_the_moves_to_its_last_death() -> None:
    """Of at most twenty, which is what ten seconds allow."""
    levels = {level.id: level for level in load_levels(LEVELS)}
    for row in read_report("rhea"):
        if not row["won"] and row["moves"]:
            moves = row["moves"]
            assert play_to_end(levels[row["id"]], moves) == (None, len(moves))
            assert len(moves) <= Rhea().moves


@pytest.mark.long
def test_rhea_solves_what_it_solves_there() -> None:
    """The report is no less likely than one of ours; chances of levels are from ten seeds."""
    seeds = 10
    likelihood = expected = variance = proposed = 0.0
    levels = {level.id: level for level in load_levels(LEVELS)}
    for row in read_report("rhea"):
        results = [Rhea(seed=seed).solve(levels[row["id"]], Budget()) for seed in range(seeds)]
        chance = (sum(result.solved for result in results) + 0.5) / (seeds + 1)
        proposed += sum(result.statistics["proposed"] for result in results) / seeds
        likelihood += math.log(chance if row["won"] else 1 - chance)
        expected += chance * math.log(chance) + (1 - chance) * math.log(1 - chance)
        variance += chance * (1 - chance) * math.log(chance / (1 - chance)) ** 2
    assert likelihood > expected - 2 * math.sqrt(variance)
    assert proposed / 184 == pytest.approx(
        sum(len(row["moves"]) for row in read_report("rhea")) / 184, abs=1
    )


def compare_speed(agent: str, seeds: int, most: int) -> float:
    """Compare iterations until levels are solved, by a log-rank test within each level.

    Returns how many standard deviations more levels the report solves than it would if it were one
    of so many runs of ours and that one. Nothing after `most` iterations counts.
    """
    levels = {level.id: level for level in load_levels(LEVELS)}
    excess = variance = 0.0
    for row in read_report(agent):
        theirs = row["iterations"] + 1 if row["won"] else math.inf
        budget = Budget(iterations=min(most, row["iterations"] + row["won"]))
        results = [
            replace(make_agent(agent), seed=seed).solve(levels[row["id"]], budget)
            for seed in range(seeds)
        ]
        times = [result.iterations if result.solved else math.inf for result in results]
        for time in sorted({each for each in [*times, theirs] if each <= min(most, theirs)}):
            left = 1 + sum(each >= time for each in times)
            ended = sum(each == time for each in [*times, theirs])
            excess += (theirs == time) - ended / left
            variance += ended * (left - ended) / left**2
    return excess / math.sqrt(variance)


@pytest.mark.long
def test_random_takes_as_many_iterations_as_there() -> None:
    assert abs(compare_speed("random", seeds=10, most=1000)) < 2.5
