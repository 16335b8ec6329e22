"""The summary that `babalab generate` prints on standard error."""

from __future__ import annotations

from typing import TYPE_CHECKING

from babalab.base.wording import abbreviate, pluralize
from babalab.cli.generate.map_text import describe_misses
from babalab.cli.ui.columns import numbers, texts
from babalab.cli.ui.console import err
from babalab.cli.ui.tables import Table, make_table, print_table
from babalab.cli.ui.text import Text

if TYPE_CHECKING:
    from babalab.generation import MapMaker, MapTable


def print_summary(maker: MapMaker, written: list[str], seconds: float) -> None:
    """Print how many maps were found, how the other searches ended, and what was written."""
    wanted = "" if maker.count is None else f" of {maker.count}"
    speed = f" ({abbreviate(maker.evaluations / seconds)}/s)" if seconds else ""
    err.print(
        Text(
            f"made {len(maker.maps)}{wanted} {'map' if maker.count == 1 else 'maps'} in "
            f"{pluralize(maker.search_count, 'search', 'searches')}, "
            f"{pluralize(maker.evaluations, 'evaluation')}, {seconds:.1f} s{speed}"
        )
    )
    if maker.failed:
        near = maker.nearest
        missed = "" if near is None else describe_misses(maker.searches.problem, near)
        nearest = f"; the nearest misses by {missed}" if missed else ""
        err.print(Text(f"without a map: {maker.failed}{nearest}"))
    table = maker.searches.problem.tabulate(maker.maps) if maker.maps else None
    if table is not None:
        print_table(draw_table(table), err)
    if maker.repeated:
        err.print(Text(f"left out, as equal or mirror images: {maker.repeated}"))
    if written:
        err.print(Text(f"wrote {', '.join(written)}"))


def draw_table(table: MapTable) -> Table:
    """Draw a problem's table; columns in which every cell begins with a digit are numbers."""
    columns = [
        numbers(heading) if all(cell[:1].isdigit() for cell in cells) else texts(heading)
        for heading, *cells in zip(table.columns, *table.rows, strict=True)
    ]
    return make_table(*columns, rows=table.rows, caption=table.footnote)
