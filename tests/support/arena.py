"""Levels, agents and results to try the arena with."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

from babalab import Level
from babalab.agents import Result, Verdict
from babalab.arena import (
    Attempt,
    Contestant,
    Executor,
    LevelStudy,
    SolveAttempt,
    SolveRecord,
    SolveTask,
    Store,
    Workers,
    carry_out,
    contestants,
    make_plan,
)
from babalab.base.budget import Budget
from support.program import MAP, UNSOLVABLE

LEVELS = [
    Level.parse(MAP, id="across", name="Across", solution="rrr"),
    Level.parse("_______/_b...f_/_B12.._/_F13.._/_______", id="farther"),
    Level.parse(UNSOLVABLE, id="never"),
]
QUICK = Budget(iterations=200)
BFS = Contestant.of("bfs")

EFFORTLESS = """
from dataclasses import dataclass
from babalab.agents import *


@dataclass(frozen=True, kw_only=True)
class {name}(Agent):
    name = "{name}"

    def search(self, start, spending, statistics):
        spending.affordable(1, 1)
        spending.spend(iterations=1, steps=1)
        yield Progress(spending, statistics)
{body}
"""


def write_agent(folder: Path, name: str, body: str) -> str:
    """Write an agent that does this in its search; how to name it."""
    path = folder / f"{name.lower()}.py"
    lines = "\n".join(f"        {line}" for line in body.strip("\n").splitlines())
    path.write_text(EFFORTLESS.format(name=name, body=lines))
    return f"{path}:{name}"


def evaluate(
    store: Store,
    agents: Sequence[str],
    levels: Sequence[Level] = LEVELS,
    *,
    budget: Budget = QUICK,
    seeds: Sequence[int] = (0,),
    executor: Executor | None = None,
) -> list[SolveAttempt]:
    """Carry out an evaluation; what came of each attempt."""
    study = LevelStudy(contestants(agents), levels, seeds=seeds, budget=budget)
    return list(carry_out(make_plan(store, study), store, executor or Workers(2, grace=0.3)))


def results_by_name(made: Sequence[SolveAttempt]) -> dict[str, Result]:
    """The results of agents that made one attempt each."""
    return {attempt.task.contestant.name: attempt.result for attempt in made}


def solve_task(agent: str, level: Level, seed: int = 0, budget: Budget = QUICK) -> SolveTask:
    """A task for any executor, of an agent that nobody looked at before."""
    return SolveTask(Contestant(agent, "", agent, {}, agent), level, seed, budget)


def record(
    agent: str, level: str, *, seed: int = 0, solution: str | None = None, **changes: Any
) -> SolveRecord:
    """A result made up for tables to be made from."""
    values: dict[str, Any] = {
        "agent": agent,
        "agent_name": agent,
        "parameters": {},
        "code": "1",
        "level": level,
        "level_set": "made up",
        "level_id": level,
        "level_name": "",
        "level_line": "",
        "level_solution": "",
        "seed": seed,
        "budget": QUICK,
        "verdict": Verdict.GAVE_UP if solution is None else Verdict.SOLVED,
        "solution": solution,
        "shortest": False,
        "seconds": 1.0,
        "iterations": 10,
        "steps": 50,
        "peak_memory": 0,
        "statistics": {},
        "error": None,
        "started": "2026-01-01T00:00:00.000000+00:00",
        "finished": "2026-01-01T00:00:01.000000+00:00",
        "version": "0",
        "host": "here",
    }
    return SolveRecord(**{**values, **changes})


def attempt(
    level: Level, *, seed: int = 0, who: Contestant = BFS, budget: Budget = QUICK, **changes: Any
) -> SolveAttempt:
    """An attempt by bfs made up for stores to keep."""
    values: dict[str, Any] = {
        "agent": "bfs",
        "verdict": Verdict.SOLVED,
        "solution": "rrr",
        "seconds": 0.5,
        "iterations": 7,
        "steps": 35,
        "peak_memory": 1000,
        "statistics": {"visited": 3},
    }
    started = datetime(2026, 1, 2, 3, 4, 5, tzinfo=UTC)
    return Attempt(
        SolveTask(who, level, seed, budget),
        Result(**{**values, **changes}),
        started,
        started + timedelta(seconds=1),
        "here",
    )
