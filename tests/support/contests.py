"""Contests of tuners whose plays are made up."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from datetime import UTC, datetime

from babalab.arena import Attempt, Store
from babalab.arena.plays import PLAYING, PlayAttempt, PlayLog, PlayPlan, PlayResult, PlayTask
from babalab.planning import Journal
from babalab.planning.tuners import Combination, Space

Trials = Sequence[Sequence[tuple[Combination, float]]]
"""Of each tick the combinations that were tried, and what they brought."""


def made_up(
    planned: PlayTask,
    *,
    won: bool,
    score: float = 0.0,
    log: PlayLog | None = None,
    ticks: int = 3,
) -> PlayAttempt:
    """A play that nobody made."""
    now = datetime(2026, 1, 2, 3, 4, 5, tzinfo=UTC)
    result = PlayResult(won, not won, score, ticks, 30, 0.5, bytes(ticks), log)
    return Attempt(planned, result, now, now, "here")


def carry_out_made_up(
    plan: PlayPlan, store: Store, play: Callable[[PlayTask], PlayAttempt]
) -> None:
    """Store a made-up play for each that is planned."""
    for planned in plan.todo:
        store.add(PLAYING, play(planned))


def log_of(trials: Trials, space: Space, discount: float = 1.0) -> PlayLog:
    """The log of these trials."""
    journal = Journal()
    for tick in trials:
        for combination, payoff in tick:
            journal.note(combination, payoff)
        journal.tick()
    return PlayLog.of(journal, space, discount)
