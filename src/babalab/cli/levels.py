"""`babalab levels`: list our packs, validate files, convert between formats."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated, Any

import typer
from rich.table import Table

from babalab.cli.arguments import AsJson
from babalab.cli.console import emit, emit_json, err, out
from babalab.cli.exit_codes import EPILOG, ExitCode
from babalab.game.level import Level
from babalab.game.problems import Problem
from babalab.levels import Format, load_levels, packs, validate, write_levels

levels_app = typer.Typer(
    help="List our packs, validate files of levels, convert between formats.", epilog=EPILOG
)


@levels_app.callback(invoke_without_command=True)
def levels(context: typer.Context) -> None:
    """List the packs if no command is given."""
    if context.invoked_subcommand is None:
        list_levels(None)


@levels_app.command("list", epilog=EPILOG)
def list_levels(
    levels: Annotated[
        str | None,
        typer.Argument(metavar="[SET]", help="A pack or a file; without it, all packs."),
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
    table = Table("id", "name", "size", "class", "moves", "mechanics", box=None, pad_edge=False)
    for number, level in enumerate(found, start=1):
        table.add_row(
            level.id or str(number),
            level.name,
            f"{level.width}x{level.height}",
            str(level.difficulty or ""),
            str(len(level.solution) or ""),
            " ".join(level.mechanics),
        )
    out.print(table)


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
    table = Table("pack", "levels", "classes", "", box=None, pad_edge=False)
    for pack in packs():
        classes = sorted({level.difficulty for level in pack.levels if level.difficulty})
        table.add_row(
            pack.name,
            str(len(pack.levels)),
            f"{classes[0]}-{classes[-1]}" if classes else "",
            pack.description,
        )
    out.print(table)
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
    files: Annotated[list[Path], typer.Argument(help="Files of levels in any format.")],
    as_json: AsJson = False,
) -> None:
    """Name everything wrong with files of levels; exit 1 if any has errors."""
    problems = [problem for file in files for problem in validate(file)]
    errors = sum(problem.is_error for problem in problems)
    if as_json:
        emit_json([_problem_as_json(problem) for problem in problems])
    else:
        for problem in problems:
            emit(f"{problem}\n")
        err.print(
            f"{len(files)} {'file' if len(files) == 1 else 'files'}: "
            f"{errors} errors, {len(problems) - errors} warnings"
        )
    raise typer.Exit(ExitCode.NO if errors else ExitCode.YES)


def _problem_as_json(problem: Problem) -> dict[str, Any]:
    return {
        "file": problem.source,
        "line": problem.line,
        "column": problem.column,
        "severity": "error" if problem.is_error else "warning",
        "kind": problem.kind.value,
        "message": problem.message,
    }


@levels_app.command("convert", epilog=EPILOG)
def convert(
    levels: Annotated[str, typer.Argument(metavar="SET", help="What to convert.")],
    output: Annotated[str, typer.Argument(help="Where to; - is standard output.")] = "-",
    to: Annotated[
        Format | None, typer.Option(help="The format; without it, the output's name decides.")
    ] = None,
) -> None:
    """Convert a level or a set between ASCII text, one-line text and Keke JSON."""
    found = load_levels(levels)
    write_levels(found, output, to)
    if output != "-":
        err.print(f"wrote {len(found)} {'level' if len(found) == 1 else 'levels'} to {output}")
