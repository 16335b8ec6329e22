"""MAP-Elites: the best of every kind, and nothing else."""

from __future__ import annotations

import itertools
import signal
import sys
from contextlib import suppress

import numpy as np
import pytest

from babalab.base.budget import Budget
from babalab.base.errors import MissingExtraError
from babalab.generation.algorithms import MapElites, map_elites
from babalab.generation.problems.values import Judgement
from babalab.generation.representations import Narrow, Representation, Turtle, Wide
from babalab.generation.searching import search
from support.likeness import Likeness, asked_by, context_for

PROBLEM = Likeness(width=4, height=3, alike=9, shunned=3.0)


def kind_of(statistics: np.ndarray) -> tuple[int, int]:
    """By `a` in four parts of 12, and by `b` in three: 12 itself belongs to the last."""
    _, a, b = statistics.tolist()
    return min(int(a // 3), 3), min(int(b // 4), 2)


@pytest.mark.parametrize("way", [Narrow, Turtle, Wide])
def test_every_elite_is_the_best_of_its_kind(way: type[Representation]) -> None:
    context = context_for(PROBLEM, way, seed=5)
    best: dict[tuple[int, int], tuple[bool, float]] = {}
    judged_before = [context.judged]
    told = asked_by(MapElites(first=40, batch=20), context, 80)
    for asked, judged in told:
        archive = asked.archive
        assert archive is not None
        for each in judged_before:
            for statistics, fitness, reached in zip(
                each.statistics, each.fitness, each.reached, strict=True
            ):
                kind = kind_of(statistics)
                best[kind] = max(best.get(kind, (False, -np.inf)), (bool(reached), float(fitness)))
        assert set(map(tuple, archive.cells.tolist())) == set(best)
        for number, cell in enumerate(map(tuple, archive.cells.tolist())):
            assert (archive.reached[number], archive.fitness[number]) == best[cell]
            again = PROBLEM.judge(archive.maps[number][None], context.judged.statistics[0])
            assert kind_of(again.statistics[0]) == cell
            assert again.statistics[0].tolist() == archive.statistics[number].tolist()
            assert (again.reached[0], again.fitness[0]) == best[cell]
        judged_before = [judged]
    assert [len(asked.maps) for asked, _ in told] == [40] + [20] * 79


def test_it_fills_every_kind_there_can_be() -> None:
    archive = search(PROBLEM, MapElites(), Wide, seed=2, limits=Budget(evaluations=15000)).archive
    assert archive is not None
    possible = {kind_of(np.array([0, a, b])) for a in range(13) for b in range(13 - a)}
    assert set(map(tuple, archive.cells.tolist())) == possible


def test_a_map_that_reaches_the_goal_is_better_than_any_that_does_not() -> None:
    found = search(PROBLEM, MapElites(), Wide, seed=2, limits=Budget(evaluations=3000))
    archive = found.archive
    assert archive is not None
    assert found.reached
    assert found.evaluations == 3000
    assert archive.reached.tolist() == (archive.statistics[:, 0] >= 9).tolist()
    assert 0 < archive.reached.sum() < len(archive.reached)


def test_a_kind_is_not_left_to_a_fitter_map_that_misses_the_goal() -> None:
    context = context_for(PROBLEM, start=np.full(12, 2, dtype=np.uint8))
    asking = MapElites(first=3).search(context)
    asked = next(asking)
    judged = PROBLEM.judge(asked.maps, context.judged.statistics[0])
    fitness, reached = np.array([5.0, 1.0, 9.0]), np.array([False, True, False])
    alike = np.repeat(judged.statistics[:1], 3, axis=0)
    archive = asking.send(Judgement(alike, fitness, reached)).archive
    assert archive is not None
    (number,) = np.flatnonzero((archive.cells == kind_of(alike[0])).all(axis=1))
    assert archive.maps[number].tolist() == asked.maps[1].tolist()
    assert (archive.fitness[number], archive.reached[number]) == (1.0, True)


def test_figures_of_an_archive() -> None:
    archive = search(PROBLEM, MapElites(), Wide, seed=3, limits=Budget(evaluations=800)).archive
    assert archive is not None
    count = len(archive.maps)
    assert archive.coverage == pytest.approx(count / 12)
    assert archive.qd_score == pytest.approx(sum(each for each in archive.fitness if each > 0))
    pairs = list(itertools.combinations(archive.maps, 2))
    differing = sum(int((one != other).sum()) for one, other in pairs)
    assert archive.diversity == pytest.approx(differing / (len(pairs) * PROBLEM.cells))


def test_one_elite_is_not_diverse() -> None:
    archive = search(PROBLEM, MapElites(), Wide, seed=3, limits=Budget(evaluations=1)).archive
    assert archive is not None
    assert (len(archive.maps), archive.diversity) == (1, 0.0)
    assert archive.coverage == pytest.approx(1 / 12)


def test_ctrl_c_while_it_is_compiled_is_not_lost(monkeypatch: pytest.MonkeyPatch) -> None:
    class Deaf:
        """Like a compiler that is called back from C."""

        def __init__(self, **_: object) -> None:
            with suppress(KeyboardInterrupt):
                signal.raise_signal(signal.SIGINT)

        def add(self, *_: object) -> None:
            added.append(True)

    added: list[bool] = []
    usual = signal.getsignal(signal.SIGINT)
    monkeypatch.setattr(map_elites, "_import_grid_archive", lambda: Deaf)
    monkeypatch.setattr(map_elites, "_warm_up", map_elites._warm_up.__wrapped__)
    with pytest.raises(KeyboardInterrupt):
        MapElites()
    assert added
    assert signal.getsignal(signal.SIGINT) is usual


def test_without_pyribs_it_says_what_to_install(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "ribs.archives", None)
    with pytest.raises(MissingExtraError, match=r"needs the extra babalab\[generate\]: "):
        MapElites()
