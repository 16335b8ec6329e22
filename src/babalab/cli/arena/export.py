"""`babalab export`: results for other programs."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

from babalab.base.wording import pluralize
from babalab.cli.arena.arguments import Agents, LevelSet, LimitFilter, load_results
from babalab.cli.ui.arguments import StoreAddress
from babalab.cli.ui.console import err
from babalab.cli.ui.options import argument
from babalab.cli.ui.text import Text


def export(
    output: Annotated[Path, argument("A file ending with .csv, .json or .parquet.", metavar="OUT")],
    *,
    levels: LevelSet = None,
    agents: Agents = None,
    limits: LimitFilter,
    store: StoreAddress = None,
) -> None:
    """Write results to a CSV, JSON or Parquet file, one row for each attempt.

    Where an agent has been changed and evaluated again, the newest results are those that count.
    """
    from babalab.arena import SOLVING, export_records

    count = export_records(SOLVING, load_results(store, levels, agents, limits), output)
    err.print(Text(f"wrote {pluralize(count, 'result')} to {output}"))
