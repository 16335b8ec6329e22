"""Generating maps: different ones, the same for any number of workers, everything counted."""

from __future__ import annotations

import sys
from dataclasses import dataclass
from pathlib import Path
from typing import Any, ClassVar

import numpy as np
import pytest

from babalab.base.budget import Budget
from babalab.execution.errors import ExecutionError
from babalab.execution.in_this_process import InThisProcess
from babalab.execution.workers import Workers
from babalab.generation import (
    Algorithm,
    Archive,
    Candidates,
    GenerationError,
    MapMaker,
    Maps,
    SearchContext,
    Searches,
    SearchResult,
    generate_maps,
    make_algorithm,
    make_problem,
    problem_named,
    representation_named,
    search,
)
from babalab.generation.algorithms import Search
from babalab.generation.seeded_runs import run_searches
from support.problems import STRIPES

TINY = make_problem("binary:width=2,height=2,path=1")
"""Few maps have a way that is longer by one."""
SMALL = make_problem("binary:width=5,height=5,path=3")
GA, WIDE = make_algorithm("ga"), representation_named("wide")


def making(
    problem: object = SMALL, *, seed: int = 1, evaluations: int = 2_000, **more: object
) -> MapMaker:
    limits = Budget(evaluations=evaluations)
    return MapMaker(Searches(problem, GA, WIDE, seed, limits), **more)  # type: ignore[arg-type]


def test_all_are_as_wanted_and_different() -> None:
    made = making(count=12)
    maps = list(made.run())
    assert maps == made.maps
    assert made.is_done
    assert len({SMALL.canonical(each.map) for each in maps}) == 12
    for each in maps:
        again = search(SMALL, GA, WIDE, seed=each.seed, limits=made.searches.limits)
        assert (again.map == each.map).all(), "the seed is that of the search"
        assert again.reached
        assert again.evaluations == each.evaluations


def test_mirror_images_are_left_out_and_there_is_an_end() -> None:
    made = making(TINY, count=50, max_searches=40)
    maps = list(made.run())
    assert made.search_count == 40
    assert not made.is_done
    assert made.repeated + made.failed + len(maps) == 40
    assert made.repeated > 0
    forms = set()
    for each in maps:
        grid = each.map.reshape(2, 2)
        images = {np.rot90(turned, k).tobytes() for turned in (grid, grid.T) for k in range(4)}
        assert not images & forms
        forms |= images
    assert made.evaluations >= 40


def test_the_same_maps_for_any_number_of_workers() -> None:
    alone, together = making(count=5), making(count=5, executor=Workers(2))
    expected = [each.map.tobytes() for each in alone.run()]
    seen: dict[int, int] = {}
    maps = list(together.run(lambda number, found: seen.update({number: found.evaluations})))
    assert [each.map.tobytes() for each in maps] == expected
    assert [each.number for each in together.maps] == [each.number for each in alone.maps]
    # What Ctrl-C keeps is what was seen, also of a search whose turn to come out is not yet.
    assert {each.number: seen[each.number] for each in maps} == {
        each.number: each.evaluations for each in maps
    }


class Noting(InThisProcess):
    """Takes note of whether outcomes have to come in order."""

    def run(self, tasks: Any, **options: Any) -> Any:
        self.ordered = options["ordered"]
        return super().run(tasks, **options)


@pytest.mark.parametrize(("evaluations", "ordered"), [(20, True), (None, False)])
def test_searches_come_in_order_only_where_they_must(
    evaluations: int | None, ordered: bool
) -> None:
    executor = Noting()
    searches = Searches(TINY, GA, WIDE, 1, Budget(0.01, evaluations=evaluations))
    assert [each.number for each in run_searches(searches, 3, executor)] == [0, 1, 2]
    assert executor.ordered is ordered


def test_what_misses_the_goal_is_counted() -> None:
    impossible = make_problem("binary:width=3,height=3,path=40")
    made = making(impossible, count=2, evaluations=40)
    assert list(made.run()) == []
    assert made.failed == made.search_count == 6, "three searches for each"
    assert made.nearest is not None
    assert not made.nearest.reached
    fitness = [made.searches.search(number).fitness for number in range(6)]
    assert made.nearest.fitness == max(fitness) > min(fitness)


def test_watchers_see_every_search() -> None:
    seen: set[int] = set()
    made = making(count=3)
    list(made.run(lambda number, _found: seen.add(number)))
    assert {each.number for each in made.maps} <= seen


