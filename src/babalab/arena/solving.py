"""Solving levels, as a kind of work: agents times levels times seeds under one budget."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import KW_ONLY, dataclass
from typing import Any

from sqlalchemy import (
    JSON,
    BigInteger,
    Boolean,
    Column,
    Float,
    ForeignKey,
    Integer,
    Table,
    Text,
    UniqueConstraint,
)

from babalab.agents import Result, Verdict
from babalab.arena.contestant import Contestant
from babalab.arena.errors import ArenaError
from babalab.arena.fingerprint import level_key
from babalab.arena.kind import Kind, Row, record_from
from babalab.arena.schema import metadata
from babalab.arena.solve_task import SolveAttempt, SolveTask
from babalab.arena.store import Store
from babalab.arena.study import Plan, Study
from babalab.arena.task import Key
from babalab.base.budget import Budget
from babalab.game.level import Level

levels = Table(
    "levels",
    metadata,
    Column("hash", Text, primary_key=True),
    Column("line", Text, nullable=False),
    Column("set", Text, nullable=False),
    Column("id", Text, nullable=False),
    Column("name", Text, nullable=False),
    Column("solution", Text, nullable=False),
)
"""Every map once, described as in the set through which it was met last."""

results = Table(
    "results",
    metadata,
    Column("number", Integer, primary_key=True),
    Column("agent", Text, nullable=False),
    Column("agent_name", Text, nullable=False),
    Column("parameters", JSON, nullable=False),
    Column("code", Text, nullable=False),
    Column("level", Text, ForeignKey(levels.c.hash), nullable=False),
    Column("seed", BigInteger, nullable=False),
    Column("budget", Text, nullable=False),
    Column("max_seconds", Float),
    Column("max_iterations", BigInteger),
    Column("max_steps", BigInteger),
    Column("max_memory", BigInteger),
    Column("verdict", Text, nullable=False),
    Column("solution", Text),
    Column("shortest", Boolean, nullable=False),
    Column("seconds", Float, nullable=False),
    Column("iterations", BigInteger, nullable=False),
    Column("steps", BigInteger, nullable=False),
    Column("peak_memory", BigInteger, nullable=False),
    Column("statistics", JSON, nullable=False),
    Column("error", Text),
    Column("started", Text, nullable=False),
    Column("finished", Text, nullable=False),
    Column("version", Text, nullable=False),
    Column("host", Text, nullable=False),
    UniqueConstraint("agent", "code", "level", "seed", "budget"),
)
"""One row for each attempt; times are UTC in ISO 8601, so that their order is that of the text."""


@dataclass(frozen=True, slots=True)
class SolveRecord:
    """One attempt at a level as the store has it."""

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
    def key(self) -> Key:
        """The key of its task."""
        return self.agent, self.code, self.level, self.seed, self.budget.key

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
        """The name of the level in a table."""
        return self.level_id or self.level_name or self.level[:8]

    @classmethod
    def from_row(cls, row: Row) -> SolveRecord:
        """Return the record of a row of results with its labels."""
        budget = Budget(
            row["max_seconds"], row["max_iterations"], row["max_steps"], row["max_memory"]
        )
        return record_from(cls, row, budget=budget, verdict=Verdict(row["verdict"]))


SolvePlan = Plan[SolveTask, Result, SolveRecord]


def _values(attempt: SolveAttempt) -> dict[str, Any]:
    contestant, budget, result = attempt.task.contestant, attempt.task.budget, attempt.result
    return {
        "agent_name": contestant.name,
        "parameters": contestant.parameters,
        "max_seconds": budget.seconds,
        "max_iterations": budget.iterations,
        "max_steps": budget.steps,
        "max_memory": budget.memory,
        "verdict": result.verdict.value,
        "solution": result.solution,
        "shortest": result.shortest,
        "seconds": result.seconds,
        "iterations": result.iterations,
        "steps": result.steps,
        "peak_memory": result.peak_memory,
        "statistics": result.statistics,
        "error": result.error,
    }


def flat(record: SolveRecord) -> dict[str, Any]:
    """Return a result as one row of an export."""
    budget = record.budget
    return {
        "agent": record.agent,
        "agent_name": record.agent_name,
        "parameters": record.parameters,
        "code": record.code,
        "level": record.level_line,
        "level_hash": record.level,
        "level_set": record.level_set,
        "level_id": record.level_id,
        "level_name": record.level_name,
        "seed": record.seed,
        "max_seconds": budget.seconds,
        "max_iterations": budget.iterations,
        "max_steps": budget.steps,
        "max_memory": budget.memory,
        "verdict": record.verdict.value,
        "solution": record.solution,
        "length": record.length,
        "shortest": record.shortest,
        "seconds": record.seconds,
        "iterations": record.iterations,
        "steps": record.steps,
        "peak_memory": record.peak_memory,
        "statistics": record.statistics,
        "error": record.error,
        "started": record.started,
        "finished": record.finished,
        "version": record.version,
        "host": record.host,
    }


COLUMNS = {
    "agent": "text", "agent_name": "text", "parameters": "json", "code": "text",
    "level": "text", "level_hash": "text", "level_set": "text", "level_id": "text",
    "level_name": "text", "seed": "int", "max_seconds": "float", "max_iterations": "int",
    "max_steps": "int", "max_memory": "int", "verdict": "text", "solution": "text",
    "length": "int", "shortest": "bool", "seconds": "float", "iterations": "int", "steps": "int",
    "peak_memory": "int", "statistics": "json", "error": "text", "started": "text",
    "finished": "text", "version": "text", "host": "text",
}  # fmt: skip
"""Of exports, and what is in them."""


SOLVING: Kind[SolveTask, Result, SolveRecord] = Kind(
    noun="attempt",
    success="solved",
    is_success=lambda result: result.solved,
    table=results,
    key=("agent", "code", "level", "seed", "budget"),
    codes={"code": ("agent",)},
    values=_values,
    read=SolveRecord.from_row,
    labels={f"level_{name}": levels.c[name] for name in ("set", "id", "name", "line", "solution")},
    columns=COLUMNS,
    flat=flat,
)


@dataclass(frozen=True)
class LevelStudy(Study[SolveTask, Result, SolveRecord]):
    """Agents times levels times seeds, each with one budget.

    Levels with the same number come one after the other, each tried by all agents, so that a look
    at the results on the way is a fair one. A map that is in the set more than once is attempted
    once; records have it as often as the set.
    """

    contestants: Sequence[Contestant]
    levels: Sequence[Level]
    _: KW_ONLY
    seeds: Sequence[int] = (0,)
    budget: Budget
    set_name: str = ""
    unseeded: Collection[str] = ()
    """Specs of agents that draw no random numbers: they get the first seed only."""

    def __post_init__(self) -> None:
        for what, given in (
            ("agent", self.contestants), ("level", self.levels), ("seed", self.seeds),
        ):  # fmt: skip
            if not given:
                raise ArenaError(f"there is no {what} to evaluate; give at least one")

    @property
    def kind(self) -> Kind[SolveTask, Result, SolveRecord]:
        """See `Study`."""
        return SOLVING

    @property
    def maps(self) -> list[Level]:
        """Return the levels of the set with different maps."""
        return list({level.line: level for level in reversed(self.levels)}.values())[::-1]

    def list_tasks(self) -> Iterator[SolveTask]:
        """See `Study`."""
        for seed in dict.fromkeys(self.seeds):
            for level in self.maps:
                for contestant in self.contestants:
                    if seed == self.seeds[0] or contestant.spec not in self.unseeded:
                        yield SolveTask(contestant, level, seed, self.budget)

    def introduce(self, store: Store) -> None:
        """See `Study`."""
        add_levels(store, self.levels, self.set_name)

    def records(self, store: Store, *, whole: bool = False) -> list[SolveRecord]:
        """See `Study`."""
        return _for_each_level(super().records(store, whole=whole), self.levels)


def find_records(
    store: Store,
    *,
    levels: Sequence[Level] | None = None,
    agents: Iterable[str] | None = None,
    limits: Mapping[str, float | None] | None = None,
) -> list[SolveRecord]:
    """Return the newest result for each agent, level, seed and budget, of those asked for.

    A level that is twice in `levels` has its results twice. `limits` are those of the budget that
    matter, by name.
    """
    where: dict[str, Any] = {f"max_{name}": limit for name, limit in (limits or {}).items()}
    if agents is not None:
        where["agent"] = set(agents)
    if levels is not None:
        where["level"] = {level_key(level) for level in levels}
    found = store.records(SOLVING, newest=True, **where)
    return found if levels is None else _for_each_level(found, levels)


def add_levels(store: Store, met: Iterable[Level], set_name: str) -> None:
    """Keep levels, before results about them; counted from 1 where they have no id."""
    rows: dict[str, dict[str, str]] = {}
    for number, level in enumerate(met, start=1):
        described = {
            "hash": level_key(level),
            "line": level.line,
            "set": set_name,
            "id": level.id or str(number),
            "name": level.name,
            "solution": level.solution,
        }
        rows.setdefault(described["hash"], described)
    store.merge(levels, rows.values(), ["hash"], changing=["set", "id", "name", "solution"])


def _for_each_level(records: Iterable[SolveRecord], levels: Sequence[Level]) -> list[SolveRecord]:
    """Return every record as often as its map is among some levels."""
    times = Counter(level_key(level) for level in levels)
    return [record for record in records for _ in range(times[record.level])]
