"""Solving levels, as a kind of work: agents times levels times seeds under one budget."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import KW_ONLY, dataclass, replace
from typing import Any, Self

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

from babalab.agents import AGENTS, Agent, Result, Verdict, make_agent
from babalab.arena.claims import verified
from babalab.arena.contestant import Contestant
from babalab.arena.errors import ArenaError
from babalab.arena.fingerprint import level_key
from babalab.arena.kind import Kind, Row, record_from
from babalab.arena.schema import metadata
from babalab.arena.store import Store
from babalab.arena.study import Plan, Study
from babalab.arena.task import Attempt, Coded, Key, Run, SingleTask
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
class SolveTask(SingleTask[Result]):
    """One agent with one seed at one level under one budget."""

    contestant: Contestant
    level: Level
    seed: int
    budget: Budget

    @property
    def key(self) -> Key:
        """See `Task`."""
        who = self.contestant
        return who.spec, who.code, level_key(self.level), self.seed, self.budget.key

    @property
    def who(self) -> str:
        """See `Task`."""
        return self.contestant.spec

    @property
    def where(self) -> str:
        """See `Work`."""
        return self.level.id or self.level.name or self.level.line

    @property
    def makers(self) -> Mapping[str, Coded]:
        """See `Task`."""
        return {"code": self.contestant}

    @property
    def seconds(self) -> float | None:
        """See `Work`."""
        return self.budget.seconds

    @property
    def preparation(self) -> float:
        """See `Work`."""
        kind = AGENTS.get(self.contestant.source.partition(":")[0])
        return 0.0 if kind is None else kind.preparation

    @property
    def memory(self) -> int | None:
        """See `Work`."""
        return self.budget.memory

    @property
    def sources(self) -> Sequence[str]:
        """See `Work`."""
        return (self.contestant.source,)

    def moved(self, sources: Sequence[str]) -> Self:
        """See `Work`."""
        return replace(self, contestant=replace(self.contestant, source=sources[0]))

    def perform(self, run: Run) -> Any:
        """Let the agent try. It is asked for its claim, unless it has a `solve` of its own."""
        agent = make_agent(self.contestant.source, seed=self.seed)
        agent.get_ready()
        run.start_clock()
        if type(agent).solve is not Agent.solve:
            return agent.solve(self.level, self.budget)
        return agent.claim(self.level, self.budget)

    def verify(self, claim: Any, seconds: float) -> Result:
        """See `SingleTask`."""
        return verified(claim, self.who, self.level, self.budget, seconds)

    def fail(self, error: str, seconds: float) -> Result:
        """See `SingleTask`."""
        return Result(self.who, Verdict.FAILED, None, seconds, 0, 0, 0, error=error)


SolveAttempt = Attempt[SolveTask, Result]


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
        """What to call the level in a table."""
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
