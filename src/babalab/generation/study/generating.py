"""Searching for maps, as a kind of work: methods times seeds under the same limits."""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any, Self

from sqlalchemy import (
    JSON,
    BigInteger,
    Boolean,
    Column,
    Float,
    Integer,
    Table,
    Text,
    UniqueConstraint,
)

from babalab.arena.kind import Kind, Row, record_from
from babalab.arena.schema import metadata
from babalab.arena.study import Plan, Study
from babalab.arena.task import Attempt, Coded, Key, Run, SingleTask
from babalab.base.budget import Budget
from babalab.execution.faults import NonsenseError, format_value
from babalab.generation.algorithms.algorithm import make_algorithm
from babalab.generation.errors import GenerationError
from babalab.generation.problems.problem import Problem, make_problem
from babalab.generation.representations.representation import representation_named
from babalab.generation.searching import SearchResult, search
from babalab.generation.study.method import Method

generations = Table(
    "generations",
    metadata,
    Column("number", Integer, primary_key=True),
    Column("problem", Text, nullable=False),
    Column("problem_name", Text, nullable=False),
    Column("representation", Text, nullable=False),
    Column("algorithm", Text, nullable=False),
    Column("algorithm_name", Text, nullable=False),
    Column("code", Text, nullable=False),
    Column("seed", BigInteger, nullable=False),
    Column("limits", Text, nullable=False),
    Column("max_seconds", Float),
    Column("max_evaluations", BigInteger),
    Column("reached", Boolean, nullable=False),
    Column("fitness", Float, nullable=False),
    Column("statistics", JSON, nullable=False),
    Column("depth", BigInteger, nullable=False),
    Column("evaluations", BigInteger, nullable=False),
    Column("seconds", Float, nullable=False),
    Column("map", Text, nullable=False),
    Column("error", Text),
    Column("started", Text, nullable=False),
    Column("finished", Text, nullable=False),
    Column("version", Text, nullable=False),
    Column("host", Text, nullable=False),
    UniqueConstraint("problem", "representation", "algorithm", "code", "seed", "limits"),
)
"""One row for each search for a map: the best map it found, and what it took. `code` stands for
that of the problem, the representation and the algorithm together."""


@dataclass(frozen=True, slots=True)
class GenerationResult:
    """The best map of a search, and what it took."""

    reached: bool
    fitness: float
    statistics: dict[str, float]
    """Of the best map, by name."""
    depth: int
    evaluations: int
    seconds: float
    map: str
    """The best map as text; none of a search that came to nothing."""
    error: str | None = None


@dataclass(frozen=True, slots=True)
class GenerationTask(SingleTask[GenerationResult]):
    """One search for a map: by which method, with which seed, how long."""

    method: Method
    seed: int
    limits: Budget

    @property
    def key(self) -> Key:
        """See `Task`."""
        return *self.method.key, self.seed, self.limits.key

    @property
    def who(self) -> str:
        """See `Task`."""
        _, representation, algorithm = self.sources
        return f"{_short(algorithm)} {_short(representation)}"

    @property
    def where(self) -> str:
        """See `Work`."""
        return f"{_short(self.sources[0])} {self.seed}"

    @property
    def makers(self) -> Mapping[str, Coded]:
        """See `Task`."""
        return {"code": self.method}

    @property
    def seconds(self) -> float | None:
        """See `Work`."""
        return self.limits.seconds

    @property
    def sources(self) -> Sequence[str]:
        """See `Work`."""
        return self.method.sources

    def moved(self, sources: Sequence[str]) -> Self:
        """See `Work`."""
        problem, representation, algorithm = sources
        return replace(
            self, method=replace(self.method, sources=(problem, representation, algorithm))
        )

    def perform(self, run: Run) -> tuple[Problem, SearchResult]:
        """Search; if that breaks off, the best map so far is kept."""
        problem_text, representation, algorithm = self.sources
        problem = make_problem(problem_text)
        searcher = make_algorithm(algorithm)
        view = representation_named(representation)
        run.start_clock()
        return problem, search(
            problem,
            searcher,
            view,
            seed=self.seed,
            limits=self.limits,
            watch=lambda found: run.keep((problem, found)),
        )

    def verify(self, claim: tuple[Problem, SearchResult], seconds: float) -> GenerationResult:  # noqa: ARG002
        """See `SingleTask`. The search has a clock of its own."""
        problem, found = claim
        statistics = dict(zip(problem.statistics, map(float, found.statistics), strict=True))
        for name, value in {**statistics, "fitness": found.fitness}.items():
            if not math.isfinite(value):
                raise NonsenseError(f"the {name} of a map is {format_value(value)}")
        return GenerationResult(
            bool(found.reached),
            float(found.fitness),
            statistics,
            int(found.depth),
            int(found.evaluations),
            float(found.seconds),
            problem.text(found.map),
        )

    def fail(self, error: str, seconds: float) -> GenerationResult:
        """See `SingleTask`."""
        return GenerationResult(False, 0.0, {}, 0, 0, seconds, "", error)


GenerationAttempt = Attempt[GenerationTask, GenerationResult]


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

    @property
    def method_key(self) -> tuple[str, str, str, str]:
        """The key of its method."""
        return self.problem, self.representation, self.algorithm, self.code

    @property
    def key(self) -> Key:
        """The key of its task."""
        return *self.method_key, self.seed, self.limits

    @classmethod
    def from_row(cls, row: Row) -> GenerationRecord:
        """Return the record of a row of the table."""
        return record_from(cls, row)


GenerationPlan = Plan[GenerationTask, GenerationResult, GenerationRecord]


def _values(attempt: GenerationAttempt) -> dict[str, Any]:
    task, result = attempt.task, attempt.result
    return {
        "problem_name": task.method.problem_name,
        "algorithm_name": task.method.algorithm_name,
        "max_seconds": task.limits.seconds,
        "max_evaluations": task.limits.evaluations,
        "reached": result.reached,
        "fitness": result.fitness,
        "statistics": result.statistics,
        "depth": result.depth,
        "evaluations": result.evaluations,
        "seconds": result.seconds,
        "map": result.map,
        "error": result.error,
    }


GENERATING: Kind[GenerationTask, GenerationResult, GenerationRecord] = Kind(
    noun="search",
    success="playable",
    is_success=lambda result: result.reached,
    table=generations,
    key=("problem", "representation", "algorithm", "code", "seed", "limits"),
    codes={"code": ("problem", "representation", "algorithm")},
    values=_values,
    read=GenerationRecord.from_row,
)


@dataclass(frozen=True)
class MapStudy(Study[GenerationTask, GenerationResult, GenerationRecord]):
    """Methods times seeds, all with the same limits.

    All methods get their turn with a seed before the next one, so that a look at the results on
    the way is a fair one.
    """

    methods: Sequence[Method]
    seeds: Sequence[int]
    limits: Budget

    def __post_init__(self) -> None:
        for what, given in (("method", self.methods), ("seed", self.seeds)):
            if not given:
                raise GenerationError(f"there is no {what} to search with; give at least one")
        if self.limits.seconds is None and self.limits.evaluations is None:
            raise GenerationError("a search without a limit may never end; limit seconds or maps")

    @property
    def kind(self) -> Kind[GenerationTask, GenerationResult, GenerationRecord]:
        """See `Study`."""
        return GENERATING

    def list_tasks(self) -> Iterator[GenerationTask]:
        """See `Study`."""
        for seed in self.seeds:
            for method in self.methods:
                yield GenerationTask(method, seed, self.limits)


def _short(source: str) -> str:
    """Return a text that names something, without the folders of a file."""
    return Path(source).name if ".py" in source else source
