"""Shortening: always a solution, never longer, as short as can be where that can be known."""

from __future__ import annotations

import json
import random
import sys
from functools import cache
from pathlib import Path
from typing import Any

import pytest

from babalab import Level, State, _core
from babalab.agents import Dfs, Exhaustive, Spending
from babalab.agents.functions import agent_of_function
from babalab.agents.shortening import Shortened, Shortener, shorten
from babalab.base.budget import Budget
from babalab.game.action import format_moves, parse_moves
from babalab.game.batch import Batch
from babalab.levels import handmade_packs, load_level
from support.program import MAP

ENOUGH = Budget(iterations=60_000)
UNLIMITED = sys.maxsize
RECORDED = [
    json.loads(line)
    for line in (Path(__file__).parent / "shortening_recorded.jsonl").read_text().splitlines()
]


def small_level(chance: random.Random) -> Level:
    """A room with rocks and walls; some have a rule to make first, some walls that stop."""
    width, height = 6, 5
    cells = [[chance.choice("......wwr") for _ in range(width)] for _ in range(height)]
    cells[0][:3] = "B12"
    cells[-1][3:] = "F13" if chance.random() < 0.5 else "F.3"
    if chance.random() < 0.5:
        cells[0][3:] = "W16"
    if chance.random() < 0.5:
        cells[3][2] = "1"
    cells[2][0], cells[2][-1] = "b", "f"
    edge = "_" * (width + 2)
    return Level((edge, *(f"_{''.join(row)}_" for row in cells), edge))


def small_levels(tries: int) -> list[tuple[Level, str, int]]:
    """Levels, a bad solution of each and the length of a shortest one, from a plain search."""
    found = []
    chance = random.Random(5)
    for seed in range(tries):
        level = small_level(chance)
        best = Exhaustive().solve(level, Budget(iterations=20_000)).solution
        if best is None or len(best) < 3:
            continue
        batch = Batch(level)
        plays = batch.rollout(batch.start(300), 80, seed)
        wins = [int(i) for i in plays.won.nonzero()[0] if plays.lengths[i] > len(best)]
        if wins:
            longest = max(wins, key=lambda i: int(plays.lengths[i]))
            found.append((level, plays.moves(longest), len(best)))
    return found


SMALL = small_levels(70)


def test_the_optimum_with_a_proof_on_small_levels() -> None:
    for level, moves, optimum in SMALL:
        shortened = shorten(level, moves, ENOUGH)
        assert level.play(shortened.moves).won
        assert (len(shortened.moves), shortened.shortest) == (optimum, True), level.line


def test_the_optimum_of_most_without_a_proof() -> None:
    """Shorten by leaving out and looking around alone."""
    assert len(SMALL) > 30
    best = 0
    for level, moves, optimum in SMALL:
        shortened = shorten(level, moves, Budget(iterations=10_000), prove=False)
        assert level.play(shortened.moves).won
        assert optimum <= len(shortened.moves) < len(moves)
        assert not shortened.shortest
        best += len(shortened.moves) == optimum
    assert best >= 0.9 * len(SMALL)


def test_our_levels_from_bad_solutions() -> None:
    for pack in handmade_packs()[:2]:
        for level in pack.levels:
            bad = Dfs().solve(level, Budget(iterations=2000)).solution
            if bad is not None and len(level.solution) < 20:
                shortened = shorten(level, bad, Budget(iterations=200_000))
                assert len(shortened.moves) == len(level.solution), level.id


def test_moves_win_at_every_moment_and_only_get_shorter() -> None:
    level = load_level("mastery/wake-keke")
    shortener = Shortener(level.start(), level.solution.replace("u", "sudu"))
    lengths = [len(shortener.moves)]
    statistics: dict[str, int] = {}
    for _ in shortener.improve(Spending(Budget(iterations=30_000)), statistics):
        assert level.play(shortener.moves).won
        assert statistics["length"] == len(shortener.moves)
        lengths.append(len(shortener.moves))
    assert lengths == sorted(lengths, reverse=True)
    assert lengths[-1] == len(level.solution)


