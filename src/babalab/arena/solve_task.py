"""One attempt of one agent at one level: running it and checking its claim."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any, Self

import numpy as np

from babalab.agents import AGENTS, Agent, Result, Verdict, make_agent
from babalab.arena.contestant import Contestant
from babalab.arena.fingerprint import level_key
from babalab.arena.task import Attempt, Coded, Key, Run, SingleTask
from babalab.base.budget import Budget
from babalab.execution.faults import MAX_ERROR_LENGTH, NonsenseError, format_value
from babalab.game.action import format_moves, parse_moves
from babalab.game.level import Level
from babalab.game.replay import replay


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


def verified(claim: Any, agent: str, level: Level, budget: Budget, seconds: float) -> Result:
    """Return what an agent claims about a level, its solution replayed and its time taken by us.

    A solution ends where it wins; with one that does not, the agent has failed. Raises
    `NonsenseError` if anything else is wrong with the claim.
    """
    if not isinstance(claim, Result):
        raise NonsenseError(f"returned {format_value(claim)} instead of a Result")
    if not isinstance(claim.verdict, Verdict):
        raise NonsenseError(f"returned {format_value(claim.verdict)} as the verdict")
    if claim.verdict is Verdict.INTERRUPTED:
        raise NonsenseError("interrupted itself")
    for what in ("iterations", "steps"):
        made, allowed = _check_count(getattr(claim, what), what), getattr(budget, what)
        if allowed is not None and made > allowed:
            raise NonsenseError(f"made {made:,} {what}, {allowed:,} were allowed")
    verdict, solution = claim.verdict, None
    error = str(claim.error)[:MAX_ERROR_LENGTH] if claim.error is not None else None
    if verdict is Verdict.SOLVED:
        solution = _cut_at_win(claim.solution, level)
        if solution is None:
            verdict, error = Verdict.FAILED, f"{claim.solution!r} does not win"[:MAX_ERROR_LENGTH]
    return Result(
        agent=agent,
        verdict=verdict,
        solution=solution,
        seconds=seconds,
        iterations=_check_count(claim.iterations, "iterations"),
        steps=_check_count(claim.steps, "steps"),
        peak_memory=_check_count(claim.peak_memory, "peak_memory"),
        statistics=_check_statistics(claim.statistics),
        error=error,
        shortest=claim.shortest is True and verdict is Verdict.SOLVED,
    )


def _cut_at_win(solution: Any, level: Level) -> str | None:
    """Return the moves up to the win, None if they don't win."""
    if not isinstance(solution, str):
        raise NonsenseError(f"returned {format_value(solution)} as the solution")
    moves = parse_moves(solution)
    won_at = replay(level.start(), moves).won_at
    return None if won_at is None else format_moves(moves[:won_at])


def _check_count(value: Any, name: str) -> int:
    if isinstance(value, int | np.integer | float | np.floating) and math.isfinite(value):
        whole = int(value)
        if whole == value and 0 <= whole < 2**63:
            return whole
    raise NonsenseError(f"returned {format_value(value)} as {name}")


def _check_statistics(value: Any) -> dict[str, int]:
    if not isinstance(value, dict):
        raise NonsenseError(f"returned {format_value(value)} as statistics")
    return {
        str(name): _check_count(count, f"statistics[{name!r}]") for name, count in value.items()
    }
