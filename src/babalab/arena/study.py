"""Studies: tasks of one kind that belong together. Those the store lacks are carried out.

>>> import tempfile
>>> from babalab.arena import COMPETITION, InThisProcess, LevelStudy, Store, contestants
>>> from babalab.levels import load_levels
>>> study = LevelStudy(contestants(["bfs"]), load_levels("first-steps"), budget=COMPETITION)
>>> with Store(tempfile.mkdtemp() + "/results.db") as store:
...     plan = make_plan(store, study)
...     solved = [attempt.result.solved for attempt in carry_out(plan, store, InThisProcess())]
...     len(make_plan(store, study).todo), len(study.records(store))
(0, 10)
>>> all(solved)
True
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Generator, Iterable, Iterator, Mapping, Sequence
from contextlib import closing
from dataclasses import dataclass
from functools import cached_property
from typing import Any, Generic

from babalab.arena.adoption import Successors
from babalab.arena.errors import ArenaError
from babalab.arena.kind import Kind, RecordT
from babalab.arena.store import Store
from babalab.arena.task import Attempt, Key, ResultT, SingleTask, TaskT
from babalab.execution.executor import Executor


def require_some(purpose: str, **given: Sequence[Any]) -> None:
    """Raise `ArenaError` unless there is at least one of everything a study needs."""
    for what, some in given.items():
        if not some:
            raise ArenaError(f"there is no {what} {purpose}; give at least one")


class Study(ABC, Generic[TaskT, ResultT, RecordT]):
    """Tasks of one kind, in the order in which they are to be carried out."""

    @property
    @abstractmethod
    def kind(self) -> Kind[TaskT, ResultT, RecordT]:
        """Return the kind of work it is about."""

    @abstractmethod
    def list_tasks(self) -> Iterable[TaskT]:
        """Yield all tasks; one that comes again counts once."""

    def introduce(self, store: Store) -> None:
        """Put into the store what the rows of its attempts will refer to."""

    @cached_property
    def tasks(self) -> Mapping[Key, TaskT]:
        """Return all tasks by their keys, in order."""
        tasks: dict[Key, TaskT] = {}
        for task in self.list_tasks():
            tasks.setdefault(task.key, task)
        return tasks

    def count_stored(self, store: Store) -> tuple[int, int]:
        """Return how many of these tasks the store has results of, and how many there are.

        Results under former codes count, as they do when a plan is made.
        """
        found = store.keys(self.kind, among=self.tasks)
        if len(found) < len(self.tasks):
            found |= Successors(self.kind, self.tasks.values()).keys(store) & self.tasks.keys()
        return len(found), len(self.tasks)

    def records(self, store: Store, *, whole: bool = False) -> list[RecordT]:
        """Return what the store has of these very tasks, from the oldest to the newest.

        Large columns are read only if `whole` asks for them.
        """
        return store.records(self.kind, among=self.tasks, whole=whole)


class JoinedStudy(Study[TaskT, ResultT, RecordT]):
    """Several studies of one kind as one; a task of two of them counts once."""

    def __init__(self, studies: Iterable[Study[TaskT, ResultT, RecordT]]) -> None:
        self._studies = list(studies)

    @property
    def kind(self) -> Kind[TaskT, ResultT, RecordT]:
        """See `Study`."""
        return self._studies[0].kind

    def list_tasks(self) -> Iterator[TaskT]:
        """See `Study`."""
        for study in self._studies:
            yield from study.tasks.values()

    def introduce(self, store: Store) -> None:
        """See `Study`."""
        for study in self._studies:
            study.introduce(store)


@dataclass(frozen=True)
class Plan(Generic[TaskT, ResultT, RecordT]):
    """The tasks of a study that are left to do."""

    study: Study[TaskT, ResultT, RecordT]
    todo: Sequence[TaskT]
    again: bool = False
    """Whether what is in the store gets replaced."""

    @property
    def total(self) -> int:
        """Return the number of tasks, done or not."""
        return len(self.study.tasks)

    @property
    def stored(self) -> int:
        """Return the number of tasks that had been done before."""
        return self.total - len(self.todo)


def make_plan(
    store: Store, study: Study[TaskT, ResultT, RecordT], *, again: bool = False
) -> Plan[TaskT, ResultT, RecordT]:
    """Return what is left to do of a study; with `again`, all of it.

    Rows under former codes of those who would do it are taken over first, so that they count.
    """
    study.introduce(store)
    Successors(study.kind, study.tasks.values()).adopt(store)
    done = set() if again else store.keys(study.kind, among=study.tasks)
    return Plan(study, [task for key, task in study.tasks.items() if key not in done], again)


def carry_out(
    plan: Plan[TaskT, ResultT, RecordT], store: Store, executor: Executor
) -> Generator[Attempt[TaskT, ResultT], None, None]:
    """Carry out a plan; each attempt is stored before it is yielded.

    Whenever this is interrupted, what was yielded is kept, and a new plan goes on from there.
    """
    kind = plan.study.kind
    with closing(_attempt_all(kind, plan.todo, executor)) as attempts:
        for attempt in attempts:
            store.add(kind, attempt, replace=plan.again)
            yield attempt


def _attempt_all(
    kind: Kind[TaskT, ResultT, RecordT], tasks: Sequence[TaskT], executor: Executor
) -> Generator[Attempt[TaskT, ResultT], None, None]:
    """Attempt all tasks; each comes out when the last of its parts is done."""
    parts: dict[Key, SingleTask[Any]] = {}
    owners: dict[Key, list[TaskT]] = {}
    missing: dict[Key, int] = {}
    made: dict[Key, list[Attempt[Any, Any]]] = {}
    for task in tasks:
        made[task.key] = []
        missing[task.key] = len(task.parts)
        for part in task.parts:
            parts[part.key] = part
            owners.setdefault(part.key, []).append(task)
        if not task.parts:
            yield task.gather([])
    with closing(_attempt_parts(list(parts.values()), kind, executor)) as attempts:
        for attempt in attempts:
            for task in owners[attempt.task.key]:
                made[task.key].append(attempt)
                if len(made[task.key]) == missing[task.key]:
                    yield task.gather(made.pop(task.key))


def _attempt_parts(
    parts: Sequence[SingleTask[Any]], kind: Kind[Any, Any, Any], executor: Executor
) -> Generator[Attempt[Any, Any], None, None]:
    """Attempt all parts; repeat failed ones as often as the kind allows."""
    for tries_left in reversed(range(kind.tries)):
        failed: list[SingleTask[Any]] = []
        with closing(executor.run(parts)) as attempts:
            for attempt in attempts:
                if tries_left and kind.has_failed(attempt):
                    failed.append(attempt.task)
                else:
                    yield attempt
        if not failed:
            return
        parts = failed
