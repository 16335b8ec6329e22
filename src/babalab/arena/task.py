"""One attempt of one agent at one level: what runs in a worker, on whatever machine."""

from __future__ import annotations

import math
import platform
import time
from collections.abc import Sequence
from dataclasses import dataclass, replace
from datetime import UTC, datetime
from typing import Any, Self

import numpy as np

from babalab.agents import AGENTS, Result, Verdict, make_agent
from babalab.base.budget import Budget
from babalab.base.random_streams import seed_global_generators
from babalab.execution.faults import MAX_ERROR_LENGTH, NonsenseError, describe, shown
from babalab.execution.memory import memory_limited
from babalab.game.action import format_moves, parse_moves
from babalab.game.level import Level
from babalab.game.replay import replay


@dataclass(frozen=True, slots=True)
class Task:
    """Who shall try what, with which seed and budget."""

    agent: str
    """A text that `make_agent` understands in any process."""
    level: Level
    seed: int
    budget: Budget

    @property
    def who(self) -> str:
        """See `Work`."""
        return self.agent

    @property
    def where(self) -> str:
        """See `Work`."""
        return self.level.id or self.level.name or self.level.line

    @property
    def seconds(self) -> float | None:
        """See `Work`."""
        return self.budget.seconds

    @property
    def preparation(self) -> float:
        """See `Work`."""
        kind = AGENTS.get(self.agent.partition(":")[0])
        return 0.0 if kind is None else kind.preparation

    @property
    def memory(self) -> int | None:
        """See `Work`."""
        return self.budget.memory

    def run(self, memory: int | None = None) -> Attempt:
        """See `Work`."""
        return run_task(self, memory)

    def failed(self, error: str, started: datetime) -> Attempt:
        """See `Work`."""
        return Attempt.failed(self, error, started)

    @property
    def sources(self) -> Sequence[str]:
        """See `Work`."""
        return (self.agent,)

    def moved(self, sources: Sequence[str]) -> Self:
        """See `Work`."""
        return replace(self, agent=sources[0])

    def brought_back(self, outcome: Attempt) -> Attempt:
        """See `Work`."""
        return replace(outcome, task=self, result=replace(outcome.result, agent=self.agent))


@dataclass(frozen=True, slots=True)
class Attempt:
    """What came of a task, when and where."""

    task: Task
    result: Result
    started: datetime
    finished: datetime
    host: str

    @classmethod
    def failed(cls, task: Task, error: str, started: datetime) -> Attempt:
        """One that came to nothing, from when it started until now."""
        finished = datetime.now(UTC)
        result = _failure(task, error, (finished - started).total_seconds())
        return cls(task, result, started, finished, platform.node())


def run_task(task: Task, memory: int | None = None) -> Attempt:
    """Let the agent try, believe nothing it says, and turn whatever it raises into a result.

    `memory` is how many bytes more than now the process may use while the agent is at work.
    Python's and NumPy's own generators are seeded too, for agents that draw from those.
    """
    started = datetime.now(UTC)
    seed_global_generators(task.seed)
    began = time.perf_counter()
    try:
        with memory_limited(memory):
            agent = make_agent(task.agent, seed=task.seed)
            agent.get_ready()
            began = time.perf_counter()
            claim: Any = agent.solve(task.level, task.budget)
        result = verified(claim, task, time.perf_counter() - began)
    except BaseException as error:  # also what is meant to end a process: it ends one attempt
        result = _failure(task, describe(error, memory, __file__), time.perf_counter() - began)
    return Attempt(task, result, started, datetime.now(UTC), platform.node())


def verified(claim: Any, task: Task, seconds: float) -> Result:
    """What an agent claims, with its solution replayed and its time taken by us.

    A solution ends where it wins. Raises `NonsenseError` if anything is wrong with the claim.
    """
    if not isinstance(claim, Result):
        raise NonsenseError(f"returned {shown(claim)} instead of a Result")
    if not isinstance(claim.verdict, Verdict):
        raise NonsenseError(f"returned {shown(claim.verdict)} as the verdict")
    if claim.verdict is Verdict.INTERRUPTED:
        raise NonsenseError("interrupted itself")
    for what in ("iterations", "steps"):
        made, allowed = _count(getattr(claim, what), what), getattr(task.budget, what)
        if allowed is not None and made > allowed:
            raise NonsenseError(f"made {made:,} {what}, {allowed:,} were allowed")
    return Result(
        agent=task.agent,
        verdict=claim.verdict,
        solution=_winning(claim.solution, task) if claim.verdict is Verdict.SOLVED else None,
        seconds=seconds,
        iterations=_count(claim.iterations, "iterations"),
        steps=_count(claim.steps, "steps"),
        peak_memory=_count(claim.peak_memory, "peak_memory"),
        statistics=_statistics(claim.statistics),
        error=str(claim.error)[:MAX_ERROR_LENGTH] if claim.error is not None else None,
        shortest=claim.shortest is True and claim.verdict is Verdict.SOLVED,
    )


def _winning(solution: Any, task: Task) -> str:
    if not isinstance(solution, str):
        raise NonsenseError(f"returned {shown(solution)} as the solution")
    moves = parse_moves(solution)
    won_at = replay(task.level.start(), moves).won_at
    if won_at is None:
        raise NonsenseError(f"{shown(solution)} does not win")
    return format_moves(moves[:won_at])


def _count(value: Any, name: str) -> int:
    if isinstance(value, int | np.integer | float | np.floating) and math.isfinite(value):
        whole = int(value)
        if whole == value and 0 <= whole < 2**63:
            return whole
    raise NonsenseError(f"returned {shown(value)} as {name}")


def _statistics(value: Any) -> dict[str, int]:
    if not isinstance(value, dict):
        raise NonsenseError(f"returned {shown(value)} as statistics")
    return {str(name): _count(count, f"statistics[{name!r}]") for name, count in value.items()}


def _failure(task: Task, error: str, seconds: float) -> Result:
    return Result(task.agent, Verdict.FAILED, None, seconds, 0, 0, 0, error=error)
