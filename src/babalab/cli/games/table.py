"""What came of planners' plays: win rates, scores and speed, level by level and in all."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from rich.table import Table

from babalab.base.statistics import Rate, mean
from babalab.cli.ui.tables import add_row, make_table, measure_width, numbers

if TYPE_CHECKING:
    from babalab.arena.plays import Board, Player, PlayRecord

ALL_LEVELS = "all levels"
LEFT_OUT_FIRST = ("ms/tick", "calls/s", "ticks", "score", "won")
"""Columns that narrow terminals have to do without, in this order."""


@dataclass(frozen=True, slots=True)
class Row:
    """The plays of one planner on one level, or on all levels."""

    agent: str
    level: str | None
    """None stands for all of them."""
    plays: int
    won: int
    failed: int
    win_rate: float
    error: float
    """The standard error of the win rate, as of plays that have nothing to do with each other; over
    levels that differ it is less."""
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
    records: Sequence[PlayRecord], players: Sequence[Player], boards: Sequence[Board]
) -> list[Row]:
    """A row for each planner and level, and one over all levels if there are several."""
    rows: list[Row] = []
    for player in players:
        own = [record for record in records if record.planner == player.spec]
        on_levels = [
            _row(player.spec, board.level.name, plays)
            for board in boards
            if (plays := [record for record in own if record.level == board.key])
        ]
        rows += on_levels
        if len(on_levels) > 1:
            rows.append(_row(player.spec, None, own))
    return rows


def _row(agent: str, level: str | None, plays: Sequence[PlayRecord]) -> Row:
    """Of at least one play. One that failed is not won, and says nothing about the others."""
    whole = [record for record in plays if record.error is None]
    won = sum(record.won for record in whole)
    rate = Rate(won, len(plays))
    seconds = math.fsum(record.seconds for record in whole)
    ticks = sum(record.ticks for record in whole)
    return Row(
        agent,
        level,
        plays=len(plays),
        won=won,
        failed=len(plays) - len(whole),
        win_rate=rate.rate,
        error=rate.error,
        score=mean(record.score for record in whole),
        ticks=mean(record.ticks for record in whole),
        calls_per_second=sum(record.calls for record in whole) / seconds if seconds else 0.0,
        milliseconds_per_tick=1000 * seconds / ticks if ticks else 0.0,
    )


def tabulate_rows(rows: Sequence[Row], width: int | None = None) -> Table:
    """The rows for people; what is about all levels stands out.

    Where all columns are wider than `width`, some are left out.
    """
    headings = ["won", "win rate", "score", "ticks", "calls/s", "ms/tick"]
    if any(row.failed for row in rows):
        headings.append("failed")
    table = _table(rows, headings)
    for heading in LEFT_OUT_FIRST:
        if width is None or measure_width(table) <= width:
            break
        headings.remove(heading)
        table = _table(rows, headings)
    return table


def _table(rows: Sequence[Row], headings: Sequence[str]) -> Table:
    table = make_table("planner", "level", *map(numbers, headings))
    for number, row in enumerate(rows):
        first = not number or rows[number - 1].agent != row.agent
        cells = {
            "win rate": f"{100 * row.win_rate:.1f} ± {100 * row.error:.1f} %",
            "won": f"{row.won}/{row.plays}",
            "failed": str(row.failed),
            "score": f"{row.score:.2f}",
            "ticks": f"{row.ticks:.1f}",
            "calls/s": f"{row.calls_per_second:,.0f}",
            "ms/tick": f"{row.milliseconds_per_tick:.2f}",
        }
        add_row(
            table,
            row.agent if first else "",
            ALL_LEVELS if row.level is None else row.level,
            *(cells[heading] for heading in headings),
            style="bold" if row.level is None else None,
        )
    return table