@dataclass(frozen=True, kw_only=True)
class Keeper(Algorithm):
    """Random maps, kept by two statistics."""

    name: ClassVar[str] = "keeper"
    stops_at_goal: ClassVar[bool] = False

    def search(self, context: SearchContext) -> Search:
        problem = context.problem
        columns = [problem.statistics.index(each.statistic) for each in problem.measures]
        kept: dict[tuple[float, ...], tuple[Maps, Any, float]] = {}
        while True:
            maps = problem.random_maps(context.chance, 20)
            archive = None
            if kept:
                archive = Archive(
                    problem.measures,
                    np.stack([map_ for map_, _, _ in kept.values()]),
                    np.array([fitness for _, _, fitness in kept.values()]),
                    np.stack([statistics for _, statistics, _ in kept.values()]),
                    np.ones(len(kept), dtype=bool),
                    np.array(list(kept), dtype=np.int64),
                )
            judged = yield Candidates(maps, archive=archive)
            for number in np.flatnonzero(judged.reached):
                cell = tuple(judged.statistics[number, columns].tolist())
                kept[cell] = maps[number], judged.statistics[number], judged.fitness[number]


LIMITS = Budget(evaluations=3_000)


def test_ctrl_c_keeps_what_searches_have() -> None:
    made = MapMaker(Searches(SMALL, Keeper(), WIDE, 1, LIMITS), None)

    def interrupt(_number: int, found: SearchResult) -> None:
        if found.archive is not None and len(found.archive.maps) > 3:
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        list(made.run(interrupt))
    assert len(made.maps) > 3
    assert made.search_count == 1


def test_an_archive_gives_many() -> None:
    maps = list(generate_maps(SMALL, Keeper(), count=None, seed=2, limits=LIMITS))
    assert len(maps) > 5
    few = list(generate_maps(SMALL, Keeper(), count=4, seed=2, limits=LIMITS))
    assert [each.map.tobytes() for each in few] == [each.map.tobytes() for each in maps[:4]]
    places = [SMALL.statistics.index(each.statistic) for each in SMALL.measures]
    assert len({tuple(each.statistics[places]) for each in few}) == 4
    start = SMALL.random_maps(np.random.default_rng(maps[0].seed), 1)
    judged = SMALL.judge(np.stack([each.map for each in maps]), SMALL.measure(start)[0])
    assert judged.reached.all()


def test_levels_of_baba_are_finished() -> None:
    problem = make_problem("baba:width=6,height=6,longest=10")
    limits = Budget(evaluations=1_500)
    searches = Searches(
        problem, make_algorithm("hill-climbing"), representation_named("people"), 3, limits
    )
    made = MapMaker(searches, 2, max_searches=12)
    for each in made.run():
        assert each.finished is not None
        level = each.finished.level
        assert level.play(level.solution).won
        assert 1 <= len(level.solution) <= 10
        assert level.mechanics == each.finished.mechanics
    assert len(made.maps) == 2


@pytest.fixture
def mine(tmp_path: Path) -> str:
    file = tmp_path / "mine.py"
    file.write_text(STRIPES, encoding="utf-8")
    return str(file)


def test_a_problem_of_a_file_reaches_the_workers(mine: str) -> None:
    problem = make_problem(f"{mine}:dark=5")
    assert type(problem).__module__ in sys.modules
    maps = list(making(problem, count=3, executor=Workers(2)).run())
    assert [int(each.map.sum()) for each in maps] == [5, 5, 5]
    assert type(problem) is problem_named(mine)


PREPARED = '''
from dataclasses import dataclass
from typing import ClassVar

from babalab.generation import Algorithm, Candidates

READY = []


@dataclass(frozen=True, kw_only=True)
class Prepared(Algorithm):
    """Can't do without what is prepared when it is made."""

    name: ClassVar[str] = "prepared"

    def __post_init__(self):
        READY.append(True)

    def search(self, context):
        while READY:
            yield Candidates(context.problem.random_maps(context.chance, 10))
'''


def test_algorithms_are_prepared_in_the_workers(tmp_path: Path) -> None:
    file = tmp_path / "prepared.py"
    file.write_text(PREPARED, encoding="utf-8")
    searches = Searches(
        TINY, make_algorithm(str(file)), representation_named("wide"), 0, Budget(evaluations=500)
    )
    assert len(list(MapMaker(searches, 2, executor=Workers(2)).run())) == 2


@pytest.mark.parametrize(
    ("trouble", "told"),
    [
        ("error", r"RuntimeError: no ink \(mine\.py:\d+: raise RuntimeError"),
        ("odd", "no more ink"),
        ("end", "exit code 7"),
    ],
)
def test_what_goes_wrong_in_a_worker_is_told(trouble: str, told: str, mine: str) -> None:
    seen: list[int] = []
    made = making(make_problem(f"{mine}:trouble={trouble}"), count=1, executor=Workers(2))
    with pytest.raises(ExecutionError, match=told):
        list(made.run(lambda number, _result: seen.append(number)))
    assert 0 in seen, "what there was before"


@pytest.mark.parametrize("wrong", [{"count": 0}, {"max_searches": 0}])
def test_nothing_can_be_made_of_nothing(wrong: dict[str, int]) -> None:
    with pytest.raises(GenerationError):
        making(**wrong)  # type: ignore[arg-type]
