"""A stored result, with everything known about it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

import babalab
from babalab.agents import Verdict
from babalab.arena.contestant import Contestant
from babalab.arena.fingerprint import level_key
from babalab.arena.task import Attempt
from babalab.base.budget import Budget


@dataclass(frozen=True, slots=True)
class Record:
    """One attempt as the store has it."""

    agent: str
    agent_name: str
    parameters: dict[str, Any]
    code: str
    level: str
    """The key of the map."""
    level_set: str
    level_id: str
    level_name: str
    level_line: str
    level_solution: str
    """The one on record for the level, ``""`` if none is."""
    seed: int
    budget: Budget
    verdict: Verdict
    solution: str | None
    shortest: bool
    seconds: float
    iterations: int
    steps: int
    peak_memory: int
    statistics: dict[str, int]
    error: str | None
    started: str
    finished: str
    version: str
    host: str

    @property
    def solved(self) -> bool:
        """Whether it has a solution, which was replayed."""
        return self.verdict is Verdict.SOLVED

    @property
    def length(self) -> int | None:
        """Moves of the solution."""
        return None if self.solution is None else len(self.solution)

    @property
    def label(self) -> str:
        """What to call the level in a table."""
        return self.level_id or self.level_name or self.level[:8]

    @property
    def key(self) -> tuple[str, str, int, str]:
        """What is the same in attempts of different versions of an agent's code."""
        return self.agent, self.level, self.seed, self.budget.key

    @classmethod
    def from_row(cls, row: Mapping[str, Any]) -> Record:
        """From a row of results joined with levels, whose columns are called ``level_…``."""
        named = {name: row[name] for name in cls.__slots__ if name not in ("budget", "verdict")}
        budget = Budget(
            row["max_seconds"], row["max_iterations"], row["max_steps"], row["max_memory"]
        )
        return cls(**named, budget=budget, verdict=Verdict(row["verdict"]))


def row_of(contestant: Contestant, attempt: Attempt) -> dict[str, Any]:
    """The values of a row of results."""
    task, result = attempt.task, attempt.result
    return {
        "agent": contestant.spec,
        "agent_name": contestant.name,
        "parameters": contestant.parameters,
        "code": contestant.code,
        "level": level_key(task.level),
        "seed": task.seed,
        "budget": task.budget.key,
        "max_seconds": task.budget.seconds,
        "max_iterations": task.budget.iterations,
        "max_steps": task.budget.steps,
        "max_memory": task.budget.memory,
        "verdict": result.verdict.value,
        "solution": result.solution,
        "shortest": result.shortest,
        "seconds": result.seconds,
        "iterations": result.iterations,
        "steps": result.steps,
        "peak_memory": result.peak_memory,
        "statistics": result.statistics,
        "error": result.error,
        "started": attempt.started.isoformat(timespec="microseconds"),
        "finished": attempt.finished.isoformat(timespec="microseconds"),
        "version": babalab.__version__,
        "host": attempt.host,
    }