@pytest.mark.parametrize(
    ("level", "moves", "expected"),
    [
        (MAP, "rrr", Shortened("rrr", True)),
        (MAP, "rrrss", Shortened("rrr", True)),
        (MAP, "srlsrrsr", Shortened("rrr", True)),
        (f"{MAP}@rr", "lrr", Shortened("r", True)),
        (f"{MAP}@rrr", "u", Shortened("", True)),
        ("_____/_b.._/_B12_/_B13_/_____", "u", Shortened("u", True)),
    ],
)
def test_known_answers(level: str, moves: str, expected: Shortened) -> None:
    assert shorten(State.parse(level), moves, ENOUGH) == expected


def test_what_does_not_win_is_refused() -> None:
    with pytest.raises(ValueError, match="'rr' does not win"):
        shorten(Level.parse(MAP), "rr", ENOUGH)


@cache
def hard() -> tuple[State, str]:
    """A level with many states and a bad solution of some hundred moves."""
    level = load_level("mastery/rush-hour")
    bad = Dfs().solve(level, Budget(iterations=40_000)).solution
    assert bad is not None
    return level.start(), bad


@pytest.mark.parametrize("iterations", [0, 1, 7, 100, 5000])
def test_iterations_and_steps_are_kept(iterations: int) -> None:
    start, bad = hard()
    for budget in (Budget(iterations=iterations), Budget(steps=iterations)):
        shortener, spending = Shortener(start, bad), Spending(budget)
        for _ in shortener.improve(spending, {}):
            pass
        limit, spent = (
            (budget.iterations, spending.iterations)
            if budget.steps is None
            else (budget.steps, spending.steps)
        )
        assert limit is not None
        assert spent <= limit
        assert start.play(shortener.moves).won


def test_memory_is_kept() -> None:
    start, bad = hard()
    for limit in (1 << 20, 8 << 20, 20 << 20):
        spending = Spending(Budget(memory=limit, seconds=5))
        for _ in Shortener(start, bad).improve(spending, {}):
            pass
        assert spending.peak_memory <= limit


def test_seconds_are_kept() -> None:
    """Loosely, as machines are shared: the overrun is far below what the next round would take."""
    start, bad = hard()
    spending = Spending(Budget(seconds=0.2))
    for _ in Shortener(start, bad).improve(spending, {}):
        pass
    assert spending.seconds < 1.0


def test_the_same_again() -> None:
    start, bad = hard()
    budget = Budget(iterations=20_000)
    assert shorten(start, bad, budget) == shorten(start, bad, budget)


@pytest.mark.parametrize("case", RECORDED, ids=[str(each["level"]) for each in RECORDED])
def test_it_does_as_recorded(case: dict[str, Any]) -> None:
    """Compare with records of the version in Python and NumPy, to the last step."""
    start = load_level(case["level"]).start()
    shortener = Shortener(start, case["given"], prove=case["prove"])
    spending = Spending(Budget(**case["budget"]))
    for _ in shortener.improve(spending, {}):
        pass
    found = {
        "moves": shortener.moves,
        "shortest": shortener.shortest,
        "iterations": spending.iterations,
        "steps": spending.steps,
    }
    assert found == {name: case[name] for name in found}


@pytest.mark.parametrize("case", RECORDED[::4], ids=[str(each["level"]) for each in RECORDED[::4]])
def test_pauses_change_nothing(case: dict[str, Any]) -> None:
    """Not even one after each piece of work."""
    start = load_level(case["level"]).start()
    given = bytes(parse_moves(case["given"]))
    native = _core.Shortener(start.level.core, start.row, given, case["prove"])
    pauses, more = -1, True
    while more:
        iterations = case["budget"].get("iterations", UNLIMITED) - native.iterations
        steps = case["budget"].get("steps", UNLIMITED) - native.steps
        more = native.advance(iterations, steps, float("inf"), UNLIMITED, 0.0)
        pauses += 1
    assert pauses > 0
    assert format_moves(native.moves) == case["moves"]
    assert (native.iterations, native.steps) == (case["iterations"], case["steps"])
    assert native.shortest == case["shortest"]


def test_what_is_done_on_a_level_that_counts_is_counted() -> None:
    start, bad = hard()

    def solver(level: Level) -> str:
        assert not shorten(level, bad, Budget(), prove=False).shortest
        return bad

    result = agent_of_function(solver)().solve(start, Budget(iterations=3000))
    assert 2900 < result.iterations <= 3000
    assert result.steps > 9000
