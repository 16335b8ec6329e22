"""Searches as tasks: what they bring back, where they run, how they are kept and gone on with."""

from __future__ import annotations

import pickle
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from babalab.arena import ArenaError, Attempt, InThisProcess, Store, Workers, carry_out
from babalab.arena import fingerprint as fingerprint_module
from babalab.base.budget import Budget
from babalab.base.errors import BabalabError
from babalab.execution.work import Completion
from babalab.generation.errors import GenerationError
from babalab.generation.problems import make_problem
from babalab.generation.study import (
    GENERATING,
    GenerationResult,
    GenerationTask,
    MapStudy,
    Method,
)
from babalab.generation.study import method as method_module
from babalab.papers.map_generation.comparison import MapComparison
from support.generations import made_up_attempt, searched, write_algorithm, write_problem

SMALL = "binary:width=5,height=4,path=3"
MAPS = Budget(evaluations=300)
HILLS = MapComparison([SMALL], ["wide"], ["hill-climbing"], 4, MAPS, first_seed=0)


@pytest.fixture
def store(tmp_path: Path) -> Any:
    with Store(tmp_path / "results.db") as store:
        yield store


def run_here(task: GenerationTask) -> GenerationResult:
    (attempt,) = InThisProcess().run([task])
    assert isinstance(attempt.result, GenerationResult)
    return attempt.result


def task_of(problem: str, algorithm: str, seed: int = 0, limits: Budget = MAPS) -> GenerationTask:
    return GenerationTask(Method.of(problem, "wide", algorithm), seed, limits)


def test_what_a_search_brings_back() -> None:
    """The map is judged anew: its statistics, and whether it reaches the goal from its start."""
    problem = make_problem(SMALL)
    for seed in range(6):
        task = task_of(SMALL, "hill-climbing", seed)
        found = run_here(task)
        assert found.error is None
        assert 0 < found.evaluations <= 300
        start = problem.random_maps(np.random.default_rng(seed), 1)
        judged = problem.judge(problem.parse(found.map)[None], problem.measure(start)[0])
        assert found.statistics == dict(
            zip(problem.statistics, judged.statistics[0].tolist(), strict=True)
        )
        assert (found.reached, found.fitness) == (judged.reached[0], judged.fitness[0])
        assert found.reached or found.evaluations == 300
        again = run_here(pickle.loads(pickle.dumps(task)))
        assert (again.map, again.evaluations) == (found.map, found.evaluations)


def test_how_tasks_are_told(tmp_path: Path) -> None:
    problem, algorithm = write_problem(tmp_path), write_algorithm(tmp_path)
    task = task_of(problem, algorithm, 7, Budget(3.0))
    assert (task.who, task.where) == ("flipper.py:Flipper wide", "lamps.py:Lamps 7")
    assert (task.seconds, task.preparation, task.memory) == (3.0, 0.0, None)
    moved = task.moved(["a.py:A", "wide", "b.py:B"])
    assert (moved.sources, moved.seed) == (("a.py:A", "wide", "b.py:B"), 7)
    assert moved.key == task.key
    attempt = task.judge(Completion.failed("lost", seconds=0.5))
    assert isinstance(attempt, Attempt)
    assert (attempt.error, attempt.result.reached, attempt.result.map) == ("lost", False, "")
    assert attempt.task is task


@pytest.mark.parametrize(
    ("extra", "told", "evaluations"),
    [
        ("if depth == 5: raise MemoryError", "MemoryError: wanted more memory than its limit", 6),
        ("if depth == 3: raise ValueError('no')", "ValueError: no (flipper.py:", 4),
    ],
)
def test_what_was_found_before_a_failure_is_kept(
    tmp_path: Path, extra: str, told: str, evaluations: int
) -> None:
    problem = write_problem(tmp_path) + ":wanted=4,width=30"
    found = run_here(task_of(problem, write_algorithm(tmp_path, extra)))
    assert told in (found.error or "")
    assert found.evaluations == evaluations
    assert len(found.map.splitlines()) == 2
    assert set(found.statistics) == {"first", "second"}


@pytest.mark.parametrize(
    ("extra", "told"),
    [
        ("raise ValueError('no lamps')", "ValueError: no lamps (lamps.py:"),
        ("return np.full((len(maps), 2), np.nan)", "the first of a map is nan"),
        ("raise SystemExit(3)", "SystemExit: 3"),
    ],
)
def test_failures_from_the_start(tmp_path: Path, extra: str, told: str) -> None:
    found = run_here(task_of(write_problem(tmp_path, extra), "hill-climbing"))
    assert told in (found.error or "")
    assert (found.reached, found.map, found.evaluations) == (False, "", 0)


