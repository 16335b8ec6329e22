"""`babalab export`: results for other programs."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer
from rich.text import Text

from babalab.base.wording import pluralize
from babalab.cli.arena.arguments import (
    Agents,
    LevelSet,
    OfIterations,
    OfMemory,
    OfSeconds,
    OfSteps,
    StoreAddress,
    given_limits,
    stored_records,
)
from babalab.cli.ui.console import err


def export(
    output: Annotated[
        Path, typer.Argument(metavar="OUT", help="A file ending with .csv, .json or .parquet.")
    ],
    levels: LevelSet = None,
    agents: Agents = None,
    seconds: OfSeconds = None,
    iterations: OfIterations = None,
    steps: OfSteps = None,
    memory: OfMemory = None,
    store: StoreAddress = None,
) -> None:
    """Write results to a CSV, JSON or Parquet file, one row for each attempt.

    Where an agent has been changed and evaluated again, the newest results are those that count.
    """
    from babalab.arena import SOLVING, export_records

    limits = given_limits(seconds, iterations, steps, memory)
    count = export_records(SOLVING, stored_records(store, levels, agents, limits), output)
    err.print(Text(f"wrote {pluralize(count, 'result')} to {output}"))
