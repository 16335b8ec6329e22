"""How `babalab reward` shows a play: tables of parts, comparisons, boards beside them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from rich.console import Group, RenderableType
from rich.table import Table
from rich.text import Text

from babalab.cli.console import board, out, print_board, print_table
from babalab.cli.viewport import COLUMNS_PER_CELL
from babalab.cli.wording import counted
from babalab.game.state import State
from babalab.learning.rewards import Inspection

GAP = 3
"""Columns between a table and the board beside it."""


@dataclass(frozen=True)
class Play:
    """A play as several rewards see it; there is at least one."""

    address: str
    seen: tuple[Inspection, ...]

    @property
    def states(self) -> tuple[State, ...]:
        """Before the first step, and after each."""
        return self.seen[0].states

    @property
    def moves(self) -> str:
        """Those that were played."""
        return "".join(step.action.letter for step in self.seen[0].steps)

    @property
    def unplayed(self) -> str:
        """Moves that were left when the play was over."""
        return self.seen[0].unplayed

    @property
    def ending(self) -> str:
        """How it ended."""
        return self.seen[0].ending

    @property
    def headline(self) -> str:
        """The level and how the play went, in one line."""
        level = self.states[0].level
        name = level.name or level.id or "a map"
        return f"{name} · {counted(len(self.moves), 'move')} · {self.ending}"

    def as_json(self) -> dict[str, Any]:
        """Everything, in types JSON knows."""
        return {
            "level": self.address,
            "moves": self.moves,
            "unplayed": self.unplayed,
            "ending": self.ending,
            "pictures": [state.picture for state in self.states],
            "rewards": [each.as_json() for each in self.seen],
        }


def print_play(play: Play, boards: str | None) -> None:
    """Print all there is to see of a play."""
    out.print(Text(play.headline, style="bold"))
    if boards == "each":
        _print_each(play)
    else:
        tables: list[RenderableType] = [_parts_table(seen) for seen in play.seen]
        if len(play.seen) > 1:
            tables.append(_comparison(play))
        _print_beside(tables, play.states[-1] if boards else None)
    for seen in play.seen:
        if silent := [label for label in seen.labels if not _given(seen, label)]:
            of = f" of {seen.reward}" if len(play.seen) > 1 else ""
            out.print(Text(f"nothing{of} came from {', '.join(silent)}", style="dim"))


# ---------------------------------------------------------------- tables


def _parts_table(seen: Inspection) -> Table:
    """A row for each step, a column for each part that gave anything, and the sums."""
    shown = [label for label in seen.labels if _given(seen, label)]
    table = Table(title=str(seen.reward), title_justify="left", title_style="bold cyan", box=None)
    table.show_footer = True
    table.add_column("step", justify="right", style="dim")
    table.add_column("move", footer="sum")
    columns = {label: [step.parts[label] for step in seen.steps] for label in shown}
    for label, values in columns.items():
        # Wrapped at the hyphen, so that more columns fit.
        table.add_column(_header(label), justify="right", footer=number(sum(values), values))
    totals = [step.total for step in seen.steps]
    running = [step.running for step in seen.steps]
    table.add_column("total", justify="right", footer=number(seen.total, totals), style="bold")
    table.add_column("running", justify="right")
    for place, step in enumerate(seen.steps):
        table.add_row(
            str(step.number),
            step.action.letter,
            *(number(values[place], values) for values in columns.values()),
            number(step.total, totals),
            number(step.running, running),
        )
    return table


def _comparison(play: Play) -> Table:
    """The totals of all rewards side by side."""
    table = Table(title="all of them", title_justify="left", title_style="bold cyan", box=None)
    table.show_footer = True
    table.add_column("step", justify="right", style="dim")
    table.add_column("move", footer="sum")
    totals = [[step.total for step in seen.steps] for seen in play.seen]
    for seen, values in zip(play.seen, totals, strict=True):
        table.add_column(str(seen.reward), justify="right", footer=number(seen.total, values))
    for place, move in enumerate(play.moves):
        cells = [number(values[place], values) for values in totals]
        table.add_row(str(place + 1), move, *cells)
    return table


def _given(seen: Inspection, label: str) -> bool:
    return any(step.parts[label] for step in seen.steps)


def _header(label: str) -> str:
    return label.replace("(", "(\n").replace("-", "-\n")


def number(value: float, column: Sequence[float]) -> Text:
    """A number as the column it stands in needs it: coloured, so many places that it tells."""
    largest = max((abs(each) for each in column), default=0.0)
    places = 0 if all(each == int(each) for each in column) else 2 if largest >= 1 else 4
    if abs(value) < 0.5 * 10**-places:
        return Text("0", style="dim")
    return Text(f"{value:.{places}f}", style="green" if value > 0 else "red")


# ---------------------------------------------------------------- boards


def _print_beside(tables: Sequence[RenderableType], state: State | None) -> None:
    """Print tables, with a board to their right where that fits, or else above them."""
    together = Group(*tables)
    if state is None:
        _print(together)
        return
    wanted = out.measure(together, options=out.options.update(max_width=100_000)).maximum
    if out.is_terminal and wanted + GAP + COLUMNS_PER_CELL * state.level.width > out.width:
        print_board(state)
        _print(together)
        return
    grid = Table.grid(padding=(0, GAP))
    grid.add_row(together, board(state.scene()))
    print_table(grid)


def _print(what: RenderableType) -> None:
    grid = Table.grid()
    grid.add_row(what)
    print_table(grid)


def _print_each(play: Play) -> None:
    """The board after each step, and beside it what the step gave."""
    _print_board_and(play.states[0], Text("at the start", style="dim"))
    for place, state in enumerate(play.states[1:]):
        _print_board_and(state, *(_step_table(seen, place) for seen in play.seen))


def _print_board_and(state: State, *beside: RenderableType) -> None:
    if out.is_terminal and COLUMNS_PER_CELL * state.level.width + 40 > out.width:
        print_board(state)
        for each in beside:
            _print(each)
        return
    grid = Table.grid(padding=(0, GAP))
    grid.add_row(board(state.scene()), Group(*beside))
    print_table(grid)
    out.print()


def _step_table(seen: Inspection, place: int) -> Table:
    step = seen.steps[place]
    title = f"step {step.number}, {step.action.letter}: {seen.reward}"
    table = Table(title=title, title_justify="left", title_style="bold cyan", box=None)
    table.show_header = False
    table.add_column()
    table.add_column(justify="right")
    for label, given in step.parts.items():
        if given:
            table.add_row(label, number(given, [given]))
    table.add_row(Text("total", style="bold"), number(step.total, [step.total]))
    table.add_row(Text("running", style="dim"), number(step.running, [step.running]))
    return table
