"""Searching for maps, as a kind of work: methods times seeds under the same limits."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import partial
from pathlib import Path
from typing import Any, Self

import numpy as np
from sqlalchemy import UniqueConstraint

from babalab.arena.kind import Kind, record_from
from babalab.arena.schema import declare_table
from babalab.arena.study import Plan, Study, require_some
from babalab.arena.task import Attempt, Coded, Key, Review, SingleTask
from babalab.base.budget import Budget
from babalab.execution.faults import NonsenseError, describe, format_value
from babalab.execution.work import Brief
from babalab.generation.algorithms.algorithm import Algorithm, make_algorithm
from babalab.generation.errors import GenerationError
from babalab.generation.problems.problem import Problem, make_problem
from babalab.generation.representations.representation import (
    Representation,
    representation_named,
)
from babalab.generation.searching import SearchResult, search
from babalab.generation.study.method import Method

generations = declare_table(
    "generations",
    {
        "number": "number", "problem": "text", "problem_name": "text", "representation": "text",
        "algorithm": "text", "algorithm_name": "text", "code": "text", "seed": "int",
        "limits": "text", "max_seconds": "float?", "max_evaluations": "int?", "reached": "bool",
        "fitness": "float", "statistics": "json", "depth": "int", "evaluations": "int",
        "seconds": "float", "processor_seconds": "float?", "map": "text", "error": "text?",
        "started": "text", "finished": "text", "version": "text", "host": "text",
    },
    UniqueConstraint("problem", "representation", "algorithm", "code", "seed", "limits"),
)  # fmt: skip
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
        return f"{_shorten(algorithm)} {_shorten(representation)}"

    @property
    def where(self) -> str:
        """See `Work`."""
        return f"{_shorten(self.sources[0])} {self.seed}"

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

    @property
    def team(self) -> str:
        """See `Work`."""
        return self.method.team

    @property
    def brief(self) -> Brief:
        """See `Work`."""
        return Brief(prepare_search, self.method.sources, self.seed)

    @property
    def material(self) -> tuple[int, Budget]:
        """See `Work`."""
        return self.seed, self.limits

    def review(self, claim: Any) -> Review:
        """See `SingleTask`: the problem judges the map once more."""
        match claim:
            case {
                "map": str(text), "hint": str(hint), "depth": int(), "evaluations": int(),
                "error": None | str(),
            } if len(claim) == 5:  # fmt: skip
                brief = Brief(prepare_judge, self.method.sources[:1], self.seed)
                return Review(self.method.problem_team, brief, (self.seed, text, hint))
        raise NonsenseError(f"returned {format_value(claim)} instead of a map")

    def verify(self, claim: Any, seconds: float, finding: Any = None) -> GenerationResult:
        """See `SingleTask`. If the search broke off, that is told rather than what follows."""
        try:
            return self._verify(claim, seconds, finding)
        except NonsenseError as error:
            raise NonsenseError(claim["error"] or str(error)) from error

    def _verify(self, claim: Any, seconds: float, finding: Any) -> GenerationResult:
        match finding:
            case {"reached": bool(reached), "fitness": float(fitness), "statistics": dict(found)}:
                pass
            case _:
                raise NonsenseError(
                    f"the problem returned {format_value(finding)} as its judgement"
                )
        for name, value in {**found, "fitness": fitness}.items():
            if type(value) is not float or not math.isfinite(value):
                raise NonsenseError(f"the {name} of a map is {format_value(value)}")
        depth, evaluations = claim["depth"], claim["evaluations"]
        most = 2**62 if self.limits.evaluations is None else self.limits.evaluations
        if not (0 <= depth < 2**62 and 1 <= evaluations <= max(1, most)):
            raise NonsenseError(f"made {evaluations:,} evaluations, {most:,} were allowed")
        return GenerationResult(
            reached, fitness, found, depth, evaluations, seconds, claim["map"], claim["error"]
        )

    def fail(self, error: str, seconds: float) -> GenerationResult:
        """See `SingleTask`."""
        return GenerationResult(False, 0.0, {}, 0, 0, seconds, "", error)


GenerationAttempt = Attempt[GenerationTask, GenerationResult]


def prepare_search(
    problem: str, representation: str, algorithm: str
) -> Callable[[tuple[int, Budget]], dict[str, Any]]:
    """Make a search ready, in a worker; return what searches with a seed and limits."""
    made = make_problem(problem), make_algorithm(algorithm), representation_named(representation)
    return partial(_search_map, *made)


def _search_map(
    problem: Problem,
    algorithm: Algorithm,
    representation: type[Representation],
    material: tuple[int, Budget],
) -> dict[str, Any]:
    """Search; if that breaks off, the best map so far is claimed, with the error."""
    seed, limits = material
    last: SearchResult | None = None

    def see(result: SearchResult) -> None:
        nonlocal last
        last = result

    error = None
    try:
        last = search(problem, algorithm, representation, seed=seed, limits=limits, watch=see)
    except BaseException as raised:
        if last is None:
            raise
        error = describe(raised, None, __file__)
    return {
        "map": problem.text(last.map),
        "hint": last.hint,
        "depth": int(last.depth),
        "evaluations": int(last.evaluations),
        "error": error,
    }


def prepare_judge(problem: str) -> Callable[[tuple[int, str, str]], dict[str, Any]]:
    """Make a problem ready to judge the map of a search once more."""
    return partial(_judge_map, make_problem(problem))


def _judge_map(problem: Problem, material: tuple[int, str, str]) -> dict[str, Any]:
    seed, text, hint = material
    start = problem.random_maps(np.random.default_rng(seed), 1)
    judged = problem.judge(problem.parse(text)[None], problem.measure(start)[0], [hint])
    statistics = map(float, judged.statistics[0])
    return {
        "reached": bool(judged.reached[0]),
        "fitness": float(judged.fitness[0]),
        "statistics": dict(zip(problem.statistics, statistics, strict=True)),
    }


@dataclass(frozen=True, slots=True, kw_only=True)
class GenerationRecord(GenerationResult):
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
    started: str
    finished: str
    version: str
    host: str
    processor_seconds: float | None = None
    """The processor time of its process and those it started; None if nobody took it."""

    @property
    def method_key(self) -> tuple[str, str, str, str]:
        """The key of its method."""
        return self.problem, self.representation, self.algorithm, self.code

    @property
    def key(self) -> Key:
        """The key of its task."""
        return *self.method_key, self.seed, self.limits


GenerationPlan = Plan[GenerationTask, GenerationResult, GenerationRecord]


def _list_values(attempt: GenerationAttempt) -> dict[str, Any]:
    method, limits = attempt.task.method, attempt.task.limits
    return {
        "problem_name": method.problem_name,
        "algorithm_name": method.algorithm_name,
        "max_seconds": limits.seconds,
        "max_evaluations": limits.evaluations,
    }


GENERATING: Kind[GenerationTask, GenerationResult, GenerationRecord] = Kind(
    noun="search",
    success="playable",
    is_success=lambda result: result.reached,
    table=generations,
    key=("problem", "representation", "algorithm", "code", "seed", "limits"),
    codes={"code": ("problem", "representation", "algorithm")},
    values=_list_values,
    read=lambda row: record_from(GenerationRecord, row),
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
    kind = GENERATING

    def __post_init__(self) -> None:
        require_some("to search with", method=self.methods, seed=self.seeds)
        if self.limits.seconds is None and self.limits.evaluations is None:
            raise GenerationError("a search without a limit may never end; limit seconds or maps")

    def list_tasks(self) -> Iterator[GenerationTask]:
        """See `Study`."""
        for seed in self.seeds:
            for method in self.methods:
                yield GenerationTask(method, seed, self.limits)


def _shorten(source: str) -> str:
    """Return a text that names something, without the folders of a file."""
    return Path(source).name if ".py" in source else source
