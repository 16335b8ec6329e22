"""Binary: its statistics against two other ways to find them, and both sides of its goal."""

from __future__ import annotations

from itertools import chain

import numpy as np
import pytest

from babalab.generation.problems import BinaryProblem
from babalab.generation.problems.plain import measure_binary
from support.maps import LARGE, SIZES, all_distances, count_parts, many_maps

START = np.array([3.0, 5.0, 0.0])
"""A start map with three regions and a longest way of five steps: it costs 5 * 2 + 20."""


def test_statistics_are_those_of_the_plain_twin() -> None:
    for problem, maps in chain(
        many_maps(BinaryProblem, SIZES, 5), many_maps(BinaryProblem, LARGE, 1)
    ):
        expected = [measure_binary(map_.tolist(), problem.width) for map_ in maps]
        assert problem.measure(maps).tolist() == [list(map(float, row)) for row in expected]


def test_statistics_are_those_of_all_pairs() -> None:
    for problem, maps in many_maps(BinaryProblem, SIZES, 4):
        for map_, (regions, path, empty) in zip(maps, problem.measure(maps), strict=True):
            steps = all_distances(map_.reshape(problem.height, problem.width) == 0)
            assert regions == count_parts(steps)
            assert path == max(steps[np.isfinite(steps)], default=0)
            assert empty == np.count_nonzero(map_ == 0)


def test_the_longest_way_of_a_board_full_of_circles() -> None:
    # Sparse walls are where two sweeps to the farthest cell, a usual short cut, go wrong.
    problem = BinaryProblem(width=10, height=10)
    chance = np.random.default_rng(3)
    maps = (chance.random((150, problem.cells)) < 0.25).astype(np.uint8)
    for map_, path in zip(maps, problem.measure(maps)[:, 1], strict=True):
        assert path == measure_binary(map_.tolist(), 10)[1]


def test_a_snake_as_long_as_can_be() -> None:
    for side in (7, 15, 63):
        grid = np.zeros((side, side), dtype=np.uint8)
        grid[1::4, :-1] = grid[3::4, 1:] = 1
        problem = BinaryProblem(width=side, height=side)
        empty = np.count_nonzero(grid == 0)
        assert problem.measure(grid.reshape(1, -1)).tolist() == [[1, empty - 1, empty]]


@pytest.mark.parametrize(
    ("line", "fitness", "reached"),
    [
        ("." * 26 + "####", 30, True),  # 25 steps: 20 more than at the start
        ("." * 25 + "#####", 29, False),
        ("." * 26 + "###.", 25, False),  # two regions
        ("." * 30, 30, True),  # more than wanted costs nothing, and is worth nothing
        ("#" * 30, 0, False),  # no region, 1 from what is wanted, but no way either
    ],
)
def test_both_sides_of_the_goal(line: str, fitness: float, reached: bool) -> None:
    problem = BinaryProblem(width=30, height=1)
    judged = problem.judge(problem.parse(line)[None], START)
    assert (judged.fitness[0], judged.reached[0]) == (fitness, reached)


def test_the_way_to_gain_is_a_parameter() -> None:
    problem = BinaryProblem(width=30, height=1, path=19)
    assert problem.judge(problem.parse("." * 25 + "#####")[None], START).reached[0]
