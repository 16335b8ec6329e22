"""The results of planners' plays as a table."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from rich.table import Table

from babalab.cli.ui.tables import add_row, make_table, measure_width, numbers

if TYPE_CHECKING:
    from babalab.arena.plays import PlaySummary

ALL_LEVELS = "all levels"
LEFT_OUT_FIRST = ("ms/tick", "calls/s", "ticks", "score", "won")
"""Columns that are left out on narrow terminals, in this order."""


def tabulate_rows(rows: Sequence[PlaySummary], width: int | None = None) -> Table:
    """Tabulate the rows; those about all levels stand out.

    Where all columns are wider than `width`, some are left out.
    """
    headings = ["won", "win rate", "score", "ticks", "calls/s", "ms/tick"]
    if any(row.failed for row in rows):
        headings.append("failed")
    table = _make_table(rows, headings)
    for heading in LEFT_OUT_FIRST:
        if width is None or measure_width(table) <= width:
            break
        headings.remove(heading)
        table = _make_table(rows, headings)
    return table


def _make_table(rows: Sequence[PlaySummary], headings: Sequence[str]) -> Table:
    table = make_table("planner", "level", *map(numbers, headings))
    for number, row in enumerate(rows):
        first = not number or rows[number - 1].agent != row.agent
        cells = {
            "win rate": f"{100 * row.win_rate:.1f} ± {100 * row.standard_error:.1f} %",
            "won": f"{row.won}/{row.plays}",
            "failed": str(row.failed),
            "score": f"{row.mean_score:.2f}",
            "ticks": f"{row.mean_ticks:.1f}",
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
