"""Evolution strategy and genetic algorithm: who stays, who has children, and which."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from babalab.generation.algorithms import Genetic, MuPlusLambda
from babalab.generation.algorithms.crossover import cross
from babalab.generation.algorithms.ga import select_by_rank
from babalab.generation.errors import GenerationError
from babalab.generation.problems.values import Judgement
from support.chi_square import assert_fits
from support.likeness import IMPOSSIBLE, Likeness, asked_by, context_for

PROBLEM = Likeness(width=5, height=4, alike=IMPOSSIBLE)


def differences(one: np.ndarray, other: np.ndarray) -> int:
    return int((one != other).sum())


def test_es_first_asks_about_random_maps_then_about_mutants_of_the_best() -> None:
    context = context_for(PROBLEM)
    told = asked_by(MuPlusLambda(parents=3, children=7), context, 30)
    assert [len(asked.maps) for asked, _ in told] == [9] + [7] * 29
    population = [(0.0, context.start), *zip(told[0][1].fitness, told[0][0].maps, strict=True)]
    for asked, judged in told[1:]:
        population.sort(key=lambda each: -each[0])  # it is stable: older ones stay in front
        parents = population[:3]
        for number, child in enumerate(asked.maps):
            assert differences(child, parents[number % 3][1]) <= 1
        population = parents + list(zip(judged.fitness, asked.maps, strict=True))


def test_ga_never_loses_its_best() -> None:
    algorithm = Genetic(size=12, elite=2, crossover=0.0)
    context = context_for(PROBLEM, seed=3)
    told = asked_by(algorithm, context, 40)
    assert [len(asked.maps) for asked, _ in told] == [11] + [10] * 39
    population = [(0.0, context.start), *zip(told[0][1].fitness, told[0][0].maps, strict=True)]
    best = []
    for asked, judged in told[1:]:
        population.sort(key=lambda each: -each[0])
        best.append(population[0][0])
        # Without crossover every child is one change away from one of the population.
        for child in asked.maps:
            assert min(differences(child, map_) for _, map_ in population) <= 1
        population = population[:2] + list(zip(judged.fitness, asked.maps, strict=True))
    assert best == sorted(best)
    assert best[-1] > best[0]


def test_the_elite_goes_on_having_children() -> None:
    # Everything else is told to be bad: what is kept is the start map, and most come from it.
    context = context_for(PROBLEM, seed=4)
    asking = Genetic(size=2, elite=1, crossover=0.0).search(context)
    asked, away = next(asking), []
    for _ in range(80):
        asked = asking.send(Judgement(np.zeros((1, 3)), np.array([-50.0]), np.array([False])))
        away.append(differences(asked.maps[0], context.start))
    assert sum(each <= 1 for each in away) > 40
    assert max(away) > 1  # the other is a parent too, if less often


def test_children_by_crossover_alone_have_nothing_new() -> None:
    context = context_for(PROBLEM, seed=5)
    told = asked_by(Genetic(size=10, crossover=1.0, mutation=0.0), context, 2)
    first = np.concatenate([context.start[None], told[0][0].maps])
    for child in told[1][0].maps:
        pairs = [
            (one, other)
            for one in first
            for other in first
            if np.logical_or(child == one, child == other).all()
        ]
        assert pairs


def test_as_in_the_authors_code_crossover_changes_nothing() -> None:
    """Every child is a parent, or one change away from it, though the draws are the same."""
    algorithm = Genetic(size=10, crossover=1.0, mutation=0.0, keeps="parent")
    context = context_for(PROBLEM, seed=5)
    told = asked_by(algorithm, context, 20)
    first = {map_.tobytes() for map_ in [context.start, *told[0][0].maps]}
    for asked, _ in told[1:]:
        assert {child.tobytes() for child in asked.maps} <= first
    mutating = asked_by(Genetic(size=10, keeps="parent"), context_for(PROBLEM, seed=5), 2)
    parents = [context.start, *mutating[0][0].maps]
    away = [min(differences(child, each) for each in parents) for child in mutating[1][0].maps]
    assert max(away) <= 1


def test_the_elite_must_leave_room_for_children() -> None:
    with pytest.raises(GenerationError, match=r"elite=5: it must be less .* population, 5"):
        Genetic(size=5, elite=5)


@given(st.integers(1, 12), st.integers(0, 2**32))
def test_crossover_takes_one_stretch_from_the_other(cells: int, seed: int) -> None:
    one, other = np.zeros(cells, dtype=np.uint8), np.ones(cells, dtype=np.uint8)
    child = cross(one, other, np.random.default_rng(seed))
    text = "".join(map(str, child.tolist()))
    assert text.strip("0") == "1" * text.count("1") != ""
    assert not one.any()


def test_all_stretches_of_crossover_are_alike() -> None:
    one, other = np.zeros(4, dtype=np.uint8), np.ones(4, dtype=np.uint8)
    chance = np.random.default_rng(1)
    counts: dict[tuple[int, ...], int] = {}
    for _ in range(3000):
        child = tuple(cross(one, other, chance).tolist())
        counts[child] = counts.get(child, 0) + 1
    assert len(counts) == 4 * 5 // 2
    assert_fits(list(counts.values()), [1] * 10)


@pytest.mark.parametrize("size", [1, 2, 5, 30])
def test_selection_by_rank(size: int) -> None:
    chance = np.random.default_rng(2)
    selected = [select_by_rank(size, chance) for _ in range(6000)]
    assert_fits(np.bincount(selected, minlength=size), list(range(size, 0, -1)))
