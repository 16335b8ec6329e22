"""`babalab levels`: list packs, fetch, validate, convert and generate sets of levels."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer
from rich.console import JustifyMethod
from rich.progress import BarColumn, DownloadColumn, Progress, TextColumn
from rich.table import Column, Table
from rich.text import Text

from babalab.base.suggestions import unknown
from babalab.cli.levels.generate import generate
from babalab.cli.ui.arguments import AsJson
from babalab.cli.ui.console import emit, emit_json, err, out, print_table
from babalab.cli.ui.diagnostics import print_diagnostics
from babalab.cli.ui.exit_codes import EPILOG
from babalab.cli.ui.wording import counted
from babalab.game.level import Level
from babalab.levels import (
    AddressError,
    Format,
    format_levels,
    load_levels,
    packs,
    validate,
    write_levels,
)
from babalab.levels.fetched import PUBLISHED_SETS, PublishedSet

if TYPE_CHECKING:
    from babalab.levels.fetch import Fetched

NUMBERS = ("size", "class", "moves")
TEXTS = ("name", "mechanics")
"""Which columns of a list are set to the right, and which may be wrapped."""

levels_app = typer.Typer(
    help="List our packs; fetch, validate, convert and generate sets of levels.",
    epilog=EPILOG,
)
levels_app.command("generate", epilog=EPILOG)(generate)


@levels_app.callback(invoke_without_command=True)
def levels(context: typer.Context) -> None:
    """List the packs if no command is given."""
    if context.invoked_subcommand is None:
        list_levels(None)


@levels_app.command("list", epilog=EPILOG)
def list_levels(
    levels: Annotated[
        str | None,
        typer.Argument(metavar="SET", help="A pack or a file; without it, all packs."),
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
    table = Table(box=None, pad_edge=False)
    for heading in known:
        justify: JustifyMethod = "right" if heading in NUMBERS else "left"
        table.add_column(heading, justify=justify, no_wrap=heading not in TEXTS)
    for row in zip(*known.values(), strict=True):
        table.add_row(*(Text(cell) for cell in row))
    print_table(table)


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
    table = Table(
        "pack", Column("levels", justify="right"), "classes", "", box=None, pad_edge=False
    )
    for pack in packs():
        classes = sorted({level.difficulty for level in pack.levels if level.difficulty})
        table.add_row(
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


@levels_app.command("validate", epilog=EPILOG)
def validate_files(
    files: Annotated[
        list[Path], typer.Argument(metavar="FILE", help="Files of levels in any format.")
    ],
    as_json: AsJson = False,
) -> None:
    """Name everything wrong with files of levels; exit 1 if any has errors."""
    diagnostics = [diagnostic for file in files for diagnostic in validate(file)]
    raise typer.Exit(print_diagnostics(diagnostics, counted(len(files), "file"), as_json=as_json))


@levels_app.command("convert", epilog=EPILOG)
def convert(
    levels: Annotated[str, typer.Argument(metavar="SET", help="What to convert.")],
    output: Annotated[
        str, typer.Argument(metavar="OUTPUT", help="Where to; - is standard output.")
    ] = "-",
    to: Annotated[
        Format | None, typer.Option(help="The format; without it, the output's name decides.")
    ] = None,
) -> None:
    """Convert a level or a set between ASCII text, one-line text and Keke JSON."""
    found = load_levels(levels)
    if output == "-":
        emit(format_levels(found, to or Format.ASCII))
    else:
        write_levels(found, output, to)
        err.print(Text(f"wrote {counted(len(found), 'level')} to {output}"))


@levels_app.command("fetch", epilog=EPILOG)
def fetch_sets(
    which: Annotated[
        str,
        typer.Argument(
            metavar="SET", help="keke: all sets of the Keke competition; keke/demo: one of them."
        ),
    ],
    to: Annotated[
        Path | None,
        typer.Option(metavar="FOLDER", help="Where to.", show_default="a folder of your own data"),
    ] = None,
    url: Annotated[
        str | None,
        typer.Option(metavar="BASE", help="A mirror's folder.", show_default="the publisher's"),
    ] = None,
    force: Annotated[bool, typer.Option("--force", help="Overwrite what is there.")] = False,
) -> None:
    """Download published sets of levels, and check that they are what was published.

    Without --to they are known by their addresses from then on: keke/demo, keke/full_biy.
    """
    for published in _published(which):
        fetched = _fetch(published, to, url, force)
        known_as = f"{published.address}: " if to is None else ""
        state = "fetched" if fetched.is_new else "there already"
        out.print(
            Text(f"{known_as}{counted(published.levels, 'level')} in {fetched.file} ({state})")
        )


def _fetch(published: PublishedSet, to: Path | None, url: str | None, force: bool) -> Fetched:
    """Fetch a set; on a terminal, show how much has come."""
    from babalab.levels.fetch import fetch

    with Progress(
        TextColumn("{task.description}"),
        BarColumn(),
        DownloadColumn(),
        console=err,
        transient=True,
        disable=not err.is_terminal,
    ) as progress:
        task = progress.add_task(published.address, total=None)

        def watch(done: int, total: int | None) -> None:
            progress.update(task, completed=done, total=total)

        return fetch(published, to=to, base=url, force=force, watch=watch)


def _published(which: str) -> list[PublishedSet]:
    found = [each for each in PUBLISHED_SETS if which in (each.collection, each.address)]
    if not found:
        collections = dict.fromkeys(each.collection for each in PUBLISHED_SETS)
        known = [*collections, *(each.address for each in PUBLISHED_SETS)]
        raise AddressError(unknown("published set", which, known))
    return found
