"""Sokoban: its statistics against other ways to find them, its solutions replayed, its goal."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given, settings

from babalab.generation.problems import Maps, SokobanProblem
from babalab.generation.problems.plain import measure_sokoban
from babalab.generation.problems.plain.sokoban import find_shortest_solution
from support.maps import LARGE, SIZES, many_maps
from support.sokoban import Room, fewest_moves, rooms

SOLUTION = SokobanProblem.statistics.index("solution")
XSB = str.maketrans(".o", " .")
"""From our characters to those Sokoban is usually written with."""


def room_of(problem: SokobanProblem, map_: Maps) -> Room:
    """The map with its border, as the other engine wants it."""
    wall = "#" * (problem.width + 2)
    lines = problem.text(map_).translate(XSB).split("\n")
    return Room.of("\n".join([wall, *(f"#{line}#" for line in lines), wall]))


def levels(problem: SokobanProblem, chance: np.random.Generator, count: int, most: int) -> Maps:
    """Maps with one player and as many crates as targets, so that the solver has work."""
    maps = np.where(chance.random((count, problem.cells)) < 0.15, 1, 0).astype(np.uint8)
    for map_ in maps:
        pairs = int(chance.integers(1, most + 1))
        places = chance.permutation(problem.cells)[: 1 + 2 * pairs]
        map_[places] = [2, *[3, 4] * pairs]
    return maps


def test_statistics_are_those_of_the_plain_twin() -> None:
    for problem, maps in many_maps(SokobanProblem, SIZES + LARGE, 8):
        measured = problem.measure(maps)
        for map_, statistics in zip(maps, measured, strict=True):
            if problem.cells > 60 and statistics[0] == 1 and statistics[1] == statistics[2] > 0:
                continue  # too many states for Python
            assert tuple(statistics) == measure_sokoban(map_.tolist(), problem.width)


@pytest.mark.parametrize(("width", "height", "most"), [(5, 5, 2), (4, 4, 3), (7, 3, 2), (3, 9, 1)])
def test_solutions_are_shortest_and_solve(width: int, height: int, most: int) -> None:
    problem = SokobanProblem(width=width, height=height, power=100_000)
    maps = levels(problem, np.random.default_rng(width), 80, most)
    solved = 0
    for map_, statistics in zip(maps, problem.measure(maps), strict=True):
        assert tuple(statistics) == measure_sokoban(map_.tolist(), width)
        solution, twin = problem.solve(map_), find_shortest_solution(map_.tolist(), width)
        assert (solution is None) == (twin is None)
        if solution is None or twin is None:
            assert statistics[SOLUTION] == 0
            continue
        room = room_of(problem, map_)
        assert len(solution) == len(twin) == statistics[SOLUTION] == fewest_moves(room)
        for moves in (solution, twin):
            after = room
            for letter in moves:
                after = after.step(letter)
            assert after.won
        solved += 1
    assert solved >= 4


@given(rooms(most=9, boxes=2))
@settings(max_examples=40, deadline=None)
def test_any_room_takes_the_fewest_moves(rows: list[str]) -> None:
    # What stands on a target there can't be said in our tiles; it is beside the target here.
    text = "\n".join(row[1:-1] for row in rows[1:-1]).replace("+", "@").replace("*", "$")
    text = text.replace(".", "o").replace(" ", ".")
    problem = SokobanProblem(width=len(rows[0]) - 2, height=len(rows) - 2, power=100_000)
    map_ = problem.parse(text)
    statistics = problem.measure(map_[None])[0]
    fits = statistics[1] == statistics[2] > 0 and statistics[3] == 1
    expected = fewest_moves(room_of(problem, map_)) if fits else None
    assert statistics[SOLUTION] == (expected or 0)


def test_a_solution_in_a_room_of_the_largest_size() -> None:
    # 59 pushes to the right and 61 down, and between them two steps around the crate.
    problem = SokobanProblem(width=64, height=64)
    grid = np.zeros((64, 64), dtype=np.uint8)
    grid[1, 0], grid[1, 1], grid[62, 60] = 2, 3, 4
    solution = problem.solve(grid.reshape(-1))
    assert solution is not None
    assert len(solution) == 59 + 2 + 61
    assert (solution.count("r"), solution.count("d"), solution.count("l")) == (60, 61, 0)


def test_the_power_of_the_solver_is_a_limit() -> None:
    line = "@$" + "." * 19 + "o"
    weak = SokobanProblem(width=len(line), height=1, power=5)
    strong = SokobanProblem(width=len(line), height=1, power=20)
    map_ = weak.parse(line)
    assert weak.solve(map_) is None
    assert weak.measure(map_[None])[0, SOLUTION] == 0
    assert strong.solve(map_) == "r" * 20


def judged(line: str, **parameters: int) -> tuple[float, bool]:
    """What a corridor costs, and whether it is a goal."""
    problem = SokobanProblem(width=len(line), height=1, **parameters)
    perfect = np.array([1, 1, 1, 1, 0, 0, 20, 0], dtype=np.float64)
    found = problem.judge(problem.parse(line)[None], perfect)
    return -float(found.fitness[0]), bool(found.reached[0])


CORRIDOR = "@......$............o"
"""The player ends beside the target, 19 cells from where it began."""


@pytest.mark.parametrize(
    ("line", "cost", "reached"),
    [
        (CORRIDOR, 1, False),  # 19 moves
        ("." + CORRIDOR, 1, False),
        (CORRIDOR.replace("@", "@."), 0, True),  # 20
        (CORRIDOR.replace("@", "@...."), 0, True),  # 23
        (CORRIDOR.replace("@", "@.@."), 3 + 20, False),  # two players
        (CORRIDOR.replace("@", "@.") + ".o", 2 + 20, False),  # a target too many
        (CORRIDOR.replace("@", "@.") + ".$o", 20, False),  # unsolvable
        (CORRIDOR.replace("@", "@.") + "#.", 5 + 20, False),  # two regions
        (CORRIDOR.replace("$", "."), 2 + 2 + 20, False),  # no crate
        (CORRIDOR.replace("$", ".").replace("o", "."), 2 + 2 + 20, False),  # nor a target
    ],
)
def test_both_sides_of_the_goal(line: str, cost: float, reached: bool) -> None:
    assert judged(line) == (cost, reached)


def test_the_moves_wanted_are_a_parameter() -> None:
    assert judged(CORRIDOR, moves=19) == (0, True)


def test_many_crates_are_a_goal_all_the_same() -> None:
    problem = SokobanProblem(width=5, height=4)
    map_ = problem.parse("@$..o\n.$..o\n.$..o\n.$..o")
    judged_one = problem.judge(map_[None], problem.measure(map_[None])[0])
    assert judged_one.statistics[0, SOLUTION] == fewest_moves(room_of(problem, map_)) >= 20
    assert judged_one.reached[0]
    three = np.array([1, 3, 3, 1, 0, 0, 24, 0], dtype=np.float64)
    assert problem.judge(map_[None], three).fitness[0] == -2 * (1 + 1)  # one of each too many
