"""`babalab levels list`: the packs, or the levels of one of them or of a file."""

from __future__ import annotations

from typing import Annotated, Any

from rich.table import Column

from babalab.cli.ui.arguments import AsJson
from babalab.cli.ui.console import out
from babalab.cli.ui.options import argument
from babalab.cli.ui.streams import emit_json
from babalab.cli.ui.tables import add_row, make_table, names, numbers, print_table
from babalab.game.level import Level
from babalab.levels import load_levels, packs

NUMBERS = ("size", "class", "moves")
TEXTS = ("name", "mechanics")
"""The columns of a list that are aligned to the right, and those that may be wrapped."""


def list_levels(
    levels: Annotated[
        str | None, argument("A pack or a file; without it, list all packs.", metavar="SET")
    ] = None,
    as_json: AsJson = False,
) -> None:
    """List all packs, or the levels of a pack or a file."""
    if levels is None:
        _list_packs(as_json)
        return
    found = load_levels(levels)
    if as_json:
        emit_json([_describe(level, number) for number, level in enumerate(found, start=1)])
        return
    columns = {
        "id": [level.id or str(number) for number, level in enumerate(found, start=1)],
        "name": [level.name for level in found],
        "size": [f"{level.width}x{level.height}" for level in found],
        "class": [str(level.difficulty or "") for level in found],
        "moves": [str(len(level.solution) or "") for level in found],
        "mechanics": [" ".join(level.mechanics) for level in found],
    }
    known = {heading: cells for heading, cells in columns.items() if any(cells)}
    print_table(
        make_table(
            *(_make_column(heading) for heading in known), rows=zip(*known.values(), strict=True)
        )
    )


def _make_column(heading: str) -> str | Column:
    if heading in TEXTS:
        return heading
    return numbers(heading) if heading in NUMBERS else names(heading)


def _list_packs(as_json: bool) -> None:
    if as_json:
        emit_json(
            [
                {
                    "pack": pack.name,
                    "title": pack.title,
                    "description": pack.description,
                    "levels": [_describe(level, n) for n, level in enumerate(pack.levels, 1)],
                }
                for pack in packs()
            ]
        )
        return
    table = make_table("pack", numbers("levels"), "classes", "")
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
    out.print("\nlist one with 'babalab levels list PACK', play with 'babalab play PACK/ID'")


def _describe(level: Level, number: int) -> dict[str, Any]:
    return {
        "id": level.id or str(number),
        "name": level.name,
        "author": level.author,
        "width": level.width,
        "height": level.height,
        "difficulty": level.difficulty,
        "solution": level.solution or None,
        "mechanics": list(level.mechanics),
        "level": level.line,
    }
