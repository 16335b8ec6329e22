"""The contract of all kinds of work: what is planned is made once, stored, found and exported."""

from __future__ import annotations

import json
import pickle
import sys
from collections.abc import Callable, Iterator
from contextlib import closing
from dataclasses import dataclass, replace
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import UniqueConstraint, select

from babalab.arena import (
    SOLVING,
    Attempt,
    InThisProcess,
    JoinedStudy,
    Kind,
    LevelStudy,
    SingleTask,
    Store,
    Study,
    Workers,
    carry_out,
    contestants,
    export_records,
    make_plan,
)
from babalab.arena.plays import PLAYING, GameStudy, boards, players
from babalab.base.budget import Budget
from babalab.cli.ui.progress import StudyDisplay
from babalab.execution.work import Brief, Completion
from babalab.generation.study import GENERATING, MapStudy, Method
from babalab.tuning.evaluating import EVALUATING, EvaluationStudy, EvaluationTask, Terms
from support.arena import BFS, LEVELS, QUICK, write_agent
from support.generations import write_algorithm, write_problem
from support.plays import write_game, write_planner

sys.path.insert(0, str(Path(__file__).parents[2] / "examples"))  # for workers, too

from a_kind_of_your_own import WALKING, Walk, Walks

NOW = datetime(2026, 1, 2, tzinfo=UTC)
LOST = Completion.failed("lost", NOW, 0.5)
AnyStudy = Study[Any, Any, Any]
AnyAttempt = Attempt[Any, Any]


@dataclass(frozen=True)
class Case:
    """A kind of work, a study of six tasks, and one of a single task that fails."""

    kind: Kind[Any, Any, Any]
    study: Callable[[Path], AnyStudy]
    failing: Callable[[Path], AnyStudy]


def levels(_: Path) -> AnyStudy:
    return LevelStudy(contestants(["bfs", "random"]), LEVELS, budget=QUICK)


def level_that_fails(folder: Path) -> AnyStudy:
    agent = write_agent(folder, "Broken", "raise ValueError('no idea')")
    return LevelStudy(contestants([agent]), LEVELS[:1], budget=QUICK)


def games(folder: Path) -> AnyStudy:
    game, planner = write_game(folder), write_planner(folder)
    return GameStudy(boards(game), players([planner, "random"]))


def game_that_fails(folder: Path) -> AnyStudy:
    return GameStudy(boards(write_game(folder, "1 / 0"), ["short"]), players(["random"]))


def maps(folder: Path) -> AnyStudy:
    methods = [
        Method.of("binary:width=4,height=4,path=3", "wide", "hill-climbing"),
        Method.of(write_problem(folder), "wide", write_algorithm(folder)),
    ]
    return MapStudy(methods, range(3), Budget(evaluations=40))


def map_that_fails(folder: Path) -> AnyStudy:
    problem = write_problem(folder, "raise ValueError('no lamps')")
    return MapStudy([Method.of(problem, "wide", "es")], [0], Budget(evaluations=40))


def parameters(_: Path) -> AnyStudy:
    terms = Terms(LEVELS, range(2), QUICK)
    agents = contestants(["bfs", *(f"random:length={length}" for length in range(5, 10))])
    return EvaluationStudy([EvaluationTask(agent, terms) for agent in agents])


def parameters_that_fail(_: Path) -> AnyStudy:
    return EvaluationStudy([EvaluationTask(BFS, Terms(LEVELS, [0], QUICK), "out of range")])


def stumble() -> Any:
    raise ValueError("stumbled")


@dataclass(frozen=True)
class Stumble(Walk):
    """A walk that does not get far."""

    @property
    def brief(self) -> Brief:
        return Brief(stumble)


class Stumbles(Walks):
    """Walks that all fail."""

    def list_tasks(self) -> Iterator[Walk]:
        return (Stumble(task.level, task.seed) for task in super().list_tasks())


