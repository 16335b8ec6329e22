"""`babalab levels validate` and `babalab levels convert`: files of levels."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from babalab.base.wording import pluralize
from babalab.cli.levels.progress import ReadingProgress
from babalab.cli.ui.arguments import AsJson
from babalab.cli.ui.completion import offer
from babalab.cli.ui.console import err
from babalab.cli.ui.diagnostics import print_diagnostics
from babalab.cli.ui.finders import LEVEL_FILES, find_files, find_level_sets
from babalab.cli.ui.options import argument, option
from babalab.cli.ui.streams import emit
from babalab.cli.ui.text import Text
from babalab.levels import Format, format_levels, load_levels, write_levels
from babalab.levels.validation import stream_diagnostics


def validate_files(
    files: Annotated[
        list[Path],
        argument(
            "Files of levels in any format.",
            metavar="FILE",
            autocompletion=offer(find_files(*LEVEL_FILES)),
        ),
    ],
    as_json: AsJson = False,
) -> None:
    """List everything wrong with files of levels; exit with 1 if any has errors."""
    progress = ReadingProgress()
    diagnostics = (each for file in files for each in stream_diagnostics(file, progress.watch))
    looked_at = pluralize(len(files), "file")
    raise typer.Exit(print_diagnostics(progress.show(diagnostics), looked_at, as_json=as_json))


def convert(
    levels: Annotated[
        str,
        argument("Level or set to convert.", metavar="SET", autocompletion=offer(find_level_sets)),
    ],
    output: Annotated[
        str, argument("File to write; - is standard output.", metavar="OUTPUT")
    ] = "-",
    to: Annotated[
        Format | None, option("Format; without it, the name of the output decides.")
    ] = None,
) -> None:
    """Convert a level or a set between ASCII text, one-line text and Keke JSON."""
    found = load_levels(levels)
    if output == "-":
        emit(format_levels(found, to or Format.ASCII))
    else:
        write_levels(found, output, to)
        err.print(Text(f"wrote {pluralize(len(found), 'level')} to {output}"))
