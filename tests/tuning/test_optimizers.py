"""Every optimiser, by ask and tell: it finds what is known, and the same seed finds the same."""

from __future__ import annotations

import math
import random
import sys
import warnings
from collections.abc import Sequence
from itertools import product

import numpy as np
import pytest

from babalab.base.errors import MissingExtraError
from babalab.tuning import (
    OPTIMIZERS,
    Point,
    Request,
    TuningError,
    TuningSpace,
    make_optimizer,
    minimize,
)

pytest.importorskip("pymoo", reason="the extra babalab[tune] is not installed")
pytest.importorskip("optuna", reason="the extra babalab[tune] is not installed")

from babalab.tuning.optimizers.nsga3 import partitions

MIXED = TuningSpace.of("mcts", ["c=0..10", "simulations=1..100000", "depth=1..40", "plays=1|5|9"])
FLAT = TuningSpace.of("mcts", ["c=0..10"])
TINY = TuningSpace.of("mcts", ["plays=1|5"])
SINGLE = [name for name, kind in OPTIMIZERS.items() if kind.for_one]
SEVERAL = [name for name, kind in OPTIMIZERS.items() if 2 in kind.objectives]
EVALUATIONS = 150
SLOW = {"es": 400}
"""With half of the offspring as parents there is little selection."""

Tried = list[tuple[Point, tuple[float, ...]]]


def cost(point: Point) -> list[float]:
    """Least, 0, at c = 3, depth = 25, plays = 5; the number of simulations makes little of it."""
    parts = [
        (float(point.get("c", 3)) - 3) ** 2,
        abs(float(point.get("depth", 25)) - 25) / 4,
        abs(float(point.get("plays", 5)) - 5),
        abs(math.log10(float(point.get("simulations", 1000))) - 3),
    ]
    return [sum(parts)]


def costs(point: Point) -> list[float]:
    """Two that can't both be least: the front is c from 2 to 6."""
    others = cost({**point, "c": 3})[0]
    c = float(point["c"])
    return [(c - 2) ** 2 + others, (c - 6) ** 2 + others]


def run(
    name: str,
    space: TuningSpace,
    evaluations: int = EVALUATIONS,
    objectives: int = 0,
    **wanted: int,
) -> Tried:
    objectives = objectives or (1 if name in SINGLE else 2)
    request = Request(space, objectives=objectives, **wanted)
    return minimize(make_optimizer(name, request), cost if objectives == 1 else costs, evaluations)


def least(tried: Tried) -> float:
    return min(found[0] for _, found in tried)


@pytest.mark.parametrize("name", [name for name in SINGLE if name != "random"])
def test_it_finds_the_best(name: str) -> None:
    """On average clearly nearer to it than random search."""
    evaluations = SLOW.get(name, EVALUATIONS)
    by_chance, found = (
        [least(run(each, MIXED, evaluations, seed=seed)) for seed in range(4)]
        for each in ("random", name)
    )
    assert np.mean(found) < 0.75 * np.mean(by_chance)


@pytest.mark.parametrize("name", SINGLE)
def test_it_finds_the_best_along_one_line(name: str) -> None:
    assert least(run(name, FLAT)) < 0.01


def test_ntbea_finds_the_best_through_noise() -> None:
    """Told 0 or 1, more often 0 where the cost is low, it comes to ask for points of low cost."""

    def asked(name: str, seed: int) -> float:
        chance = random.Random(seed)

        def noisy(point: Point) -> list[float]:
            return [float(chance.random() < min(1.0, 0.1 + cost(point)[0] / 20))]

        tried = minimize(make_optimizer(name, Request(MIXED, seed=seed)), noisy, 400)
        return float(np.mean([cost(point)[0] for point, _ in tried[200:]]))

    found = np.mean([asked("ntbea", seed) for seed in range(3)])
    assert found < 0.5 * np.mean([asked("random", seed) for seed in range(3)])


def hypervolume(tried: Tried, corner: float = 30.0) -> float:
    """The area that two costs leave behind them, up to a corner."""
    area, height = 0.0, corner
    for one, other in sorted(found for _, found in tried):
        if one < corner and other < height:
            area += (corner - one) * (height - other)
            height = other
    return area


@pytest.mark.parametrize("name", ["nsga2", "nsga3", "bo"])
def test_it_finds_the_front(name: str) -> None:
    def typical(which: str) -> float:
        runs = [run(which, MIXED, objectives=2, seed=seed) for seed in range(3)]
        return float(np.mean([hypervolume(tried) for tried in runs]))

    assert typical(name) > typical("random")


