"""`babalab bench`: how fast the engine is, and whether it still behaves the same."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Annotated

import typer
from rich.table import Table

from babalab.cli.arguments import AsJson
from babalab.cli.console import emit, emit_json, err, out
from babalab.cli.measuring import measure
from babalab.cli.signature import native_play, signature
from babalab.game.level import Level
from babalab.levels import load_levels, packs

COMMUNITY_LEVELS = Path("../shared/keke/levels/full_biy.json")
"""The mix all figures refer to, where the repository's neighbour is there."""


def bench(
    levels: Annotated[
        str | None,
        typer.Option(
            metavar="SET",
            help="Measure on these.  [default: full_biy beside the repository, or our packs]",
            show_default=False,
        ),
    ] = None,
    seconds: Annotated[float, typer.Option(min=0.01, help="About how long each figure takes.")] = 3,
    output: Annotated[Path | None, typer.Option(help="Also write the JSON to a file.")] = None,
    only_signature: Annotated[
        bool,
        typer.Option("--signature", help="Print one number that changes only with behaviour."),
    ] = False,
    as_json: AsJson = False,
) -> None:
    """Measure engine steps and breadth-first children per second, and the size of states."""
    if only_signature:
        emit(f"{signature(native_play)}\n")
        return
    name, found = _choose(levels)
    with err.status("measuring") as status:
        report = measure(found, name, seconds, lambda what: status.update(f"measuring {what}"))
    if output is not None:
        output.parent.mkdir(parents=True, exist_ok=True)
        output.write_text(json.dumps(report.as_json(), indent=2) + "\n", encoding="utf-8")
    if as_json:
        emit_json(report.as_json())
        return
    table = Table(title=f"{len(found)} levels of {name}", title_justify="left", box=None)
    table.add_column("")
    table.add_column("figure", justify="right")
    table.add_column("")
    for measurement in report.measurements:
        table.add_row(measurement.title, f"{measurement.value:,.0f}", measurement.unit)
    out.print(table)


def _choose(levels: str | None) -> tuple[str, list[Level]]:
    if levels is not None:
        return levels, load_levels(levels)
    if COMMUNITY_LEVELS.is_file():
        return "full_biy", load_levels(COMMUNITY_LEVELS)
    return "our packs", [level for pack in packs() for level in pack.levels]
