"""Zelda: its statistics against two other ways to find them, and both sides of its goal."""

from __future__ import annotations

import numpy as np
import pytest

from babalab.generation.problems import ZeldaProblem
from babalab.generation.problems.plain import measure_zelda
from support.maps import LARGE, SIZES, all_distances, count_parts, many_maps

GOOD = "b....@.........k.........D"
"""A corridor: five steps to the enemy, ten to the key and ten more to the door."""
EMPTY, SOLID, PLAYER, KEY, DOOR, BAT, SCORPION, SPIDER = range(8)


def one_of_each(problem: ZeldaProblem, chance: np.random.Generator, count: int) -> np.ndarray:
    """Maps with one player, key and door, few walls and some enemies: ways are mostly there."""
    maps = np.where(chance.random((count, problem.cells)) < 0.15, SOLID, EMPTY).astype(np.uint8)
    for map_ in maps:
        places = chance.permutation(problem.cells)[:5]
        map_[places] = [PLAYER, KEY, DOOR, *chance.choice([BAT, SCORPION, SPIDER, EMPTY], 2)]
    return maps


def test_statistics_are_those_of_the_plain_twin() -> None:
    for problem, maps in many_maps(ZeldaProblem, SIZES + LARGE, 8):
        expected = [measure_zelda(map_.tolist(), problem.width) for map_ in maps]
        assert problem.measure(maps).tolist() == [list(map(float, row)) for row in expected]


def test_ways_are_those_of_all_pairs() -> None:
    chance = np.random.default_rng(5)
    problem = ZeldaProblem(width=6, height=5)
    seen = set()
    for map_ in one_of_each(problem, chance, 250):
        statistics = dict(zip(problem.statistics, problem.measure(map_[None])[0], strict=True))
        assert tuple(statistics.values()) == measure_zelda(map_.tolist(), problem.width)
        grid = map_.reshape(problem.height, problem.width)
        (player,), (key,), (door,) = (np.flatnonzero(map_ == tile) for tile in (PLAYER, KEY, DOOR))
        inside = (grid != SOLID) & (grid != DOOR)
        regions = count_parts(all_distances(inside))
        assert statistics["regions"] == regions
        enemies = np.flatnonzero(map_ >= BAT)
        nearest = path = 0.0
        to_door = np.inf
        if regions == 1:
            to_enemies = all_distances(inside & (grid != KEY))[player, enemies]
            nearest = min([problem.cells, *to_enemies]) if len(enemies) else 0
            to_door = all_distances(grid != SOLID)[key, door]
            path = all_distances(inside)[player, key] + (to_door if np.isfinite(to_door) else 0)
        assert statistics["nearest-enemy"] == nearest
        assert statistics["path-length"] == path
        assert statistics["winnable"] == np.isfinite(to_door)
        seen.add((regions == 1, bool(np.isfinite(to_door)), nearest == problem.cells))
    assert len(seen) >= 4  # doors behind walls and enemies behind keys were among them


def judged(line: str, **parameters: int) -> tuple[float, bool]:
    """What a corridor costs, and whether it is a goal."""
    problem = ZeldaProblem(width=len(line), height=1, **parameters)
    perfect = np.array([1, 1, 1, 2, 1, 5, 20, 1, 0], dtype=np.float64)
    found = problem.judge(problem.parse(line)[None], perfect)
    return -float(found.fitness[0]), bool(found.reached[0])


@pytest.mark.parametrize(
    ("line", "cost", "reached"),
    [
        (GOOD, 1, True),  # one enemy is fewer than wanted, and a map like that is still a goal
        ("s" + GOOD, 0, True),
        ("bsxbs" + GOOD, 1, True),  # six enemies
        (GOOD.replace(".D", "D"), 2, False),  # 19 steps
        (GOOD.replace("k.", ".k"), 1, True),  # 11 and 9 of them
        ("." + GOOD.replace("b.", "b"), 3, False),  # four steps to the enemy
        (GOOD.replace("b", "."), 12, False),  # no enemy at all
        (GOOD + "@", 1 + 3 + 10 + 20 + 1 + 5, False),  # two players, the other a region of its own
        ("@" + GOOD, 1 + 3 + 10 + 20 + 1, False),  # two players: without one, no ways
        (GOOD.replace(".k", "kk"), 1 + 3 + 20 + 1, False),
        (GOOD.replace(".D", "DD"), 1 + 3 + 20 + 1, False),
        (GOOD.replace("D", "."), 1 + 3 + 20 + 1, False),
        (GOOD + "#.", 1 + 5 + 10 + 20 + 1, False),  # two regions
        (GOOD.replace(".D", "#D"), 1 + 10 + 1, False),  # the door is walled in
    ],
)
def test_both_sides_of_the_goal(line: str, cost: float, reached: bool) -> None:
    assert judged(line) == (cost, reached)


def test_a_door_walled_in_is_no_goal_however_long_the_way_to_the_key() -> None:
    assert judged("b....@" + "." * 25 + "k#D") == (2, False)


def test_an_enemy_behind_the_key_is_far_enough() -> None:
    line = "@.kb" + "." * 20 + "D"
    problem = ZeldaProblem(width=len(line), height=1)
    statistics = problem.measure(problem.parse(line)[None])[0]
    assert statistics[problem.statistics.index("nearest-enemy")] == problem.cells


def test_limits_are_parameters() -> None:
    shorter = ("." + GOOD.replace("b.", "b")).replace(".D", "D")
    assert not judged(shorter)[1]
    assert judged(shorter, enemy=4, path=19)[1]