CASES = {
    "solving": Case(SOLVING, levels, level_that_fails),
    "playing": Case(PLAYING, games, game_that_fails),
    "generating": Case(GENERATING, maps, map_that_fails),
    "evaluating": Case(EVALUATING, parameters, parameters_that_fail),
    "of one's own": Case(
        WALKING, lambda _: Walks(LEVELS, range(2)), lambda _: Stumbles(LEVELS[:1], [0])
    ),
}


@pytest.fixture(params=CASES)
def case(request: pytest.FixtureRequest) -> Case:
    return CASES[request.param]


@pytest.fixture
def store(tmp_path: Path) -> Iterator[Store]:
    with Store(tmp_path / "results.db") as store:
        yield store


class Counting(InThisProcess):
    """Notes the keys of all that it runs."""

    def __init__(self) -> None:
        super().__init__()
        self.ran: list[Any] = []

    def run(self, tasks: Any, **options: Any) -> Any:
        tasks = list(tasks)
        self.ran += [task.key for task in tasks]
        return super().run(tasks, **options)


def made(study: AnyStudy, store: Store, executor: Any = None) -> list[AnyAttempt]:
    """Carry out what is left of a study."""
    return list(carry_out(make_plan(store, study), store, executor or InThisProcess()))


def rows(kind: Kind[Any, Any, Any], store: Store) -> list[dict[str, Any]]:
    """The whole table, in order, without the numbers of its rows."""
    table = kind.table
    found = store.rows(select(table).order_by(table.c.number), [table])
    return [{name: row[name] for name in row if name != "number"} for row in found]


def timeless(kind: Kind[Any, Any, Any], store: Store) -> list[str]:
    """What does not depend on when something was made, in any order."""
    seconds = {"seconds", "processor_seconds", "started", "finished", "outcomes"}
    return sorted(
        str({name: value for name, value in row.items() if name not in seconds})
        for row in rows(kind, store)
    )


def test_what_it_declares(case: Case) -> None:
    kind = case.kind
    constraints = [each for each in kind.table.constraints if isinstance(each, UniqueConstraint)]
    assert [tuple(column.name for column in each.columns) for each in constraints] == [kind.key]
    assert {"number", "finished"} <= set(kind.table.c.keys())
    assert set(kind.codes) <= set(kind.key)
    assert all(set(names) <= set(kind.identity) for names in kind.codes.values())
    assert set(kind.large) <= set(kind.table.c.keys()) - set(kind.key)


def test_tasks(case: Case, tmp_path: Path) -> None:
    """Keys are all different, name whose code they hold, and stay the same elsewhere."""
    study = case.study(tmp_path)
    assert len(study.tasks) == 6
    for key, task in study.tasks.items():
        assert task.key == key == pickle.loads(pickle.dumps(task)).key
        assert len(key) == len(case.kind.key)
        codes = dict(zip(case.kind.key, key, strict=True))
        assert {name: codes[name] for name in case.kind.codes} == {
            name: maker.code for name, maker in task.makers.items()
        }
        for part in task.parts:
            elsewhere = tuple(f"/elsewhere/{source}" for source in part.sources)
            moved = part.moved(elsewhere)
            assert (moved.key, tuple(moved.sources)) == (part.key, elsewhere)
            assert part.judge(LOST).task == part


def test_records_are_what_was_added(case: Case, tmp_path: Path, store: Store) -> None:
    study = case.study(tmp_path)
    attempts = made(study, store)
    assert rows(case.kind, store) == [case.kind.row(attempt) for attempt in attempts]
    records = study.records(store, whole=True)
    assert [record.key for record in records] == [attempt.task.key for attempt in attempts]
    assert [record.finished for record in records] == sorted(each.finished for each in records)
    assert store.records(case.kind, whole=True) == records
    assert store.records(case.kind, newest=True, whole=True) == records
    assert store.keys(case.kind) == set(study.tasks)
    assert study.count_stored(store) == (6, 6)
    some = [record.key for record in records[1:3]]
    assert [record.key for record in store.records(case.kind, among=some)] == some