def test_nonsense_before_a_failure_is_not_kept(tmp_path: Path) -> None:
    problem = write_problem(tmp_path, "return np.full((len(maps), 2), np.inf)")
    algorithm = write_algorithm(tmp_path, "raise ValueError('no')")
    found = run_here(task_of(problem, algorithm))
    assert (found.error or "").startswith("ValueError: no (flipper.py:")
    assert (found.map, found.evaluations) == ("", 0)


def test_methods(tmp_path: Path) -> None:
    problem = write_problem(tmp_path)
    method = Method.of(f"{problem}:wanted=5,height=2", "wide", "hill-climbing")
    assert (method.problem, method.problem_name) == ("lamps:wanted=5", "lamps")
    assert (method.algorithm, method.label) == ("hill-climbing", "hill-climbing wide")
    assert method.sources[0].startswith(str(tmp_path))
    assert Method.of("binary", "wide", "hill-climbing").code != method.code
    assert Method.of("sokoban", "wide", "hill-climbing").code != method.code
    other = Method.of("binary:width=9", "wide", "hill-climbing")
    assert other.code == Method.of("binary", "wide", "hill-climbing").code


def code_now() -> str:
    for each in ("problem", "representation", "algorithm"):
        getattr(method_module, f"_find_{each}_codes").cache_clear()
    return Method.of("binary", "narrow", "mcts").code


@pytest.fixture
def forgotten_codes() -> Iterator[None]:
    """What a test has changed is not remembered after it."""
    yield
    code_now()


