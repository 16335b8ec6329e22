"""Exhibits, the results of experiments, on the terminal."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING

from babalab.cli.ui.columns import KEY, Column, Kind
from babalab.cli.ui.console import err, out
from babalab.cli.ui.streams import emit_json
from babalab.cli.ui.tables import make_table, print_table
from babalab.cli.ui.text import Text
from babalab.cli.ui.wrapping import print_wrapped

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
        print_wrapped(f"· {note}")


def _print_table(exhibit: Exhibit) -> None:
    print_wrapped(Text(exhibit.title, style="bold"))
    if exhibit.terms:
        print_wrapped(exhibit.terms)
    if exhibit.headings:
        print_table(make_table(*_make_columns(exhibit), rows=exhibit.rows))
    out.print()


def _make_columns(exhibit: Exhibit) -> list[Column]:
    columns: list[Column] = []
    for place, (group, heading) in enumerate(exhibit.split_headings()):
        kind = Kind.NAME if place < exhibit.text_columns else Kind.NUMBER
        if place in exhibit.prose_columns:
            kind = Kind.TEXT
        column = Column(heading, kind, group=group)
        columns.append(replace(column, priority=_find_priority(exhibit, column)))
    return columns


def _find_priority(exhibit: Exhibit, column: Column) -> int:
    for place, name in enumerate(exhibit.details):
        if name in (column.name, column.group):
            return len(exhibit.details) - place
    return KEY
