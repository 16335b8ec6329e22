"""The display of `babalab reward`: tables of parts, comparisons, and boards beside them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import rich.table
from rich.console import Group

from babalab.base.wording import pluralize
from babalab.cli.ui.boards import draw_board, print_board
from babalab.cli.ui.columns import Column, names, numbers
from babalab.cli.ui.console import out
from babalab.cli.ui.tables import (
    Table,
    add_row,
    make_table,
    measure_width,
    print_grid,
    print_table,
)
from babalab.cli.ui.text import Text
from babalab.cli.ui.viewport import COLUMNS_PER_CELL
from babalab.cli.ui.wrapping import print_wrapped
from babalab.game.state import State
from babalab.learning.rewards import Inspection

GAP = 3
"""Columns between a table and the board beside it."""


@dataclass(frozen=True)
class InspectedPlay:
    """A play as several rewards see it; there is at least one."""

    address: str
    seen: tuple[Inspection, ...]

    @property
    def states(self) -> tuple[State, ...]:
        """Return the states before the first step and after each."""
        return self.seen[0].states

    @property
    def moves(self) -> str:
        """Return the moves that were played."""
        return "".join(step.action.letter for step in self.seen[0].steps)

    @property
    def unplayed(self) -> str:
        """Return the moves that were left when the play was over."""
        return self.seen[0].unplayed

    @property
    def ending(self) -> str:
        """Return how it ended."""
        return self.seen[0].ending

    @property
    def headline(self) -> str:
        """Return the level and the outcome of the play in one line."""
        level = self.states[0].level
        name = level.name or level.id or "a map"
        return f"{name} · {pluralize(len(self.moves), 'move')} · {self.ending}"

    def as_json(self) -> dict[str, Any]:
        """Return everything, in types JSON knows."""
        return {
            "level": self.address,
            "moves": self.moves,
            "unplayed": self.unplayed,
            "ending": self.ending,
            "pictures": [state.picture for state in self.states],
            "rewards": [each.as_json() for each in self.seen],
        }


def print_play(play: InspectedPlay, boards: str | None) -> None:
    """Print everything about a play."""
    out.print(Text(play.headline, style="bold"))
    if boards == "each":
        _print_each(play)
    else:
        tables = [table for seen in play.seen for table in _make_parts_tables(seen)]
        if len(play.seen) > 1:
            tables.append(_make_comparison(play))
        _print_beside(tables, play.states[-1] if boards else None)
    for seen in play.seen:
        if silent := [label for label in seen.labels if not _gives_any(seen, label)]:
            of = f" of {seen.reward}" if len(play.seen) > 1 else ""
            print_wrapped(Text(f"nothing{of} came from {', '.join(silent)}", style="dim"))


# ---------------------------------------------------------------- tables


def _make_parts_tables(seen: Inspection) -> list[Table]:
    """Return as few tables as fit: a row for each step, a column for each part that is not 0."""
    shown = [label for label in seen.labels if _gives_any(seen, label)]
    for count in range(1, len(shown) + 1):
        size = -(-len(shown) // count)
        pieces = [shown[begin : begin + size] for begin in range(0, len(shown), size)]
        tables = [_make_parts_table(seen, piece, piece is pieces[-1]) for piece in pieces]
        if not out.is_terminal or max(map(measure_width, tables)) <= out.width:
            return tables
    return tables if shown else [_make_parts_table(seen, [], True)]


def _make_parts_table(seen: Inspection, labels: Sequence[str], last: bool) -> Table:
    """Return a table of some parts of each step; in the last table the sums too."""
    columns: list[Column] = []
    shown: list[list[float]] = []

    def add(header: str, values: list[float], style: str = "", footer: float | None = None) -> None:
        below = "" if footer is None else format_number(footer, values)
        columns.append(numbers(header, style, footer=below))
        shown.append(values)

    for label in labels:
        values = [step.parts[label] for step in seen.steps]
        # Broken at the hyphen, so that more columns fit.
        add(label.replace("(", "(\n").replace("-", "-\n"), values, footer=sum(values))
    if last:
        add("total", [step.total for step in seen.steps], "bold", seen.total)
        add("running", [step.running for step in seen.steps])
    return _make_steps_table(str(seen.reward), seen, columns, shown)


def _make_comparison(play: InspectedPlay) -> Table:
    """Return a table of the totals of all rewards side by side."""
    totals = [[step.total for step in seen.steps] for seen in play.seen]
    columns = [
        numbers(str(seen.reward), footer=format_number(seen.total, values))
        for seen, values in zip(play.seen, totals, strict=True)
    ]
    return _make_steps_table("all of them", play.seen[0], columns, totals)


def _make_steps_table(
    title: str, seen: Inspection, columns: Sequence[Column], values: Sequence[list[float]]
) -> Table:
    table = make_table(
        numbers("step", "dim"),
        names("move", footer="sum"),
        *columns,
        title=title,
        title_style="bold cyan",
    )
    for place, step in enumerate(seen.steps):
        cells = [format_number(each[place], each) for each in values]
        add_row(table, str(step.number), step.action.letter, *cells)
    return table


def _gives_any(seen: Inspection, label: str) -> bool:
    return any(step.parts[label] for step in seen.steps)


def format_number(value: float, column: Sequence[float]) -> Text:
    """Format a number for its column: coloured, with as many decimals as are useful."""
    largest = max((abs(each) for each in column), default=0.0)
    places = 0 if all(each == int(each) for each in column) else 2 if largest >= 1 else 4
    if abs(value) < 0.5 * 10**-places:
        return Text("0", style="dim")
    return Text(f"{value:.{places}f}", style="green" if value > 0 else "red")


# ---------------------------------------------------------------- boards


def _print_beside(tables: Sequence[Table], state: State | None) -> None:
    """Print tables, with a board to their right where that fits, or else above them."""
    if state is None:
        _print(tables)
        return
    together = Group(*tables)
    wanted = measure_width(together) + GAP + COLUMNS_PER_CELL * state.level.width
    if out.is_terminal and wanted > out.width:
        print_board(state)
        _print(tables)
        return
    grid = rich.table.Table.grid(padding=(0, GAP))
    grid.add_row(together, draw_board(state.scene()))
    print_grid(grid)


def _print(tables: Sequence[Table]) -> None:
    for table in tables:
        print_table(table)


def _print_each(play: InspectedPlay) -> None:
    """Print the board after each step, with the rewards of the step beside it."""
    _print_board_and(play.states[0], [make_table(title="at the start", title_style="dim")])
    for place, state in enumerate(play.states[1:]):
        _print_board_and(state, [_make_step_table(seen, place) for seen in play.seen])


def _print_board_and(state: State, tables: Sequence[Table]) -> None:
    if out.is_terminal and COLUMNS_PER_CELL * state.level.width + 40 > out.width:
        print_board(state)
        _print(tables)
        return
    grid = rich.table.Table.grid(padding=(0, GAP))
    grid.add_row(draw_board(state.scene()), Group(*tables))
    print_grid(grid)
    out.print()


def _make_step_table(seen: Inspection, place: int) -> Table:
    step = seen.steps[place]
    title = f"step {step.number}, {step.action.letter}: {seen.reward}"
    rows = [(label, format_number(given, [given])) for label, given in step.parts.items() if given]
    return make_table(
        names(),
        numbers(),
        rows=[
            *rows,
            (Text("total", style="bold"), format_number(step.total, [step.total])),
            (Text("running", style="dim"), format_number(step.running, [step.running])),
        ],
        title=title,
        title_style="bold cyan",
        header=False,
    )
