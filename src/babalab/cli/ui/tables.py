"""Tables as all commands print them."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from rich.console import RenderableType
from rich.table import Column, Table

from babalab.base.visible import make_one_line
from babalab.cli.ui.console import out
from babalab.cli.ui.text import Text

AS_WIDE_AS_IT_WANTS = 100_000


def numbers(heading: str | Text = "", style: str = "") -> Column:
    """Return a column that is aligned to the right and never wrapped."""
    return Column(heading, justify="right", no_wrap=True, style=style)


def names(heading: str | Text = "", style: str = "") -> Column:
    """Return a column that is never wrapped."""
    return Column(heading, no_wrap=True, style=style)


def make_table(
    *columns: str | Column,
    rows: Iterable[Sequence[RenderableType]] = (),
    title: str | None = None,
    title_style: str = "italic",
    header: bool = True,
) -> Table:
    """Return a table without lines, its title to the left.

    A column given as a string is its heading; its cells are wrapped where there is no room for
    them. See `numbers` and `names` for others. Strings in rows are no markup.
    """
    table = Table(
        *columns,
        title=None if title is None else Text(title),
        title_justify="left",
        title_style=title_style,
        box=None,
        pad_edge=False,
        show_header=header,
    )
    for row in rows:
        add_row(table, *row)
    return table


def add_row(table: Table, *cells: RenderableType, style: str | None = None) -> None:
    """Add a row to a table; strings are taken as they are, without markup, each for a line."""
    shown = (Text(make_one_line(cell)) if isinstance(cell, str) else cell for cell in cells)
    table.add_row(*shown, style=style)


def measure_width(what: RenderableType) -> int:
    """Return the width of something that is not limited."""
    return out.measure(what, options=out.options.update(max_width=AS_WIDE_AS_IT_WANTS)).maximum


def print_table(table: Table) -> None:
    """Print a table, as wide as the terminal; into a pipe or file as wide as needed."""
    if not out.is_terminal:
        table.width = measure_width(table)
    out.print(table, soft_wrap=False, crop=False)
