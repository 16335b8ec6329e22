"""Searches for maps in the store: kept, and found again."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any

from sqlalchemy import select

import babalab
from babalab.arena.schema import GENERATION_KEY, generations
from babalab.arena.store import Store
from babalab.base.budget import Budget
from babalab.generation.study.method import Method
from babalab.generation.study.task import GenerationAttempt

GenerationKey = tuple[str, str, str, str, int, str]
"""A problem, a representation and an algorithm, the code of all, a seed, and the limits."""

_KEY_NAMES = {column.name for column in GENERATION_KEY}


@dataclass(frozen=True, slots=True)
class GenerationRecord:
    """One search as the store has it."""

    problem: str
    problem_name: str
    representation: str
    algorithm: str
    algorithm_name: str
    code: str
    seed: int
    limits: str
    max_seconds: float | None
    max_evaluations: int | None
    reached: bool
    fitness: float
    statistics: dict[str, float]
    depth: int
    evaluations: int
    seconds: float
    map: str
    error: str | None
    started: str
    finished: str
    version: str
    host: str

    @classmethod
    def from_row(cls, row: Mapping[str, Any]) -> GenerationRecord:
        """From a row of the table."""
        return cls(**{name: row[name] for name in cls.__slots__})

    @property
    def key(self) -> GenerationKey:
        """What makes two of them the same."""
        return (
            self.problem,
            self.representation,
            self.algorithm,
            self.code,
            self.seed,
            self.limits,
        )


def key_of(method: Method, seed: int, limits: Budget) -> GenerationKey:
    """The key of a search."""
    return *method.key, seed, limits.key


def add_generation(
    store: Store, method: Method, attempt: GenerationAttempt, *, replace: bool = False
) -> None:
    """Keep a search, unless there is one already, which `replace` replaces."""
    row = _row_of(method, attempt)
    insert = store.insert(generations).values(row)
    with store.connection() as connection:
        if replace:
            changed = {name: value for name, value in row.items() if name not in _KEY_NAMES}
            connection.execute(
                insert.on_conflict_do_update(index_elements=GENERATION_KEY, set_=changed)
            )
        else:
            connection.execute(insert.on_conflict_do_nothing(index_elements=GENERATION_KEY))


def generation_keys(store: Store, limits: Budget) -> set[GenerationKey]:
    """Which searches with these limits there are."""
    query = select(*GENERATION_KEY).where(generations.c.limits == limits.key)
    with store.connection() as connection:
        return {tuple(row) for row in connection.execute(query)}


def generation_records(
    store: Store,
    *,
    problems: Iterable[str] | None = None,
    limits: Budget | None = None,
) -> list[GenerationRecord]:
    """All searches, or those for some problems and with these limits, the oldest first.

    Problems are named as in `Method.problem`.
    """
    query = select(generations).order_by(generations.c.finished, generations.c.number)
    if problems is not None:
        query = query.where(generations.c.problem.in_(list(problems)))
    if limits is not None:
        query = query.where(generations.c.limits == limits.key)
    with store.connection() as connection:
        return [GenerationRecord.from_row({**row}) for row in connection.execute(query).mappings()]


def _row_of(method: Method, attempt: GenerationAttempt) -> dict[str, Any]:
    task = attempt.task
    return {
        "problem": method.problem,
        "problem_name": method.problem_name,
        "representation": method.representation,
        "algorithm": method.algorithm,
        "algorithm_name": method.algorithm_name,
        "code": method.code,
        "seed": task.seed,
        "limits": task.limits.key,
        "max_seconds": task.limits.seconds,
        "max_evaluations": task.limits.evaluations,
        "reached": attempt.reached,
        "fitness": attempt.fitness,
        "statistics": attempt.statistics,
        "depth": attempt.depth,
        "evaluations": attempt.evaluations,
        "seconds": attempt.seconds,
        "map": attempt.map,
        "error": attempt.error,
        "started": attempt.started.isoformat(timespec="microseconds"),
        "finished": attempt.finished.isoformat(timespec="microseconds"),
        "version": babalab.__version__,
        "host": attempt.host,
    }
