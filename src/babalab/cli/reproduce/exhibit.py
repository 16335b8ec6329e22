"""Exhibits, the results of experiments, on the terminal."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from rich.table import Column

from babalab.cli.ui.console import err, out
from babalab.cli.ui.streams import emit_json
from babalab.cli.ui.tables import make_table, print_table
from babalab.cli.ui.text import Text

if TYPE_CHECKING:
    from babalab.papers.exhibit import Exhibit


def print_exhibit(exhibit: Exhibit, output: Path | None = None, *, as_json: bool) -> None:
    """Print the tables and what to know before comparing, and write the picture."""
    if output is not None and exhibit.draw is not None:
        exhibit.draw(output)
        err.print(Text(f"wrote {output}"))
    if as_json:
        emit_json(exhibit.as_json())
        return
    for each in (exhibit, *exhibit.more):
        _print_table(each)
    for note in exhibit.notes:
        out.print(Text(f"· {note}"))


def _print_table(exhibit: Exhibit) -> None:
    out.print(Text(exhibit.title, style="bold"))
    if exhibit.terms:
        out.print(Text(exhibit.terms))
    if exhibit.headings:
        columns = (
            Column(
                Text(heading),
                justify="left" if place < exhibit.text_columns else "right",
                no_wrap=place not in exhibit.prose_columns,
            )
            for place, heading in enumerate(exhibit.headings)
        )
        print_table(make_table(*columns, rows=exhibit.rows))
    out.print()