@pytest.mark.parametrize("name", OPTIMIZERS)
def test_the_same_seed_is_the_same_run(name: str) -> None:
    """Whatever the program draws in between, and however long either goes on."""
    objectives = 1 if name in SINGLE else 2

    def disturbing(point: Point) -> list[float]:
        random.random()
        np.random.random()  # what cma draws from
        return cost(point) if objectives == 1 else costs(point)

    long = run(name, MIXED, seed=3)
    optimizer = make_optimizer(name, Request(MIXED, objectives, seed=3))
    assert minimize(optimizer, disturbing, 95) == long[:95]
    assert run(name, MIXED, 40, seed=4) != long[:40]
    assert run(name, MIXED, 40, seed=0) == run(name, MIXED, 40, seed=0)  # to cma 0 is no seed


@pytest.mark.parametrize("name", OPTIMIZERS)
def test_the_program_keeps_its_random_numbers(name: str) -> None:
    random.seed(99)
    np.random.seed(99)
    before = random.getstate(), np.random.get_state()[1].tolist()  # type: ignore[union-attr]
    run(name, MIXED, 40)
    assert (random.getstate(), np.random.get_state()[1].tolist()) == before  # type: ignore[union-attr]


def test_the_program_keeps_its_generators_and_warnings() -> None:
    make, filters = np.random.default_rng, list(warnings.filters)
    run("nsga3", MIXED, 40)
    assert np.random.default_rng is make
    assert warnings.filters == filters


@pytest.mark.parametrize("name", OPTIMIZERS)
def test_an_objective_that_never_changes(name: str) -> None:
    objectives = 1 if name in SINGLE else 3
    request = Request(MIXED, objectives=objectives)
    tried = minimize(make_optimizer(name, request), lambda _: [0.0] * objectives, 120)
    assert len(tried) == 120
    mixed = Request(MIXED, objectives=2)
    if name in SEVERAL:
        minimize(make_optimizer(name, mixed), lambda point: [1.0, *cost(point)], 60)


@pytest.mark.parametrize("name", OPTIMIZERS)
def test_a_space_of_two_points(name: str) -> None:
    def plays(point: Point) -> Sequence[float]:
        return [float(point["plays"])] * objectives

    objectives = 1 if name in SINGLE else 2
    tried = minimize(make_optimizer(name, Request(TINY, objectives=objectives)), plays, 60)
    assert {point["plays"] for point, _ in tried} == {1, 5}


@pytest.mark.parametrize("name", OPTIMIZERS)
def test_values_are_of_their_kind(name: str) -> None:
    for point, _ in run(name, MIXED, 40):
        assert isinstance(point["c"], float)
        assert isinstance(point["depth"], int)
        assert point["plays"] in (1, 5, 9)
        MIXED.agent(point)


@pytest.mark.parametrize("name", OPTIMIZERS)
def test_it_can_start_from_where_the_agent_is(name: str) -> None:
    request = Request(MIXED, 1 if name in SINGLE else 2, start_from_current=True)
    first = make_optimizer(name, request).ask()[0]
    assert first == MIXED.current
    assert run(name, MIXED, 1)[0][0] != MIXED.current


@pytest.mark.parametrize("name", OPTIMIZERS)
def test_asking_and_telling(name: str) -> None:
    objectives = 1 if name in SINGLE else 2
    optimizer = make_optimizer(name, Request(MIXED, objectives))
    points = optimizer.ask()
    assert optimizer.ask() == points
    good = [[1.0] * objectives] * len(points)
    for wrong in (good[1:], [[*row, 1.0] for row in good], [[math.nan] * objectives] * len(points)):
        with pytest.raises(ValueError, match=r"rows|about"):
            optimizer.tell(points, wrong)
    with pytest.raises(ValueError, match="the points that ask gave last"):
        optimizer.tell([*points[1:], points[0], points[0]], good)
    optimizer.tell(points, good)
    with pytest.raises(ValueError, match="the points that ask gave last"):
        optimizer.tell(points, good)


@pytest.mark.parametrize(
    ("name", "first", "then"),
    [("cma", 12, 12), ("ga", 12, 12), ("de", 12, 12), ("es", 6, 12), ("ps", 12, 1),
     ("cma-es", 12, 12), ("nsga2", 12, 12), ("nsga3", 12, 12), ("ntbea", 1, 1), ("bo", 1, 1),
     ("random", 12, 12)],
)  # fmt: skip
def test_how_many_are_asked_for_at_a_time(name: str, first: int, then: int) -> None:
    objectives = 1 if name in SINGLE else 2
    optimizer = make_optimizer(name, Request(MIXED, objectives, population=12))
    points = optimizer.ask()
    assert len(points) == first
    measure = cost if objectives == 1 else costs
    optimizer.tell(points, [measure(point) for point in points])
    assert len(optimizer.ask()) == then


