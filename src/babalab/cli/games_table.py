"""What came of planners' plays: win rates, scores and speed, level by level and in all."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from rich.table import Column, Table
from rich.text import Text

if TYPE_CHECKING:
    from babalab.arena.plays import PlayRecord

ALL_LEVELS = "all"


@dataclass(frozen=True, slots=True)
class Row:
    """The plays of one agent on one level, or on all levels."""

    agent: str
    level: str
    plays: int
    won: int
    failed: int
    win_rate: float
    error: float
    """The standard error of the win rate: of the mean over these levels, for all levels."""
    score: float
    ticks: float
    calls_per_second: float
    milliseconds_per_tick: float

    def as_json(self) -> dict[str, Any]:
        """One flat object."""
        return {
            "agent": self.agent,
            "level": self.level,
            "plays": self.plays,
            "won": self.won,
            "failed": self.failed,
            "win_rate": self.win_rate,
            "standard_error": self.error,
            "mean_score": self.score,
            "mean_ticks": self.ticks,
            "calls_per_second": self.calls_per_second,
            "milliseconds_per_tick": self.milliseconds_per_tick,
        }


def summed_up(
    records: Sequence[PlayRecord], agents: Sequence[str], levels: Sequence[str]
) -> list[Row]:
    """A row for each agent and level, and one for each agent over all levels if there are several.

    A play that failed is not won; it has no score and no time.
    """
    rows = []
    for agent in agents:
        of_agent = [record for record in records if record.planner == agent]
        on_levels = [
            _row(agent, level, [record for record in of_agent if record.level_name == level])
            for level in levels
            if any(record.level_name == level for record in of_agent)
        ]
        rows += on_levels
        if len(on_levels) > 1:
            overall = _row(agent, ALL_LEVELS, of_agent)
            rate = math.fsum(row.win_rate for row in on_levels) / len(on_levels)
            error = math.sqrt(math.fsum(row.error**2 for row in on_levels)) / len(on_levels)
            rows.append(_with_rate(overall, rate, error))
    return rows
