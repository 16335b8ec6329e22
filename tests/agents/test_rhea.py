"""Paper A's rolling horizon: by the text as it always was, and by the authors' program."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from babalab.agents import Verdict, make_agent
from babalab.agents.rhea import Rhea
from babalab.base.budget import Budget
from babalab.game.level import Level
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


def walled(row: str) -> Level:
    """Return a level of one row between borders, with the rules BABA IS YOU and FLAG IS WIN."""
    return Level.parse(f"__________/_{row}_/__________/_B12.F13._/_S14....._/__________")


def test_by_the_code_an_iteration_is_a_game() -> None:
    level = walled("b.......")
    result = Rhea(steps_per_move=1, moves=4).solve(level, Budget(iterations=3))
    assert (result.verdict, result.iterations) == (Verdict.OUT_OF_ITERATIONS, 3)
    assert result.statistics["moves"] == 3 * 4


@pytest.mark.parametrize(("length", "moved"), [(3, False), (2, True)])
def test_by_the_code_a_win_met_while_evaluating_ends_the_search(length: int, moved: bool) -> None:
    """Two moves from the flag; a win at the last action of a sequence is not noticed."""
    level = walled("b.f.....")
    agent = Rhea(population=100, length=length, steps_per_move=1)
    result = agent.solve(level, Budget(iterations=20))
    assert result.solution is not None
    assert level.play(result.solution).won
    assert (result.statistics["moves"] > 0) is moved


def test_by_the_code_death_begins_again_from_the_start() -> None:
    """Whoever went on from a death would die again with every move."""
    agent = Rhea(population=2, elite=0, steps_per_move=1, moves=100_000)
    result = agent.solve(walled("sbs....."), Budget(iterations=50))
    assert result.iterations == 50
    assert result.statistics["moves"] > 75
    assert result.statistics["proposed"] == 0


def test_by_the_code_parents_differ_and_cuts_leave_three_actions() -> None:
    """Every plan has a number of its own; where the last action is mutated, the rest is whole."""
    agent = Rhea(population=20, elite=0, length=10)
    plans = np.repeat(np.arange(10, 30, dtype=np.uint8)[:, np.newaxis], agent.length, axis=1)
    chance = np.random.default_rng(0)
    children = np.concatenate([agent._breed(plans, chance) for _ in range(100)])
    whole = children[children[:, -1] < 10, :-1]
    assert (whole[:, 0] < whole[:, -1]).all()  # the better parent comes first
    assert set((whole == whole[:, :1]).sum(axis=1)) == set(range(1, 8))