@pytest.mark.parametrize("objectives", range(2, 7))
@pytest.mark.parametrize("population", [6, 10, 20, 50])
def test_das_dennis_directions_fit_the_population(objectives: int, population: int) -> None:
    """Counted one by one: the whole numbers that add up to the number of partitions."""

    def count(parts: int) -> int:
        return sum(sum(each) == parts for each in product(range(parts + 1), repeat=objectives))

    parts = partitions(objectives, population)
    assert count(parts) <= population
    if parts < 6:
        assert count(parts + 1) > population
    optimizer = make_optimizer("nsga3", Request(MIXED, objectives, population))
    directions = optimizer._running.ref_dirs  # type: ignore[attr-defined]
    assert directions.shape == (count(parts), objectives)
    assert directions.sum(axis=1) == pytest.approx(1)


@pytest.mark.parametrize(
    ("objectives", "population", "parts", "count"), [(5, 20, 12, 1820), (2, 10, 4, 5)]
)
def test_das_dennis_directions_of_the_program(
    objectives: int, population: int, parts: int, count: int
) -> None:
    """More directions than members are allowed, if that is what is asked for."""
    request = Request(MIXED, objectives, population, partitions=parts)
    optimizer = make_optimizer("nsga3", request)
    assert optimizer._running.ref_dirs.shape == (count, objectives)  # type: ignore[attr-defined]
    points = optimizer.ask()
    assert len(points) == population
    optimizer.tell(points, [cost(point) * objectives for point in points])
    assert len(optimizer.ask()) == population


@pytest.mark.parametrize(
    ("name", "wanted", "words"),
    [
        ("gaa", {}, "no optimiser 'gaa'; did you mean 'ga'"),
        ("ga", {"objectives": 2}, "ga is for one objective, and there are 2.* nsga2, nsga3, bo"),
        ("nsga2", {"objectives": 1}, "nsga2 is for several objectives, and there is one"),
        ("nsga3", {"objectives": 12}, "at least one direction for each of the 12 .*--population"),
        ("ga", {"population": 3}, "a population of 3 is too small; use 4 or more"),
        ("bo", {"sampler": "x"}, "no sampler 'x'; known samplers: 'tpe', 'gp'"),
        ("ga", {"seed": -1}, "-1 can't be a seed"),
        ("nsga3", {"objectives": 2, "partitions": 0}, "0 partitions make no directions"),
        ("nsga3", {"objectives": 9, "partitions": 99}, "more than 100,000 directions; use fewer"),
    ],
)
def test_what_makes_no_sense(name: str, wanted: dict[str, int], words: str) -> None:
    with pytest.raises(TuningError, match=words):
        make_optimizer(name, Request(MIXED, **wanted))


def ellipsoid(point: Point) -> list[float]:
    """A long narrow valley, not along any dimension."""
    place = TURN @ (np.array([float(each) for each in point.values()]) - 0.2)
    return [float(((place * SCALE) ** 2).sum())]


LONG = TuningSpace.of("heuristic", ["weights=-1..1"])
SCALE = np.logspace(0, 2, len(LONG.dimensions))
TURN = np.linalg.qr(np.random.default_rng(0).normal(size=(len(SCALE), len(SCALE))))[0]


def test_our_covariance_matrix_adaptation_is_as_good_as_pymoos() -> None:
    """In a valley that nothing without a covariance matrix gets along quickly."""

    def found(name: str) -> float:
        return float(np.median([
            min(losses[0] for _, losses in minimize(
                make_optimizer(name, Request(LONG, population=10, seed=seed)), ellipsoid, 600
            ))
            for seed in range(3)
        ]))  # fmt: skip

    ours = found("cma")
    assert ours < 1.5 * found("cma-es")
    assert ours < found("ga") / 2


def test_covariance_matrix_adaptation_begins_anew() -> None:
    """Where a generation after the other brings nothing better, and always somewhere else."""
    optimizer = make_optimizer("cma", Request(FLAT, population=4))
    starts = set()
    for _ in range(80):
        points = optimizer.ask()
        if optimizer._mean is None:  # type: ignore[attr-defined]
            starts.add(str(points))
        optimizer.tell(points, [[1.0]] * 4)
    assert len(starts) > 2


def test_gaussian_processes_need_an_extra(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "torch", None)
    with pytest.raises(MissingExtraError, match=r"babalab\[tune-gp\]"):
        make_optimizer("bo", Request(MIXED, sampler="gp"))


def test_gaussian_processes() -> None:
    pytest.importorskip("torch", reason="needs babalab[tune-gp]")
    found = [
        minimize(
            make_optimizer("bo", Request(MIXED, sampler="gp", seed=seed, population=4)), cost, 6
        )
        for seed in (0, 0)
    ]
    assert found[0] == found[1]
