"""Tables as all commands print them, fitted into the terminal without cutting anything.

Names and numbers are never shortened. What is the same in all rows moves to the caption, the least
important columns drop out, and the caption names them. Where even the most important ones don't
fit side by side, names go on in further lines, and at last every row is a block of lines.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from itertools import zip_longest
from typing import NamedTuple

import rich.table
import rich.text
from rich.console import Console as RichConsole
from rich.console import ConsoleOptions, RenderableType, RenderResult
from rich.measure import Measurement

from babalab.base.visible import make_one_line
from babalab.cli.ui.column_choice import (
    GAP,
    Cells,
    Choice,
    choose_columns,
    choose_widths,
    write_headings,
)
from babalab.cli.ui.columns import Column, Kind, texts
from babalab.cli.ui.console import Console, out
from babalab.cli.ui.text import Text
from babalab.cli.ui.wrapping import wrap

AS_WIDE_AS_IT_WANTS = 100_000
ELSEWHERE = "a wider terminal or --json"
"""Where the columns are that did not fit."""


class Row(NamedTuple):
    """The cells of a row, and the style of all of them."""

    cells: Sequence[rich.text.Text]
    style: str = ""


@dataclass
class Table:
    """A table without lines, its title above and its caption below, both to the left."""

    columns: Sequence[Column]
    rows: list[Row] = field(default_factory=list)
    title: rich.text.Text | None = None
    header: bool = True
    caption: str = ""
    """A sentence below the table."""
    elsewhere: str | None = ELSEWHERE
    """Where the columns are that did not fit; None to leave them out without a word."""

    def lay_out(self, width: int | None = None) -> list[rich.text.Text]:
        """Return the lines of the table, in a width or in the one that it needs."""
        cells = [
            Cells(column, [row.cells[place] for row in self.rows])
            for place, column in enumerate(self.columns)
        ]
        choice = choose_columns(cells, width, header=self.header)
        widths = choose_widths(choice.shown, width, header=self.header)
        room = AS_WIDE_AS_IT_WANTS if width is None else width
        lines = [] if self.title is None else wrap(self.title, room)
        if widths is None:
            lines += self._stack(choice.shown, room)
        else:
            lines += self._lay_side_by_side(choice.shown, widths)
        for sentence in self._explain(choice):
            lines += wrap(Text(sentence, style="dim"), room)
        return lines

    def __rich_console__(self, console: RichConsole, options: ConsoleOptions) -> RenderResult:
        """See Rich."""
        for line in self.lay_out(options.max_width):
            line.no_wrap, line.overflow = True, "ignore"
            yield line

    def __rich_measure__(self, console: RichConsole, options: ConsoleOptions) -> Measurement:
        """See Rich."""
        widest = max((line.cell_len for line in self.lay_out()), default=0)
        return Measurement(min(1, widest), min(widest, options.max_width))

    def _lay_side_by_side(
        self, shown: Sequence[Cells], widths: Sequence[int]
    ) -> Iterator[rich.text.Text]:
        def lay_out(cells: Iterable[rich.text.Text]) -> list[list[rich.text.Text]]:
            return [wrap(cell, width) for cell, width in zip(cells, widths, strict=True)]

        blocks = []
        if self.header:
            headings = lay_out(write_headings(shown))
            height = max(map(len, headings), default=0)
            # The last lines of all headings are just above the cells.
            raised = [[Text()] * (height - len(lines)) + lines for lines in headings]
            blocks.append((raised, "bold"))
        for number, row in enumerate(self.rows):
            cells = [_with_style(each.texts[number], each.column.style) for each in shown]
            blocks.append((lay_out(cells), row.style))
        if any(each.column.footer for each in shown):
            blocks.append((lay_out(each.footer for each in shown), "bold"))
        used = [
            max((line.cell_len for columns, _ in blocks for line in columns[place]), default=0)
            for place in range(len(shown))
        ]
        kinds = [each.column.kind for each in shown]
        for columns, style in blocks:
            yield from _join(columns, used, kinds, style)

    def _stack(self, shown: Sequence[Cells], width: int) -> Iterator[rich.text.Text]:
        """Yield a line for each cell of each row: the terminal is too narrow for columns."""
        for number in range(len(self.rows)):
            if number:
                yield Text()
            for each in shown:
                if each.texts[number].plain:
                    yield from wrap(self._name_cell(each, each.texts[number]), width)
        footers = [each for each in shown if each.column.footer]
        if footers:
            yield Text()
        for each in footers:
            yield from wrap(self._name_cell(each, each.footer), width)

    def _name_cell(self, cells: Cells, text: rich.text.Text) -> rich.text.Text:
        named = self.header and str(cells.column.heading)
        line = Text(f"{cells.column.name}: " if named else "", style="bold")
        return Text().append_text(line).append_text(_with_style(text, cells.column.style))

    def _explain(self, choice: Choice) -> Iterator[str]:
        """Yield the sentences of the caption."""
        if choice.shared and self.elsewhere is not None:
            yield f"each: {' · '.join(each.sentence for each in choice.shared)}"
        if choice.dropped and self.elsewhere is not None:
            has = "has them" if len(choice.dropped) > 1 else "has it"
            dropped = ", ".join(each.column.name for each in choice.dropped)
            yield f"not shown: {dropped}; {self.elsewhere} {has}"
        if self.caption:
            yield self.caption


def make_table(
    *columns: str | Column,
    rows: Iterable[Sequence[str | rich.text.Text]] = (),
    title: str | None = None,
    title_style: str = "italic",
    header: bool = True,
    caption: str = "",
    elsewhere: str | None = ELSEWHERE,
) -> Table:
    """Return a table without lines, its title to the left.

    A column given as a string is the heading of `texts`. Strings in rows are no markup.
    `elsewhere` says where the columns are that do not fit.
    """
    table = Table(
        [texts(each) if isinstance(each, str) else each for each in columns],
        title=None if title is None else Text(title, style=title_style),
        header=header,
        caption=caption,
        elsewhere=elsewhere,
    )
    for row in rows:
        add_row(table, *row)
    return table


def add_row(table: Table, *cells: str | rich.text.Text, style: str = "") -> None:
    """Add a row to a table; strings are taken as they are, without markup, each for a line."""
    if len(cells) != len(table.columns):
        raise ValueError(f"{len(cells)} cells for {len(table.columns)} columns")
    shown = [Text(make_one_line(cell)) if isinstance(cell, str) else cell for cell in cells]
    table.rows.append(Row(shown, style))


def print_table(table: Table, console: Console = out) -> None:
    """Print a table, as wide as the terminal; into a pipe or file as wide as needed."""
    for line in table.lay_out(console.width if console.is_terminal else None):
        console.print(line)


def print_grid(grid: rich.table.Table) -> None:
    """Print boards and tables beside each other, into a pipe or file as wide as needed."""
    if not out.is_terminal:
        grid.width = measure_width(grid)
    out.print(grid, soft_wrap=False, crop=False)


def measure_width(what: RenderableType) -> int:
    """Return the width of something that is not limited."""
    return out.measure(what, options=out.options.update(max_width=AS_WIDE_AS_IT_WANTS)).maximum


def _with_style(text: rich.text.Text, style: str) -> rich.text.Text:
    if not style:
        return text
    styled = text.copy()
    styled.stylize_before(style)
    return styled


def _join(
    columns: Sequence[Sequence[rich.text.Text]],
    widths: Sequence[int],
    kinds: Sequence[Kind],
    style: str,
) -> Iterator[rich.text.Text]:
    """Yield the lines of cells beside each other."""
    for parts in zip_longest(*columns, fillvalue=Text()):
        line = Text()
        gap = 0
        for part, width, kind in zip(parts, widths, kinds, strict=True):
            missing = width - part.cell_len
            before = missing if kind is Kind.NUMBER else 0
            line.append(" " * (gap + before)).append_text(part)
            gap = GAP + missing - before
        if style:
            line.stylize_before(style)
        line.rstrip()
        yield line
