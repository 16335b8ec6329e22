"""Define a kind of work of your own: count the states that random walks visit.

The arena plans the walks, runs them anywhere, stores them, and continues where it was interrupted.
Run ``python examples/a_kind_of_your_own.py`` twice: the second time there is nothing left to do.
"""

from __future__ import annotations

import random
import sys
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from sqlalchemy import BigInteger, Column, Float, Integer, Table, Text, UniqueConstraint

from babalab import Level
from babalab.arena import InThisProcess, Kind, SingleTask, Store, Study, carry_out, make_plan
from babalab.arena.kind import record_from
from babalab.arena.schema import metadata
from babalab.execution.faults import NonsenseError
from babalab.execution.work import Brief
from babalab.levels import load_levels

MOVES = 200

walks = Table(
    "walks",
    metadata,
    Column("number", Integer, primary_key=True),
    Column("level", Text, nullable=False),
    Column("seed", BigInteger, nullable=False),
    Column("states", Integer, nullable=False),
    Column("seconds", Float, nullable=False),
    Column("error", Text),
    Column("finished", Text, nullable=False),
    UniqueConstraint("level", "seed"),
)


@dataclass(frozen=True)
class Walked:
    """The result of a walk."""

    states: int
    seconds: float
    error: str | None = None


@dataclass(frozen=True)
class Walk(SingleTask[Walked]):
    """A walk through a level."""

    level: Level
    seed: int

    @property
    def key(self) -> tuple[str, int]:
        """The level and the seed, which identify a walk."""
        return self.level.line, self.seed

    @property
    def who(self) -> str:
        return "a random walk"

    @property
    def where(self) -> str:
        return self.level.id

    @property
    def makers(self) -> Mapping[str, Any]:
        """Whose code decides the result; here nobody's."""
        return {}

    @property
    def sources(self) -> Sequence[str]:
        """The user's files that another machine would need."""
        return ()

    def moved(self, sources: Sequence[str]) -> Walk:
        return self

    @property
    def brief(self) -> Brief:
        """How a worker gets ready, before the clock starts; random numbers are seeded for it."""
        return Brief(prepare_walk, (MOVES,), self.seed)

    @property
    def material(self) -> str:
        """What the worker is given when the clock starts."""
        return self.level.line

    def verify(self, claim: Any, seconds: float, finding: Any = None) -> Walked:
        """Walk the same way again, in this process, and count the states."""
        if not isinstance(claim, str) or len(claim) != MOVES:
            raise NonsenseError(f"a walk has {MOVES} moves")
        state = self.level.start()
        met = {state}
        for move in claim:
            state = state.step(move)
            met.add(state)
        return Walked(len(met), seconds)

    def fail(self, error: str, seconds: float) -> Walked:
        return Walked(0, seconds, error)


def prepare_walk(moves: int) -> Callable[[str], str]:
    """Return what a worker does with a level: it walks at random and returns its moves."""

    def walk(line: str) -> str:
        level = Level.parse(line)
        state, walked = level.start(), ""
        for _ in range(moves):
            walked += random.choice("udlrs")
            state = state.step(walked[-1])
        return walked

    return walk


@dataclass(frozen=True)
class WalkRecord:
    """A walk as it is stored."""

    level: str
    seed: int
    states: int
    seconds: float
    error: str | None
    finished: str

    @property
    def key(self) -> tuple[str, int]:
        return self.level, self.seed


WALKING: Kind[Walk, Walked, WalkRecord] = Kind(
    noun="walk",
    success="walked",
    is_success=lambda result: result.error is None,
    table=walks,
    key=("level", "seed"),
    codes={},
    values=lambda attempt: {
        "states": attempt.result.states,
        "seconds": attempt.seconds,
        "error": attempt.error,
    },
    read=lambda row: record_from(WalkRecord, row),
)


@dataclass(frozen=True)
class Walks(Study[Walk, Walked, WalkRecord]):
    """Levels times seeds."""

    levels: Sequence[Level]
    seeds: Sequence[int]

    @property
    def kind(self) -> Kind[Walk, Walked, WalkRecord]:
        return WALKING

    def list_tasks(self) -> Iterator[Walk]:
        for seed in self.seeds:
            for level in self.levels:
                yield Walk(level, seed)


if __name__ == "__main__":
    study = Walks(load_levels("first-steps"), range(3))
    with Store(sys.argv[1] if len(sys.argv) > 1 else "walks.db") as store:
        plan = make_plan(store, study)
        print(f"{len(plan.todo)} walks to make, {plan.stored} made before")
        for attempt in carry_out(plan, store, InThisProcess()):
            assert attempt.error is None, attempt.error
        records = study.records(store)
    most = max(records, key=lambda record: record.states)
    print(f"{most.states} states at most, in {most.level}")
