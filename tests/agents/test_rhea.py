"""Paper A's rolling horizon: by the text as it always was, and by the authors' program."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from babalab.agents import Verdict, make_agent
from babalab.agents.rhea import Rhea, _sort_as_javascript
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
    """A game that ends with the last move counts, although nobody died in it."""
    result = Rhea(evaluations=20, moves=12).solve(walled("b......."), Budget())
    assert (result.verdict, result.iterations) == (Verdict.GAVE_UP, 1)
    assert result.statistics["moves"] == 12
    assert result.statistics["proposed"] == 0


def test_by_the_code_so_many_sequences_are_tried_before_a_move() -> None:
    """The last of three generations is smaller: 20 + 14 + 14 + 2."""
    result = Rhea(evaluations=50, moves=1).solve(walled("b......."), Budget())
    assert result.statistics["generations"] == 3
    assert result.steps == 50 * 10 + 1


@pytest.mark.parametrize(("length", "moved"), [(3, False), (2, True)])
def test_by_the_code_a_win_met_while_evaluating_ends_the_search(length: int, moved: bool) -> None:
    """Two moves from the flag; a win at the last action of a sequence is not noticed."""
    level = walled("b.f.....")
    agent = Rhea(population=100, length=length, evaluations=100)
    result = agent.solve(level, Budget())
    assert result.solution is not None
    assert level.play(result.solution).won
    assert (result.statistics["moves"] > 0) is moved


def test_by_the_code_death_begins_again_from_the_start() -> None:
    """Whoever went on from a death would die again with every move."""
    agent = Rhea(population=2, elite=0, evaluations=2, moves=100)
    level = walled("sbs.....")
    result = agent.solve(level, Budget())
    assert 10 < result.iterations < result.statistics["moves"] == 100
    assert result.statistics["proposed"] > 0


def test_by_the_code_parents_differ_and_cuts_leave_three_actions() -> None:
    """Every plan has a number of its own; where the last action is mutated, the rest is whole."""
    agent = Rhea(population=20, elite=0, length=10)
    plans = np.repeat(np.arange(10, 30, dtype=np.uint8)[:, np.newaxis], agent.length, axis=1)
    children = agent._breed_as_code(plans, np.arange(20.0), 2000, np.random.default_rng(0))
    whole = children[children[:, -1] < 10, :-1]
    assert (whole[:, 0] < whole[:, -1]).all()  # the better parent comes first
    assert set((whole == whole[:, :1]).sum(axis=1)) == set(range(1, 8))


def test_by_the_code_equals_are_parents_in_the_order_in_which_they_are_drawn() -> None:
    agent = Rhea(population=20, elite=0, length=10)
    plans = np.repeat(np.arange(10, 30, dtype=np.uint8)[:, np.newaxis], agent.length, axis=1)
    nothing = np.full(20, np.nan)
    children = agent._breed_as_code(plans, nothing, 2000, np.random.default_rng(0))
    whole = children[children[:, -1] < 10, :-1]
    assert 0.4 < (whole[:, 0] < whole[:, -1]).mean() < 0.6


@pytest.mark.parametrize(
    ("values", "expected"),
    [
        ("3 1 2 1", "1 3 2 0"),
        ("n n n", "0 1 2"),
        ("2 n 1", "0 1 2"),
        ("3 2 1 n 0", "4 2 1 0 3"),
        ("1 2 n 0", "0 1 2 3"),
        ("n 5 1", "0 2 1"),
        ("5 3 n 4 n 1 2 0 n 3", "7 5 6 1 9 3 0 2 4 8"),
        ("4 n 3 2 n 5 1 0", "0 1 7 6 3 2 4 5"),
    ],
)
def test_by_the_code_what_is_not_a_number_disturbs_the_order(values: str, expected: str) -> None:
    """Recorded from node 20, as are 2,160 lists of up to 63 values that were compared once."""
    numbers = np.array([np.nan if each == "n" else float(each) for each in values.split()])
    assert " ".join(map(str, _sort_as_javascript(numbers))) == expected
