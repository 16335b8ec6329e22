"""One search for a map: what runs in a worker, on whatever machine."""

from __future__ import annotations

import math
import platform
import time
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from datetime import UTC, datetime
from pathlib import Path
from typing import Self

from babalab.base.budget import Budget
from babalab.base.random_streams import seed_global_generators
from babalab.execution.faults import NonsenseError, describe, shown
from babalab.execution.memory import memory_limited
from babalab.generation.algorithms.algorithm import make_algorithm
from babalab.generation.problems.problem import Problem, make_problem
from babalab.generation.representations.representation import representation_named
from babalab.generation.searching import Found, search


@dataclass(frozen=True, slots=True)
class GenerationTask:
    """Which algorithm shall search for a map of which problem, with which seed, how long."""

    problem: str
    """A text that `make_problem` understands in any process."""
    representation: str
    algorithm: str
    """A text that `make_algorithm` understands in any process."""
    seed: int
    limits: Budget

    @property
    def who(self) -> str:
        """See `Work`."""
        return f"{_short(self.algorithm)} {_short(self.representation)}"

    @property
    def where(self) -> str:
        """See `Work`."""
        return f"{_short(self.problem)} {self.seed}"

    @property
    def seconds(self) -> float | None:
        """See `Work`."""
        return self.limits.seconds

    @property
    def preparation(self) -> float:
        """See `Work`."""
        return 0.0

    @property
    def memory(self) -> int | None:
        """See `Work`."""
        return None

    def run(self, memory: int | None = None) -> GenerationAttempt:
        """Search, and turn whatever goes wrong into a result.

        A search that wanted more memory than it had, or failed otherwise, keeps the best map it
        had found. Python's and NumPy's own generators are seeded too, for what users have written.
        """
        started = datetime.now(UTC)
        seed_global_generators(self.seed)
        began = time.perf_counter()
        last: list[Found] = []
        try:
            with memory_limited(memory):
                problem = make_problem(self.problem)
                algorithm = make_algorithm(self.algorithm)
                representation = representation_named(self.representation)
                began = time.perf_counter()
                found = search(
                    problem,
                    algorithm,
                    representation,
                    seed=self.seed,
                    limits=self.limits,
                    watch=lambda found: last.__setitem__(slice(None), [found]),
                )
            return _attempt(self, problem, found, None, started)
        except BaseException as error:  # also what is meant to end a process: it ends one search
            told = describe(error, memory, __file__)
            if last and not isinstance(error, NonsenseError):
                with suppress(NonsenseError):  # what went wrong first is to be told
                    return _attempt(self, problem, last[0], told, started)
            return _failure(self, told, started, time.perf_counter() - began)

    def failed(self, error: str, started: datetime) -> GenerationAttempt:
        """See `Work`."""
        return _failure(self, error, started, (datetime.now(UTC) - started).total_seconds())

    @property
    def sources(self) -> Sequence[str]:
        """See `Work`."""
        return self.problem, self.representation, self.algorithm

    def moved(self, sources: Sequence[str]) -> Self:
        """See `Work`."""
        problem, representation, algorithm = sources
        return replace(self, problem=problem, representation=representation, algorithm=algorithm)

    def brought_back(self, outcome: GenerationAttempt) -> GenerationAttempt:
        """See `Work`."""
        return replace(outcome, task=self)


@dataclass(frozen=True, slots=True)
class GenerationAttempt:
    """What came of a search, when and where."""

    task: GenerationTask
    reached: bool
    fitness: float
    statistics: dict[str, float]
    """Of the best map, by name."""
    depth: int
    evaluations: int
    seconds: float
    map: str
    """The best map as text; none of a search that came to nothing."""
    error: str | None
    started: datetime
    finished: datetime
    host: str


def _short(source: str) -> str:
    """A text that names something, without the folders of a file."""
    return Path(source).name if ".py" in source else source


def _attempt(
    task: GenerationTask, problem: Problem, found: Found, error: str | None, started: datetime
) -> GenerationAttempt:
    statistics = dict(zip(problem.statistics, map(float, found.statistics), strict=True))
    for name, value in {**statistics, "fitness": found.fitness}.items():
        if not math.isfinite(value):
            raise NonsenseError(f"the {name} of a map is {shown(value)}")
    return GenerationAttempt(
        task,
        bool(found.reached),
        float(found.fitness),
        statistics,
        int(found.depth),
        int(found.evaluations),
        float(found.seconds),
        problem.text(found.map),
        error,
        started,
        datetime.now(UTC),
        platform.node(),
    )


def _failure(
    task: GenerationTask, error: str, started: datetime, seconds: float
) -> GenerationAttempt:
    return GenerationAttempt(
        task,
        reached=False,
        fitness=0.0,
        statistics={},
        depth=0,
        evaluations=0,
        seconds=seconds,
        map="",
        error=error,
        started=started,
        finished=datetime.now(UTC),
        host=platform.node(),
    )