def test_adding_twice_changes_nothing(case: Case, tmp_path: Path, store: Store) -> None:
    first, *_ = made(case.study(tmp_path), store)
    before = rows(case.kind, store)
    later = replace(first, finished=first.finished + timedelta(days=1))
    store.add(case.kind, later)
    assert rows(case.kind, store) == before
    store.add(case.kind, later, replace=True)
    assert rows(case.kind, store) == [case.kind.row(later), *before[1:]]


def test_resuming_does_nothing_twice(case: Case, tmp_path: Path, store: Store) -> None:
    study = case.study(tmp_path)
    executor = Counting()
    plan = make_plan(store, study)
    assert (plan.total, plan.stored, list(plan.todo)) == (6, 0, list(study.tasks.values()))
    with closing(carry_out(plan, store, executor)) as coming:
        early = [next(coming).task.key for _ in range(2)]
    assert len(rows(case.kind, store)) == 2
    assert study.count_stored(store) == (2, 6)
    rest = make_plan(store, study)
    assert (rest.total, rest.stored) == (6, 2)
    assert early + [task.key for task in rest.todo] == list(study.tasks)
    executor.ran.clear()
    assert [attempt.task.key for attempt in carry_out(rest, store, executor)] == [
        task.key for task in rest.todo
    ]
    assert executor.ran == [part.key for task in rest.todo for part in task.parts]
    executor.ran.clear()
    assert made(study, store, executor) == []
    assert executor.ran == []


def test_again(case: Case, tmp_path: Path, store: Store) -> None:
    study = case.study(tmp_path)
    made(study, store)
    before = timeless(case.kind, store)
    finished = max(record.finished for record in study.records(store))
    plan = make_plan(store, study, again=True)
    assert (len(plan.todo), plan.stored) == (6, 0)
    assert len(list(carry_out(plan, store, InThisProcess()))) == 6
    assert timeless(case.kind, store) == before
    assert all(record.finished > finished for record in study.records(store))


def test_the_same_in_other_processes(case: Case, tmp_path: Path, store: Store) -> None:
    study = case.study(tmp_path)
    made(study, store)
    with Store(tmp_path / "other.db") as other:
        made(study, other, Workers(2))
        assert timeless(case.kind, other) == timeless(case.kind, store)


def test_failures_are_stored(case: Case, tmp_path: Path, store: Store) -> None:
    study = case.failing(tmp_path)
    (attempt,) = made(study, store)
    assert attempt.error is not None
    assert not case.kind.is_success(attempt.result)
    assert rows(case.kind, store) == [case.kind.row(attempt)]
    assert made(study, store) == []


def test_work_that_is_lost_is_stored(case: Case, tmp_path: Path, store: Store) -> None:
    """An executor that gives everything up: parts fail, and are tried as often as declared."""

    class Losing(Counting):
        def run(self, tasks: Any, **_: Any) -> Any:
            tasks = list(tasks)
            self.ran += [task.key for task in tasks]
            return (task.judge(LOST) for task in tasks)

    study, executor = case.study(tmp_path), Losing()
    assert len(made(study, store, executor)) == 6
    parts = [part for task in study.tasks.values() for part in task.parts]
    assert len(executor.ran) == case.kind.tries * len(parts)
    assert len(rows(case.kind, store)) == 6


def test_rows_under_former_codes_are_adopted(case: Case, tmp_path: Path, store: Store) -> None:
    """Of each column of codes in turn; a result counts for the code that does the same now."""
    study = case.study(tmp_path)
    made(study, store)
    for column in case.kind.codes:
        before = rows(case.kind, store)
        assert Renamed(study, column, lambda code: (f"{code}+", ())).count_stored(store) == (0, 6)
        newer = Renamed(study, column, lambda code: (f"{code}+", ("unknown", code)))
        assert newer.count_stored(store) == (6, 6)
        assert rows(case.kind, store) == before
        assert make_plan(store, newer).todo == []
        assert rows(case.kind, store) == [{**row, column: f"{row[column]}+"} for row in before]
        assert [record.key for record in newer.records(store)] == list(newer.tasks)
        older = Renamed(study, column, lambda code: (code, (f"{code}+",)))
        assert make_plan(store, older).todo == []
        assert rows(case.kind, store) == before


