"""`babalab levels list`: the packs, or the levels of one of them or of a file."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from itertools import chain
from typing import Annotated

from rich.cells import cell_len

from babalab.base.visible import make_one_line
from babalab.cli.levels.as_json import level_as_json
from babalab.cli.levels.progress import ReadingProgress
from babalab.cli.ui.arguments import AsJson
from babalab.cli.ui.columns import Kind, names, numbers, texts
from babalab.cli.ui.completion import offer
from babalab.cli.ui.console import out
from babalab.cli.ui.finders import find_level_sets
from babalab.cli.ui.options import argument
from babalab.cli.ui.streams import emit, emit_json, emit_json_list
from babalab.cli.ui.tables import add_row, make_table, print_table
from babalab.cli.ui.wrapping import print_wrapped
from babalab.game.level import Level
from babalab.levels import load_levels, packs
from babalab.levels.address import find_plain_file
from babalab.levels.formats import stream_levels

COLUMNS = {
    "id": names("id"),
    "name": texts("name", priority=2),
    "size": numbers("size", priority=4),
    "class": numbers("class", priority=1),
    "moves": numbers("moves", priority=3),
    "mechanics": texts("mechanics", priority=5),
}

MOST_IN_A_TABLE = 5000
"""The number of levels up to which a list is laid out as a whole, which takes a while."""


def list_levels(
    levels: Annotated[
        str | None,
        argument(
            "A pack or a file; without it, list all packs.",
            metavar="SET",
            autocompletion=offer(find_level_sets),
        ),
    ] = None,
    as_json: AsJson = False,
) -> None:
    """List all packs, or the levels of a pack or a file."""
    if levels is None:
        _list_packs(as_json)
        return
    file = find_plain_file(levels)
    if file is None:
        found = load_levels(levels)
        shape, rows = _Shape.of(found), enumerate(found, start=1)
    else:
        # It is read twice: nothing is printed if it has errors, and no list of its levels is kept.
        progress = ReadingProgress()
        shape = _Shape.of(progress.show(stream_levels(file, progress.watch)))
        rows = enumerate(stream_levels(file), start=1)
    if as_json:
        emit_json_list(level_as_json(level, number) for number, level in rows)
        return
    cells = (_list_cells(level, number) for number, level in rows)
    if shape.count <= MOST_IN_A_TABLE:
        columns = [COLUMNS[each] for each in shape.headings]
        body = [[each[heading] for heading in shape.headings] for each in cells]
        print_table(make_table(*columns, rows=body))
        return
    for some in chain([{each: each for each in COLUMNS}], cells):
        emit(f"{shape.format_line(some)}\n")


@dataclass
class _Shape:
    """The columns of a list that have anything in them, and how wide they are."""

    headings: list[str]
    widths: dict[str, int]
    count: int

    @classmethod
    def of(cls, levels: Iterable[Level]) -> _Shape:
        widths: dict[str, int] = {}
        count = 0
        for count, level in enumerate(levels, start=1):
            for heading, cell in _list_cells(level, count).items():
                if cell and cell_len(make_one_line(cell)) > widths.get(heading, 0):
                    widths[heading] = cell_len(make_one_line(cell))
        headings = [heading for heading in COLUMNS if heading in widths]
        return cls(headings, {each: max(len(each), widths[each]) for each in headings}, count)

    def format_line(self, cells: Mapping[str, str]) -> str:
        """Return a line of a list that is too long to be laid out as a table."""
        shown = []
        for heading, width in self.widths.items():
            cell = make_one_line(cells[heading])
            room = " " * (width - cell_len(cell))
            is_number = COLUMNS[heading].kind is Kind.NUMBER
            shown.append(room + cell if is_number else cell + room)
        return "  ".join(shown).rstrip()


def _list_cells(level: Level, number: int) -> dict[str, str]:
    return {
        "id": level.id or str(number),
        "name": level.name,
        "size": f"{level.width}x{level.height}",
        "class": str(level.difficulty or ""),
        "moves": str(len(level.solution) or ""),
        "mechanics": " ".join(level.mechanics),
    }


def _list_packs(as_json: bool) -> None:
    if as_json:
        emit_json(
            [
                {
                    "pack": pack.name,
                    "title": pack.title,
                    "description": pack.description,
                    "levels": [level_as_json(level, n) for n, level in enumerate(pack.levels, 1)],
                }
                for pack in packs()
            ]
        )
        return
    table = make_table(
        names("pack"),
        numbers("levels", priority=2),
        names("classes", priority=3),
        texts(priority=1, called="what it is"),
    )
    for pack in packs():
        classes = sorted({level.difficulty for level in pack.levels if level.difficulty})
        add_row(
            table,
            pack.name,
            str(len(pack.levels)),
            "-".join(str(each) for each in sorted({*classes[:1], *classes[-1:]})),
            pack.description,
        )
    print_table(table)
    out.print()
    print_wrapped("list one with 'babalab levels list PACK', play with 'babalab play PACK/ID'")