@pytest.mark.usefixtures("forgotten_codes")
@pytest.mark.parametrize(
    ("module", "matters"),
    [
        ("searching", True),
        ("problems.problem", True),
        ("problems.binary", True),
        ("representations.representation", True),
        ("representations.narrow", True),
        ("algorithms.mcts", True),
        ("algorithms.tree", True),
        ("algorithms.uct", True),
        ("problems.zelda", False),
        ("algorithms.ga", False),
        ("many", False),
    ],
)
def test_results_are_of_the_code_that_decides_them(
    module: str, matters: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    before, source = code_now(), fingerprint_module.read_source

    def changed(name: str) -> bytes:
        return source(name) + b"\nCHANGED = 1" * (name == f"babalab.generation.{module}")

    monkeypatch.setattr(fingerprint_module, "read_source", changed)
    assert (code_now() != before) == matters


@pytest.mark.usefixtures("forgotten_codes")
def test_results_are_of_the_native_statistics(monkeypatch: pytest.MonkeyPatch) -> None:
    before = code_now()
    monkeypatch.setattr(method_module._core, "MAPS_DIGEST", "other")
    assert code_now() != before


@pytest.mark.parametrize(
    ("names", "message"),
    [
        (("mazes", "wide", "hill-climbing"), "there is no problem 'mazes'"),
        (("binary", "wider", "hill-climbing"), "there is no representation 'wider'"),
        (("binary", "wide", "hills"), "there is no algorithm 'hills'"),
        (("binary:path=-1", "wide", "hill-climbing"), "path=-1: it must be"),
    ],
)
def test_methods_that_are_none(names: tuple[str, str, str], message: str) -> None:
    with pytest.raises(BabalabError, match=message):
        Method.of(*names)


def test_an_algorithm_for_another_problem(tmp_path: Path) -> None:
    path = Path(write_algorithm(tmp_path).removesuffix(":Flipper"))
    path.write_text(path.read_text() + "\n    only = ('baba',)\n")
    with pytest.raises(GenerationError, match="flipper is for baba only, not for binary"):
        Method.of("binary", "wide", f"{path}:Flipper")


def test_going_on(store: Store) -> None:
    """What is there is not searched again, more runs add to it, other limits are another thing."""
    assert [each.task.seed for each in searched(HILLS, store)] == [0, 1, 2, 3]
    plan = HILLS.plan(store)
    assert (plan.total, plan.stored, plan.todo) == (4, 4, [])
    assert [each.task.seed for each in searched(replace(HILLS, runs=6), store)] == [4, 5]
    assert len(replace(HILLS, limits=Budget(evaluations=200)).plan(store).todo) == 4
    assert len(replace(HILLS, problems=["binary:width=5"]).plan(store).todo) == 4
    (cell,) = HILLS.cells(store)
    assert [each.seed for each in cell.records] == [0, 1, 2, 3]


def test_interrupted(store: Store) -> None:
    coming = carry_out(HILLS.plan(store), store, InThisProcess())
    next(coming)
    next(coming)
    coming.close()
    assert [each.seed for each in store.records(GENERATING)] == [0, 1]
    assert [each.task.seed for each in searched(HILLS, store)] == [2, 3]


def test_the_same_method_asked_for_in_two_ways(store: Store) -> None:
    """As in the paper, MCTS on Zelda has rollouts of 40 changes."""
    asked = ["mcts", "mcts:rollout=40", "mcts:c=5"]
    comparison = MapComparison(["zelda"], ["wide"], asked, 1, Budget(evaluations=3))
    assert [each.variant for each in comparison.methods] == ["mcts"]
    assert len(searched(comparison, store)) == 1
    assert [len(cell.records) for cell in comparison.cells(store)] == [1]


def test_every_method_gets_its_turn(store: Store) -> None:
    two = replace(HILLS, problems=[SMALL, "binary:width=4"], runs=2)
    todo = [(each.seed, each.method.problem) for each in two.plan(store).todo]
    first = two.methods[0].problem
    assert todo == [(0, first), (0, "binary:width=4"), (1, first), (1, "binary:width=4")]


def test_the_same_on_any_number_of_workers(store: Store, tmp_path: Path) -> None:
    problem, algorithm = write_problem(tmp_path), write_algorithm(tmp_path)
    comparison = MapComparison(
        [SMALL, f"{problem}:width=12,wanted=9"], ["wide"], ["hill-climbing", algorithm], 3, MAPS
    )
    searched(comparison, store)
    with Store(tmp_path / "others.db") as others:
        searched(comparison, others, Workers(2))
        here, there = (
            sorted((each.key, each.map, each.evaluations, each.depth) for each in records)
            for records in (store.records(GENERATING), others.records(GENERATING))
        )
    assert len(here) == 12
    assert here == there


def test_a_worker_ends_what_never_looks_at_its_clock(tmp_path: Path, store: Store) -> None:
    algorithm = write_algorithm(tmp_path, "import time; time.sleep(60)")
    comparison = MapComparison([write_problem(tmp_path)], ["wide"], [algorithm], 1, Budget(0.1))
    (attempt,) = searched(comparison, store, Workers(1, grace=0.5))
    assert attempt.error == "killed: still at work 0.5 s after its 0.1 s were over"
    assert [each.error for each in store.records(GENERATING)] == [attempt.error]


def test_rows(store: Store) -> None:
    (method,) = HILLS.methods
    task = GenerationTask(method, 2**63 - 1, Budget(1.5, evaluations=2**40))
    figures = {"statistics": {"regions": 1.5}, "evaluations": 2**40, "map": "..\n##", "error": "ü"}
    store.add(GENERATING, made_up_attempt(task, **figures))
    store.add(GENERATING, made_up_attempt(task, fitness=9.0))
    (row,) = store.records(GENERATING)
    assert (row.seed, row.limits) == (2**63 - 1, f"seconds=1.5 evaluations={2**40}")
    assert (row.max_seconds, row.max_evaluations) == (1.5, 2**40)
    assert {name: getattr(row, name) for name in figures} == figures
    store.add(GENERATING, made_up_attempt(task, fitness=9.0), replace=True)
    (row,) = store.records(GENERATING)
    assert (row.fitness, row.error) == (9.0, None)
    assert store.records(GENERATING, problem="binary") == []
    assert store.records(GENERATING, limits=MAPS.key) == []
    given = {"problem": [row.problem], "limits": task.limits.key}
    assert store.records(GENERATING, **given) == [row]


def test_refusals(store: Store) -> None:
    with pytest.raises(ArenaError, match="no seed to search with"):
        MapStudy(HILLS.methods, [], MAPS)
    with pytest.raises(ArenaError, match="no method to search with"):
        MapStudy([], [0], MAPS)
    with pytest.raises(GenerationError, match="without a limit may never end"):
        replace(HILLS, limits=Budget()).plan(store)
    with pytest.raises(GenerationError, match="nothing to compare without algorithms"):
        replace(HILLS, algorithms=[])
