"""One attempt of one agent at one level: what runs in the worker, and how its claim is verified."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import partial
from typing import Any, Self

import numpy as np

from babalab.agents import AGENTS, Agent, Result, Verdict, make_agent
from babalab.arena.contestant import Contestant
from babalab.arena.fingerprint import level_key
from babalab.arena.task import Attempt, Coded, Key, SingleTask
from babalab.base.budget import Budget
from babalab.execution.faults import NonsenseError, cut, format_value
from babalab.execution.work import Brief
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

    @property
    def team(self) -> str:
        """See `Work`."""
        return self.contestant.team

    @property
    def brief(self) -> Brief:
        """See `Work`."""
        return Brief(prepare_agent, (self.contestant.source, self.seed), self.seed)

    @property
    def material(self) -> tuple[str, Budget]:
        """See `Work`: the map, and nothing that is known about it."""
        return self.level.line, self.budget

    @property
    def most_bytes(self) -> int:
        """See `Work`."""
        return MOST_BYTES

    def verify(self, claim: Any, seconds: float, finding: Any = None) -> Result:  # noqa: ARG002
        """See `SingleTask`."""
        return verify_claim(claim, self.who, self.level, self.budget, seconds)

    def fail(self, error: str, seconds: float) -> Result:
        """See `SingleTask`."""
        return Result(self.who, Verdict.FAILED, None, seconds, 0, 0, 0, error=error)


SolveAttempt = Attempt[SolveTask, Result]


def prepare_agent(source: str, seed: int) -> Callable[[tuple[str, Budget]], dict[str, Any]]:
    """Make an agent ready, in a worker; return what lets it try a level."""
    agent = make_agent(source, seed=seed)
    agent.get_ready()
    return partial(_attempt_level, agent)


def _attempt_level(agent: Agent, material: tuple[str, Budget]) -> dict[str, Any]:
    """Let the agent try. It is asked for its claim, unless it has a `solve` of its own."""
    line, budget = material
    level = Level.parse(line)
    if type(agent).solve is not Agent.solve:
        made: Any = agent.solve(level, budget)
    else:
        made = agent.claim(level, budget)
    if not isinstance(made, Result):
        raise NonsenseError(f"returned {format_value(made)} instead of a Result")
    claim = {name: getattr(made, name) for name in CLAIMED}
    check_claim(claim)  # here, where a value that can't travel can still be told
    return {
        **claim,
        **_list_counts(claim),
        "verdict": made.verdict.value,
        "error": None if made.error is None else cut(str(made.error)),
        "shortest": made.shortest is True,
    }


MOST_STATISTICS = 1000
LONGEST_NAME = 200
MOST_BYTES = 4 << 20
"""Of a claim; a solution has a byte for each move."""
CLAIMED = (
    "verdict", "solution", "iterations", "steps", "peak_memory", "statistics", "error", "shortest",
)  # fmt: skip
"""The fields of a result that an agent claims; all others are the arena's own."""


def verify_claim(claim: Any, agent: str, level: Level, budget: Budget, seconds: float) -> Result:
    """Return what an agent claims about a level, its solution replayed and its time taken by us.

    A solution ends where it wins; with one that does not, the agent has failed. Raises
    `NonsenseError` if anything else is wrong with the claim.
    """
    if not isinstance(claim, dict) or claim.keys() != set(CLAIMED):
        raise NonsenseError(f"returned {format_value(claim)} instead of a claim")
    try:
        verdict = Verdict(claim["verdict"])
    except ValueError:
        raise NonsenseError(f"returned {format_value(claim['verdict'])} as the verdict") from None
    claim = {**claim, "verdict": verdict}
    check_claim(claim)
    for what in ("iterations", "steps"):
        made, allowed = int(claim[what]), getattr(budget, what)
        if allowed is not None and made > allowed:
            raise NonsenseError(f"made {made:,} {what}, {allowed:,} were allowed")
    solution = None
    error = cut(str(claim["error"])) if claim["error"] is not None else None
    if verdict is Verdict.SOLVED:
        solution = _cut_at_win(claim["solution"], level)
        if solution is None:
            verdict, error = Verdict.FAILED, cut(f"{claim['solution']!r} does not win")
    return Result(
        agent=agent,
        verdict=verdict,
        solution=solution,
        seconds=seconds,
        error=error,
        shortest=claim["shortest"] is True and verdict is Verdict.SOLVED,
        **_list_counts(claim),
    )


def check_claim(claim: Mapping[str, Any]) -> None:
    """Raise `NonsenseError` if a claim is not of the form that claims have."""
    verdict = claim["verdict"]
    if not isinstance(verdict, Verdict):
        raise NonsenseError(f"returned {format_value(verdict)} as the verdict")
    if verdict is Verdict.INTERRUPTED:
        raise NonsenseError("interrupted itself")
    _list_counts(claim)
    solution = claim["solution"]
    if not isinstance(solution, str) and (verdict is Verdict.SOLVED or solution is not None):
        raise NonsenseError(f"returned {format_value(solution)} as the solution")


def _list_counts(claim: Mapping[str, Any]) -> dict[str, Any]:
    """Return the counts of a claim, by name. Raises `NonsenseError` if any is none."""
    counts = {
        name: _check_count(claim[name], name) for name in ("iterations", "steps", "peak_memory")
    }
    return {**counts, "statistics": _check_statistics(claim["statistics"])}


def _cut_at_win(solution: str, level: Level) -> str | None:
    """Return the moves up to the win, None if they don't win."""
    moves = parse_moves(solution)
    won_at = replay(level.start(), moves).won_at
    return None if won_at is None else format_moves(moves[:won_at])


def _check_count(value: Any, name: str) -> int:
    if isinstance(value, int | np.integer | float | np.floating) and 0 <= value < 2**63:
        whole = int(value)
        if whole == value:
            return whole
    raise NonsenseError(f"returned {format_value(value)} as {name}")


def _check_statistics(value: Any) -> dict[str, int]:
    if not isinstance(value, dict):
        raise NonsenseError(f"returned {format_value(value)} as statistics")
    if len(value) > MOST_STATISTICS:
        raise NonsenseError(f"returned {len(value):,} statistics; keep to {MOST_STATISTICS}")
    checked: dict[str, int] = {}
    for name, count in value.items():
        told = str(name)
        if not told.isprintable() or len(told) > LONGEST_NAME:
            raise NonsenseError(f"returned {format_value(name)} as the name of a statistic")
        checked[told] = _check_count(count, f"statistics[{name!r}]")
    return checked
