"""Summaries of planners' plays: win rates, scores and speed, by level and overall."""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from dataclasses import asdict, dataclass
from typing import Any

from babalab.arena.plays.board import Board
from babalab.arena.plays.player import Player
from babalab.arena.plays.playing import PlayRecord
from babalab.base.statistics import Rate, mean


@dataclass(frozen=True, slots=True)
class PlaySummary:
    """The plays of one planner on one level, or on all levels."""

    agent: str
    level: str | None
    """None stands for all of them."""
    plays: int
    won: int
    failed: int
    win_rate: float
    standard_error: float
    """Of the win rate, as if plays were independent; over levels that differ it is less."""
    mean_score: float
    mean_ticks: float
    calls_per_second: float
    milliseconds_per_tick: float

    def as_json(self) -> dict[str, Any]:
        """Return one flat object."""
        return asdict(self)


def summarize_plays(
    records: Sequence[PlayRecord], players: Sequence[Player], boards: Sequence[Board]
) -> list[PlaySummary]:
    """Summarize plays by planner and level, and over all levels if there are several."""
    rows: list[PlaySummary] = []
    for player in players:
        own = [record for record in records if record.planner == player.spec]
        on_levels = [
            _summarize(player.spec, board.level.name, plays)
            for board in boards
            if (plays := [record for record in own if record.level == board.key])
        ]
        rows += on_levels
        if len(on_levels) > 1:
            rows.append(_summarize(player.spec, None, own))
    return rows


def _summarize(agent: str, level: str | None, plays: Sequence[PlayRecord]) -> PlaySummary:
    """Summarize at least one play. One that failed is not won, and nothing else is known of it."""
    whole = [record for record in plays if record.error is None]
    won = sum(record.won for record in whole)
    rate = Rate(won, len(plays))
    seconds = math.fsum(record.seconds for record in whole)
    ticks = sum(record.ticks for record in whole)
    return PlaySummary(
        agent,
        level,
        plays=len(plays),
        won=won,
        failed=len(plays) - len(whole),
        win_rate=rate.rate,
        standard_error=rate.error,
        mean_score=mean(record.score for record in whole),
        mean_ticks=mean(record.ticks for record in whole),
        calls_per_second=sum(record.calls for record in whole) / seconds if seconds else 0.0,
        milliseconds_per_tick=1000 * seconds / ticks if ticks else 0.0,
    )


def find_failed_plays(records: Iterable[PlayRecord]) -> list[PlayRecord]:
    """Return those that came to nothing."""
    return [record for record in records if record.error is not None]