def test_a_row_under_the_code_of_now_stays(case: Case, tmp_path: Path, store: Store) -> None:
    """And the older one beside it; others are adopted."""
    study = case.study(tmp_path)
    made(study, store)
    column = next(iter(case.kind.codes), None)
    if column is None:
        pytest.skip("its results are of no code that may change")
    strangers = Renamed(study, column, lambda code: (f"{code}+", ()))
    with closing(carry_out(make_plan(store, strangers), store, InThisProcess())) as coming:
        twice = case.kind.row(next(coming))
    newer = Renamed(study, column, lambda code: (f"{code}+", (code,)))
    assert make_plan(store, newer).todo == []
    assert store.keys(case.kind) == {*newer.tasks, next(iter(study.tasks))}
    assert twice in rows(case.kind, store)


class Renamed(Study[Any, Any, Any]):
    """A study by makers whose code, and former codes, are others."""

    def __init__(
        self, study: AnyStudy, column: str, rename: Callable[[str], tuple[str, tuple[str, ...]]]
    ) -> None:
        self.study, self.column, self.rename = study, column, rename

    @property
    def kind(self) -> Kind[Any, Any, Any]:
        return self.study.kind

    def introduce(self, store: Store) -> None:
        self.study.introduce(store)

    def list_tasks(self) -> Iterator[Any]:
        for task in self.study.tasks.values():
            maker = task.makers[self.column]
            (field,) = (name for name, value in vars_of(task).items() if value is maker)
            code, former = self.rename(maker.code)
            yield replace(task, **{field: replace(maker, code=code, former_codes=former)})


def vars_of(task: Any) -> dict[str, Any]:
    return {name: getattr(task, name) for name in task.__dataclass_fields__}


def test_joined_studies(case: Case, tmp_path: Path, store: Store) -> None:
    study = case.study(tmp_path)
    joined = JoinedStudy([study, study])
    assert list(joined.tasks) == list(study.tasks)
    assert len(made(joined, store)) == 6
    assert joined.records(store) == study.records(store)


def test_a_store_that_has_never_seen_it(case: Case, tmp_path: Path, store: Store) -> None:
    """Nothing is there, whether or not the store may be written to."""
    study = case.study(tmp_path)
    with Store(store.name, read_only=True) as reader:
        assert store.records(case.kind) == reader.records(case.kind) == []
        assert study.count_stored(reader) == (0, 6)
        made(study, store)
        assert len(reader.records(case.kind)) == 6


def test_display(case: Case, tmp_path: Path, store: Store) -> None:
    study = case.study(tmp_path)
    display = StudyDisplay(case.kind, [task.who for task in study.tasks.values()], InThisProcess())
    for attempt in made(study, store):
        display.count(attempt)
    tallies = display.tallies.values()
    assert sum(tally.todo for tally in tallies) == sum(tally.done for tally in tallies) == 6
    assert f" {case.kind.success}" in display.line


@pytest.mark.parametrize("suffix", [".csv", ".json", ".parquet"])
def test_export(case: Case, tmp_path: Path, store: Store, suffix: str) -> None:
    if suffix == ".parquet":
        pytest.importorskip("pyarrow")
    study = case.study(tmp_path)
    made(study, store)
    records = study.records(store)
    path = tmp_path / f"out{suffix}"
    assert export_records(case.kind, records, path) == 6
    if suffix == ".json":
        found = json.loads(path.read_text())
        assert [row["finished"] for row in found] == [record.finished for record in records]
        assert set(case.kind.codes) <= set(found[0])


def test_single_tasks_are_their_own_part(case: Case, tmp_path: Path) -> None:
    for task in case.study(tmp_path).tasks.values():
        if isinstance(task, SingleTask):
            assert task.parts == (task,)
        else:
            assert {part.who for part in task.parts} == {task.who}
