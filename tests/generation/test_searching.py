"""Driving a search: limits, goals, and what is kept."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import ClassVar

import numpy as np
import pytest

from babalab.base.budget import Budget
from babalab.generation.algorithms import (
    Algorithm,
    Archive,
    Candidates,
    Search,
    SearchContext,
    make_algorithm,
)
from babalab.generation.errors import GenerationError
from babalab.generation.problems.generated_map import GeneratedMap
from babalab.generation.problems.values import Judgement, Maps
from babalab.generation.representations import Wide
from babalab.generation.searching import SearchResult, collect_maps, search
from support.likeness import IMPOSSIBLE, Likeness

PROBLEM = Likeness(width=4, height=2)
HIDDEN = PROBLEM.hidden


def map_like(cells: int) -> Maps:
    """A map that is like the hidden one in so many cells."""
    map_ = HIDDEN.copy()
    map_[cells:] = (map_[cells:] + 1) % 3
    return map_


@dataclass(frozen=True, kw_only=True)
class Recited(Algorithm):
    """Asks about maps that were fixed beforehand, and notes what it is told."""

    name: ClassVar[str] = "recited"

    batches: tuple[Candidates, ...] = ()
    told: list[Judgement] | None = None

    def search(self, context: SearchContext) -> Search:
        del context
        for batch in self.batches:
            judged = yield batch
            if self.told is not None:
                self.told.append(judged)


class Endless(Recited):
    """The same, but it does not stop when a map reaches the goal."""

    stops_at_goal: ClassVar[bool] = False


def asking(*batches: list[int], kind: type[Recited] = Recited) -> Recited:
    """Asks about maps that are like the hidden one in so many cells."""
    return kind(
        batches=tuple(Candidates(np.stack(list(map(map_like, batch)))) for batch in batches)
    )


def run(algorithm: Algorithm, problem: Likeness = PROBLEM, **limits: float | None) -> SearchResult:
    wanted = Budget(**limits)  # type: ignore[arg-type]
    return search(problem, algorithm, Wide, seed=1, limits=wanted)


def start_alike(seed: int = 1) -> int:
    start = PROBLEM.random_maps(np.random.default_rng(seed), 1)[0]
    return int((start == HIDDEN).sum())


def test_an_algorithm_may_end_by_itself() -> None:
    found = run(asking([5], [7, 6], [4]))
    assert (found.reached, found.evaluations) == (False, 5)
    assert found.map.tolist() == map_like(7).tolist()
    assert found.fitness == 7 - start_alike()
    assert [(evaluations, fitness + start_alike()) for evaluations, fitness in found.curve] == [
        (1, start_alike()),
        (2, 5),
        (3, 7),
    ]


def test_an_algorithm_may_ask_nothing() -> None:
    found = run(asking())
    assert (found.evaluations, found.fitness, len(found.curve)) == (1, 0, 1)


def test_it_ends_at_the_first_map_that_reaches_the_goal() -> None:
    problem = Likeness(width=4, height=2, alike=6)
    algorithm = asking([3], [5, 6, 8, 7], [8])
    found = run(algorithm, problem)
    assert found.reached
    assert found.map.tolist() == map_like(6).tolist()
    assert found.evaluations == 4


def test_an_archive_goes_on_after_the_goal() -> None:
    problem = Likeness(width=4, height=2, alike=6)
    found = run(asking([3], [5, 6, 8, 7], [2], kind=Endless), problem)
    assert found.reached
    assert found.map.tolist() == map_like(6).tolist()  # the others cost as little
    assert found.evaluations == 7


def test_a_map_at_the_goal_is_better_than_any_that_misses_it() -> None:
    """Whatever their fitness; of those at the goal it is fitness that counts."""
    problem = Likeness(width=4, height=2, alike=6, shunned=5)
    cheap = np.full(8, 2, dtype=np.uint8)  # it misses the goal by 4, but has nothing shunned
    dear, better = map_like(8), map_like(6)  # with 3 and 2 cells of what is shunned
    orders = ([[cheap], [better], [cheap]], [[dear, cheap, better]], [[cheap, dear], [better]])
    for order in orders:
        batches = tuple(Candidates(np.stack(maps)) for maps in order)
        found = run(Endless(batches=batches), problem)
        assert found.reached
        assert found.map.tolist() == better.tolist()
    batches = (Candidates(cheap[None]), Candidates(np.stack([cheap, dear, better])))
    found = run(Recited(batches=batches), problem)
    assert (found.reached, found.map.tolist(), found.evaluations) == (True, dear.tolist(), 4)


def test_a_start_map_at_its_goal_is_the_result() -> None:
    found = run(make_algorithm("bfs"), Likeness(width=4, height=2, alike=0))
    assert (found.reached, found.evaluations, found.depth) == (True, 1, 0)
    assert found.map.tolist() == PROBLEM.random_maps(np.random.default_rng(1), 1)[0].tolist()


@pytest.mark.parametrize("name", ["bfs", "gbfs", "es", "map-elites", "mcts"])
@pytest.mark.parametrize("evaluations", [1, 2, 3, 51, 100])
def test_it_judges_exactly_as_many_maps_as_allowed(name: str, evaluations: int) -> None:
    problem = Likeness(width=4, height=2, alike=IMPOSSIBLE)
    assert run(make_algorithm(name), problem, evaluations=evaluations).evaluations == evaluations


def test_without_time_there_is_the_start_map() -> None:
    found = run(make_algorithm("ga"), Likeness(alike=IMPOSSIBLE), seconds=0)
    assert (found.evaluations, found.fitness) == (1, 0)


def test_time_ends_a_search() -> None:
    found = run(make_algorithm("annealing"), Likeness(alike=IMPOSSIBLE), seconds=0.05)
    assert found.evaluations > 1
    assert found.seconds >= 0.05


def test_maps_that_are_only_asked_about_are_never_the_result() -> None:
    told: list[Judgement] = []
    asked = Candidates(np.stack([map_like(4), map_like(8)]), results=1)
    found = run(Recited(batches=(asked, Candidates(map_like(5)[None])), told=told))
    assert (found.reached, found.evaluations) == (False, 4)
    assert found.map.tolist() == map_like(5).tolist()
    assert told[0].reached.tolist() == [False, True]


def test_results_may_begin_in_one_batch_and_end_in_the_next(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(Likeness, "batch", 2)
    asked = Candidates(np.stack([map_like(each) for each in (1, 2, 4, 8, 8)]), results=3)
    found = run(Recited(batches=(asked,)))
    assert found.map.tolist() == map_like(4).tolist()
    assert (found.evaluations, found.reached) == (6, False)


def test_depth_is_that_of_the_deepest_map_judged() -> None:
    maps = np.stack([map_like(1)] * 4)
    deep = (Candidates(maps, 3), Candidates(maps, np.array([1, 9, 4, 20])))
    assert run(Recited(batches=deep)).depth == 20
    assert run(Recited(batches=deep), evaluations=8).depth == 9
    goal = np.stack([map_like(1), map_like(8), map_like(1)])
    found = run(Recited(batches=(Candidates(goal, np.array([1, 9, 20])),)))
    assert (found.reached, found.depth) == (True, 9), "what comes after the goal is not counted"


def test_an_algorithm_may_use_its_array_again() -> None:
    class Thrifty(Recited):
        def search(self, context: SearchContext) -> Search:
            del context
            maps = map_like(7)[None]
            yield Candidates(maps)
            maps[0] = map_like(1)
            yield Candidates(maps)

    found = run(Thrifty())
    assert found.map.tolist() == map_like(7).tolist()
    assert found.statistics.tolist() == PROBLEM.measure(map_like(7)[None])[0].tolist()


def test_hints_belong_to_their_maps(monkeypatch: pytest.MonkeyPatch) -> None:
    seen: list[list[str]] = []
    measured = Likeness.measure

    def measure(self: Likeness, maps: Maps, hints: list[str] | None = None) -> object:
        seen.append(list(hints or ()))
        return measured(self, maps)

    monkeypatch.setattr(Likeness, "batch", 2)
    monkeypatch.setattr(Likeness, "measure", measure)
    maps = np.stack([map_like(each) for each in (1, 2, 7, 3)])
    found = run(Recited(batches=(Candidates(maps, hints=["a", "b", "c", "d"]),)))
    assert found.hint == "c"
    assert seen[-2:] == [["a", "b"], ["c", "d"]]


def test_what_was_watched_last_outlives_an_interrupt() -> None:
    seen: list[tuple[int, float]] = []

    def watch(found: SearchResult) -> None:
        seen.append((found.evaluations, found.fitness))
        if found.evaluations >= 200:
            raise KeyboardInterrupt

    problem = Likeness(width=8, height=8, alike=IMPOSSIBLE)
    with pytest.raises(KeyboardInterrupt):
        search(problem, make_algorithm("es"), Wide, seed=1, limits=Budget(), watch=watch)
    assert seen[0] == (1, 0)
    assert seen[-1][0] >= 200
    assert seen[-1][1] > 0


def test_an_algorithm_is_closed_when_its_search_is_over() -> None:
    closed = []

    class Careful(Recited):
        def search(self, context: SearchContext) -> Search:
            try:
                while True:
                    yield Candidates(context.start[None])
            finally:
                closed.append(True)

    run(Careful(), evaluations=5)
    assert closed == [True]


def test_an_algorithm_for_one_problem_refuses_others() -> None:
    class Picky(Recited):
        name: ClassVar[str] = "picky"
        only: ClassVar[tuple[str, ...]] = ("baba",)

    with pytest.raises(GenerationError, match="picky is for baba only, not for likeness"):
        run(Picky())


# ------------------------------------------------------------ maps of a search


def result_with_archive(reached: list[bool], found: bool = True) -> SearchResult:
    """A result whose archive has maps like the hidden one in 1, 2, ... cells."""
    maps = np.stack([map_like(number) for number in range(1, len(reached) + 1)])
    statistics = PROBLEM.measure(maps)
    cells = np.arange(len(reached))[:, None].repeat(2, axis=1)
    fitness = np.arange(len(reached), dtype=float)
    archive = Archive(PROBLEM.measures, maps, fitness, statistics, np.array(reached), cells)
    best = map_like(8)
    return SearchResult(
        best, PROBLEM.measure(best[None])[0], 9.0, found, "hint", 70, 1.5, archive=archive
    )


def test_the_maps_of_a_search_are_those_of_its_archive_at_the_goal() -> None:
    result = result_with_archive([True, False, True, True])
    maps = list(collect_maps(PROBLEM, result, 3, 11))
    assert [int(each.statistics[0]) for each in maps] == [4, 1, 3], "the fittest, then the farthest"
    for each in maps:
        assert each.map.tolist() == map_like(int(each.statistics[0])).tolist()
        assert (each.number, each.seed, each.evaluations, each.seconds) == (3, 11, 70, 1.5)
        assert each.fitness == each.statistics[0] - 1
        assert each.hint == ""


def test_a_map_that_no_archive_has_yet_is_not_lost() -> None:
    (last,) = collect_maps(PROBLEM, result_with_archive([False, False]), 0, 1)
    assert (last.map.tolist(), last.fitness, last.hint) == (map_like(8).tolist(), 9.0, "hint")
    assert list(collect_maps(PROBLEM, result_with_archive([False], found=False), 0, 1)) == []


def test_a_problem_finishes_and_rejects_maps() -> None:
    class Choosy(Likeness):
        """Takes only maps that begin with an odd number of hidden cells."""

        def finish(self, generated: GeneratedMap) -> GeneratedMap | None:
            alike = int(generated.statistics[0])
            return replace(generated, finished=f"{alike} alike") if alike % 2 else None

    result = result_with_archive([True] * 5)
    maps = list(collect_maps(Choosy(width=4, height=2), result, 0, 1))
    assert sorted(each.finished for each in maps) == ["1 alike", "3 alike", "5 alike"]
