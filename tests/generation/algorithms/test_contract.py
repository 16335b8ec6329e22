"""What every algorithm keeps to, whatever it is and whatever it is used on."""

from __future__ import annotations

import numpy as np
import pytest

from babalab.base.budget import Budget
from babalab.generation.algorithms import algorithms, make_algorithm
from babalab.generation.problems import Problem, make_problem
from babalab.generation.problems.plain import measure_binary, measure_sokoban, measure_zelda
from babalab.generation.representations import representation_named
from babalab.generation.searching import SearchResult, search
from support.likeness import IMPOSSIBLE, Likeness

NAMES = sorted(name for name, kind in algorithms().items() if not kind.only)
WAYS = ["narrow", "turtle", "wide"]
TWINS = {
    "binary": measure_binary,
    "zelda": measure_zelda,
    "sokoban": measure_sokoban,
}


def found(problem: Problem, algorithm: str, way: str, seed: int, evaluations: int) -> SearchResult:
    return search(
        problem,
        make_algorithm(algorithm),
        representation_named(way),
        seed=seed,
        limits=Budget(evaluations=evaluations),
    )


def test_all_algorithms_of_the_paper_are_there() -> None:
    paper = {"bfs", "dfs", "gbfs", "mcts", "hill-climbing", "annealing", "es", "ga"}
    assert paper | {"map-elites"} <= set(NAMES)


@pytest.mark.parametrize("way", WAYS)
@pytest.mark.parametrize("name", NAMES)
def test_a_seed_gives_the_same_search_and_others_give_others(name: str, way: str) -> None:
    problem = Likeness(width=4, height=3, alike=IMPOSSIBLE)

    def result(seed: int) -> tuple[object, ...]:
        each = found(problem, name, way, seed, 700)
        return each.map.tolist(), each.fitness, each.evaluations, each.depth, each.curve

    results = [result(seed) for seed in (3, 4, 5)]
    assert result(3) == results[0]
    assert results[1] != results[0] != results[2] != results[1]
    assert results[0][2] == 700


@pytest.mark.parametrize("way", WAYS)
@pytest.mark.parametrize("name", NAMES)
def test_the_result_does_not_depend_on_how_many_maps_are_judged_at_a_time(
    name: str, way: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    problem = Likeness(width=4, height=2, alike=7)
    results = []
    for batch in (1, 7, 5000):
        monkeypatch.setattr(Likeness, "batch", batch)
        each = found(problem, name, way, 11, 3000)
        results.append((each.map.tolist(), each.evaluations, each.depth, each.reached))
    assert results[0] == results[1] == results[2]


@pytest.mark.parametrize("way", WAYS)
@pytest.mark.parametrize("name", NAMES)
@pytest.mark.parametrize(
    "spec",
    [
        "binary:width=5,height=4,path=4",
        "zelda:width=5,height=4,enemy=2,path=6",
        "sokoban:width=4,height=4,moves=4",
    ],
)
def test_none_claims_success_with_a_map_that_misses_the_goal(
    name: str, way: str, spec: str
) -> None:
    problem = make_problem(spec)
    twin = TWINS[problem.name]
    for seed in (1, 2):
        each = found(problem, name, way, seed, 1500)
        start = problem.random_maps(np.random.default_rng(seed), 1)[0]
        first, last = (
            dict(zip(problem.statistics, twin(map_.tolist(), problem.width), strict=True))
            for map_ in (start, each.map)
        )
        cost = {"start": 0.0, "end": 0.0}
        misses = 0
        for want in problem.wants:
            base = first[want.statistic] if want.gained else 0
            low, high = want.low + base, want.high + base
            for which, statistics in (("start", first), ("end", last)):
                value = statistics[want.statistic]
                cost[which] += want.weight * max(low - value, value - high, 0)
            misses += want.required and not low <= last[want.statistic] <= high
        assert each.reached == (misses == 0)
        assert each.fitness == pytest.approx(cost["start"] - cost["end"])


@pytest.mark.parametrize("name", sorted(set(NAMES) - {"bfs", "dfs", "mcts"}))
def test_those_that_look_at_fitness_find_what_is_easy(name: str) -> None:
    each = found(Likeness(width=4, height=3), name, "wide", 1, 6000)
    assert each.reached
    assert each.map.tolist() == [0, 1, 2] * 4
