"""Evaluating parameters, as a kind of work: an agent on all levels of a set, with all seeds.

The arena attempts every level on its own; a whole evaluation is stored when the last of them is
done.
"""

from __future__ import annotations

import hashlib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from functools import cached_property
from typing import Any

from sqlalchemy import UniqueConstraint

from babalab.agents import Verdict
from babalab.arena import Attempt, Contestant, Kind, SolveAttempt, SolveTask, Study, Task
from babalab.arena.fingerprint import level_key
from babalab.arena.kind import record_from
from babalab.arena.schema import declare_table
from babalab.arena.task import Coded, Key
from babalab.base.budget import Budget
from babalab.game.level import Level
from babalab.tuning.outcome import LevelOutcome, Score
from babalab.tuning.packing import pack_score, unpack_score

TRIES = 2
"""An attempt that fails is made once more: a worker may die through no fault of the agent's."""
UNTIMED_LOSS = 3600.0
"""Seconds that count for an agent that can't be made, where the budget has none: no merit."""

tuning_evaluations = declare_table(
    "tuning_evaluations",
    {
        "number": "number", "agent": "text", "code": "text", "levels": "text", "seeds": "text",
        "budget": "text", "outcomes": "json", "finished": "text", "version": "text",
    },
    UniqueConstraint("agent", "code", "levels", "seeds", "budget"),
)  # fmt: skip
"""An agent on a whole set of levels, in one row: tuning makes hundreds, and nobody ranks them."""


@dataclass(frozen=True)
class Terms:
    """The levels, seeds and budget on which every agent of a run is evaluated."""

    levels: Sequence[Level]
    seeds: Sequence[int]
    budget: Budget

    @cached_property
    def digest(self) -> str:
        """The same for the same maps in the same order."""
        keys = "".join(level_key(level) for level in self.levels)
        return hashlib.blake2b(keys.encode(), digest_size=16).hexdigest()

    def refused(self, reason: str) -> Score:
        """Return the score that counts for an agent that can't be made."""
        seconds = UNTIMED_LOSS if self.budget.seconds is None else self.budget.seconds
        limit = self.budget.iterations or 0
        return Score.of_refusal(reason, len(self.levels), len(self.seeds), limit, seconds)

    @property
    def key(self) -> tuple[str, str, str]:
        """Return what evaluations of the same terms have in common: levels, seeds, budget."""
        return self.digest, " ".join(map(str, self.seeds)), self.budget.key


@dataclass(frozen=True)
class EvaluationTask(Task[Score]):
    """One agent under some terms: attempts at all levels with all seeds.

    A map that is in the set more than once is attempted once and counts for each.
    """

    contestant: Contestant
    terms: Terms
    refusal: str | None = None
    """Why there is no such agent; then nothing is attempted, and all counts as failed."""

    @property
    def key(self) -> Key:
        """See `Task`."""
        return self.contestant.spec, self.contestant.code, *self.terms.key

    @property
    def who(self) -> str:
        """See `Task`."""
        return self.contestant.spec

    @property
    def makers(self) -> Mapping[str, Coded]:
        """See `Task`."""
        return {"code": self.contestant}

    @property
    def parts(self) -> Sequence[SolveTask]:
        """See `Task`."""
        if self.refusal is not None:
            return ()
        maps = {level_key(level): level for level in self.terms.levels}
        return [
            SolveTask(self.contestant, level, seed, self.terms.budget)
            for level in maps.values()
            for seed in self.terms.seeds
        ]

    def gather(self, attempts: Sequence[SolveAttempt]) -> EvaluationAttempt:
        """See `Task`."""
        if self.refusal is not None:
            return Attempt.ended_now(self, self.terms.refused(self.refusal), datetime.now(UTC))
        found = {
            (level_key(each.task.level), each.task.seed): LevelOutcome.of(each) for each in attempts
        }
        outcomes = [
            [found[level_key(level), seed] for seed in self.terms.seeds]
            for level in self.terms.levels
        ]
        score = Score(outcomes, self.terms.budget.iterations or 0)
        return Attempt.ended_now(self, score, min(each.started for each in attempts))


EvaluationAttempt = Attempt[EvaluationTask, Score]


@dataclass(frozen=True, slots=True)
class EvaluationRecord:
    """One evaluation as the store has it."""

    number: int
    """By which runs refer to it."""
    agent: str
    code: str
    levels: str
    seeds: str
    budget: str
    outcomes: Any
    """See `pack_score`."""
    finished: str
    version: str

    @property
    def key(self) -> Key:
        """The key of its task."""
        return self.agent, self.code, self.levels, self.seeds, self.budget

    def score(self, limit: int) -> Score:
        """Return what came of it, of attempts with so many iterations allowed."""
        return unpack_score(self.outcomes, limit)


EVALUATING: Kind[EvaluationTask, Score, EvaluationRecord] = Kind(
    noun="evaluation",
    success="evaluated",
    is_success=lambda score: score.refused is None,
    table=tuning_evaluations,
    key=("agent", "code", "levels", "seeds", "budget"),
    codes={"code": ("agent",)},
    values=lambda attempt: {"outcomes": pack_score(attempt.result)},
    read=lambda row: record_from(EvaluationRecord, row),
    tries=TRIES,
    has_failed=lambda attempt: attempt.result.verdict is Verdict.FAILED,
)


@dataclass(frozen=True)
class EvaluationStudy(Study[EvaluationTask, Score, EvaluationRecord]):
    """Some evaluations, in the order in which they are asked for."""

    asked: Sequence[EvaluationTask]
    kind = EVALUATING

    def list_tasks(self) -> Sequence[EvaluationTask]:
        """See `Study`."""
        return self.asked
