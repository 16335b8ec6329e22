"""The reward for a path: up to the goal as in paper D's text, or without a cap as in its code."""

from __future__ import annotations

import math

import numpy as np
import pytest

from babalab.generation.problems import Problem, Want, make_problem

# By hand from the authors' code: weight, least and greatest value of each statistic but the path.
RANGES: dict[str, dict[str, tuple[float, float, float]]] = {
    "binary": {"regions": (5, 1, 1)},
    "zelda": {
        "player": (3, 1, 1), "key": (3, 1, 1), "door": (3, 1, 1), "regions": (5, 1, 1),
        "enemies": (1, 2, 5), "nearest-enemy": (2, 5, math.inf), "winnable": (1, 1, 1),
    },
    "sokoban": {
        "player": (3, 1, 1), "crates": (2, 1, 3), "targets": (2, 1, 3), "regions": (5, 1, 1),
        "difference": (2, 0, 0),
    },
}  # fmt: skip
PATHS = {"binary": "path-length", "zelda": "path-length", "sokoban": "solution"}


def pay(name: str, statistics: dict[str, float]) -> float:
    """What a map pays for all but its path."""
    return sum(
        weight * max(low - statistics[each], statistics[each] - high, 0)
        for each, (weight, low, high) in RANGES[name].items()
    )


def rows_of(problem: Problem, path: float) -> np.ndarray:
    """A map at the goal, but for a path of this length."""
    values = {want.statistic: max(want.low, 0.0) for want in problem.wants}
    values[PATHS[problem.name]] = path
    return np.array([[values.get(each, 0.0) for each in problem.statistics]])


@pytest.mark.parametrize("name", PATHS)
def test_without_a_cap_every_step_counts(name: str) -> None:
    # Small maps, so that some random ones have a path at all.
    problem = make_problem(f"{name}:width=4,height=2,cap=false")
    maps = problem.random_maps(np.random.default_rng(5), 4000)
    statistics = [
        dict(zip(problem.statistics, row.tolist(), strict=True)) for row in problem.measure(maps)
    ]
    lengths = [each[PATHS[name]] for each in statistics]
    assert len(set(lengths)) > 2
    first = int(np.argmax(lengths))
    judged = problem.judge(maps, problem.measure(maps[first : first + 1])[0])
    start = statistics[first]
    for now, fitness in zip(statistics, judged.fitness, strict=True):
        steps = now[PATHS[name]] - start[PATHS[name]]
        assert fitness == pay(name, start) - pay(name, now) + steps


@pytest.mark.parametrize("name", PATHS)
def test_the_goal_is_the_same_and_what_lies_beyond_is_not(name: str) -> None:
    """Of a map that gains 20 steps, one that gains 19 and one that gains 31."""
    capped, endless = make_problem(name), make_problem(f"{name}:cap=false")
    start = rows_of(capped, 0)[0]
    rows = np.concatenate([rows_of(capped, path) for path in (20, 19, 31)])
    for problem, beyond in ((capped, 0), (endless, 11)):
        fitness, reached = problem._judge.judge(rows, start)
        assert reached.tolist() == [True, False, True]
        assert (fitness - fitness[0]).tolist() == [0, -1, beyond]


def test_ranges_of_wants() -> None:
    capped = Want("path", 2, 3, 9, gained=True)
    assert capped.list_ranges() == [(2, 3, 9, True, True)]
    goal, beyond = capped._replace(capped=False).list_ranges()
    assert goal == (0, 3, 9, True, True)
    assert beyond[0] == 2
    assert beyond[-1] is False
