"""`babalab report`: all results on one page."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

from babalab.base.wording import format_size
from babalab.cli.arena.arguments import Agents, LevelSet, LimitFilter, load_results
from babalab.cli.ui.arguments import StoreAddress
from babalab.cli.ui.console import err
from babalab.cli.ui.options import argument, option
from babalab.cli.ui.text import Text
from babalab.levels.files import STANDARD_STREAM, write_text


def report(
    output: Annotated[Path, argument("Page to write; - is standard output.", metavar="OUT.html")],
    *,
    levels: LevelSet = None,
    agents: Agents = None,
    limits: LimitFilter,
    animations: Annotated[
        int, option("Animate the solutions of at most this many levels.", min=0, metavar="NUMBER")
    ] = 200,
    title: Annotated[str, option("Title of the page.")] = "Arena report",
    store: StoreAddress = None,
) -> None:
    """Write a self-contained page: ranking, plots, pictures of the levels, solutions.

    It holds the leaderboard, how many levels each agent had solved over time and iterations, who
    solved what, and every level with its best solution as an animation.
    """
    from babalab.arena.report import make_report

    records = load_results(store, levels, agents, limits)
    page = make_report(records, title=title, animations=animations)
    write_text(output, page)
    if str(output) != STANDARD_STREAM:
        err.print(Text(f"wrote {output} ({format_size(len(page.encode()))})"))
