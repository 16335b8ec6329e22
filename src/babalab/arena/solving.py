"""Solving levels, as a kind of work: agents times levels times seeds under one budget."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import KW_ONLY, dataclass, fields
from typing import Any

from sqlalchemy import ForeignKeyConstraint, UniqueConstraint

from babalab.agents import Result, Verdict
from babalab.arena.contestant import Contestant
from babalab.arena.fingerprint import level_key
from babalab.arena.kind import Kind, Row, record_from
from babalab.arena.schema import declare_table
from babalab.arena.solve_task import SolveAttempt, SolveTask
from babalab.arena.store import Store
from babalab.arena.study import Plan, Study, require_some
from babalab.arena.task import Key
from babalab.base.budget import Budget
from babalab.game.level import Level

LIMITS = ("seconds", "iterations", "steps", "memory")
"""Limits of a budget that matter here; their columns are called ``max_…``."""

levels = declare_table(
    "levels",
    {
        "hash": "text", "line": "text", "set": "text", "id": "text", "name": "text",
        "solution": "text",
    },
    primary_key=("hash",),
)  # fmt: skip
"""Every map once, described as in the set through which it was met last."""

results = declare_table(
    "results",
    {
        "number": "number", "agent": "text", "agent_name": "text", "parameters": "json",
        "code": "text", "level": "text", "seed": "int", "budget": "text", "max_seconds": "float?",
        "max_iterations": "int?", "max_steps": "int?", "max_memory": "int?", "verdict": "text",
        "solution": "text?", "shortest": "bool", "seconds": "float",
        "processor_seconds": "float?", "iterations": "int",
        "steps": "int", "peak_memory": "int", "statistics": "json", "error": "text?",
        "started": "text", "finished": "text", "version": "text", "host": "text",
    },
    ForeignKeyConstraint(["level"], [levels.c.hash]),
    UniqueConstraint("agent", "code", "level", "seed", "budget"),
)  # fmt: skip
"""One row for each attempt; times are UTC in ISO 8601, so that their order is that of the text."""


@dataclass(frozen=True, slots=True, kw_only=True)
class SolveRecord(Result):
    """One attempt at a level as the store has it."""

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
    started: str
    finished: str
    version: str
    host: str
    processor_seconds: float | None = None
    """The processor time of its process and those it started; None if nobody took it."""

    @property
    def key(self) -> Key:
        """The key of its task."""
        return self.agent, self.code, self.level, self.seed, self.budget.key

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
        budget = Budget(**{name: row[f"max_{name}"] for name in LIMITS})
        return record_from(cls, row, budget=budget, verdict=Verdict(row["verdict"]))


SolvePlan = Plan[SolveTask, Result, SolveRecord]


def _list_values(attempt: SolveAttempt) -> dict[str, Any]:
    contestant, budget, result = attempt.task.contestant, attempt.task.budget, attempt.result
    return {
        "agent_name": contestant.name,
        "parameters": contestant.parameters,
        "verdict": result.verdict.value,
        **_limits(budget),
    }


def _limits(budget: Budget) -> dict[str, float | None]:
    """Return the limits of a budget by the names of their columns."""
    return {f"max_{name}": getattr(budget, name) for name in LIMITS}


def _flatten(record: SolveRecord) -> dict[str, Any]:
    """Return a record as a row of an export."""
    return {
        **{each.name: getattr(record, each.name) for each in fields(record)},
        **_limits(record.budget),
        "level": record.level_line,
        "level_hash": record.level,
        "verdict": record.verdict.value,
        "length": record.length,
    }


COLUMNS = {
    "agent": "text", "agent_name": "text", "parameters": "json", "code": "text",
    "level": "text", "level_hash": "text", "level_set": "text", "level_id": "text",
    "level_name": "text", "seed": "int", "max_seconds": "float", "max_iterations": "int",
    "max_steps": "int", "max_memory": "int", "verdict": "text", "solution": "text",
    "length": "int", "shortest": "bool", "seconds": "float", "processor_seconds": "float",
    "iterations": "int", "steps": "int", "peak_memory": "int", "statistics": "json",
    "error": "text", "started": "text", "finished": "text", "version": "text", "host": "text",
}  # fmt: skip
"""The columns of exports and their types."""


SOLVING: Kind[SolveTask, Result, SolveRecord] = Kind(
    noun="attempt",
    success="solved",
    is_success=lambda result: result.solved,
    table=results,
    key=("agent", "code", "level", "seed", "budget"),
    codes={"code": ("agent",)},
    values=_list_values,
    read=SolveRecord.from_row,
    labels={f"level_{name}": levels.c[name] for name in ("set", "id", "name", "line", "solution")},
    columns=COLUMNS,
    flatten=_flatten,
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

    kind = SOLVING

    def __post_init__(self) -> None:
        require_some("to evaluate", agent=self.contestants, level=self.levels, seed=self.seeds)

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
        return _repeat_for_levels(super().records(store, whole=whole), self.levels)


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
    return found if levels is None else _repeat_for_levels(found, levels)


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


def _repeat_for_levels(
    records: Iterable[SolveRecord], levels: Sequence[Level]
) -> list[SolveRecord]:
    """Return every record as often as its map is among some levels."""
    times = Counter(level_key(level) for level in levels)
    return [record for record in records for _ in range(times[record.level])]
