"""The results of planners' plays as a table."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from babalab.cli.ui.columns import names, numbers
from babalab.cli.ui.tables import Table, add_row, make_table

if TYPE_CHECKING:
    from babalab.arena.plays import PlaySummary

ALL_LEVELS = "all levels"


def tabulate_rows(rows: Sequence[PlaySummary]) -> Table:
    """Tabulate the rows; those about all levels stand out."""
    failed = any(row.failed for row in rows)
    table = make_table(
        names("planner"),
        names("level"),
        numbers("won", priority=2),
        numbers("win rate"),
        numbers("score", priority=3),
        numbers("ticks", priority=4),
        numbers("calls/s", priority=5),
        numbers("ms/tick", priority=6),
        *([numbers("failed", priority=1)] * failed),
    )
    for number, row in enumerate(rows):
        first = not number or rows[number - 1].agent != row.agent
        add_row(
            table,
            row.agent if first else "",
            ALL_LEVELS if row.level is None else row.level,
            f"{row.won}/{row.plays}",
            f"{100 * row.win_rate:.1f} ± {100 * row.standard_error:.1f} %",
            f"{row.mean_score:.2f}",
            f"{row.mean_ticks:.1f}",
            f"{row.calls_per_second:,.0f}",
            f"{row.milliseconds_per_tick:.2f}",
            *([str(row.failed)] * failed),
            style="bold" if row.level is None else "",
        )
    return table
