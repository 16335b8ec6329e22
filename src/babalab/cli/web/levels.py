"""The levels of the page: the options that choose them, and the progress of solving them."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Annotated

from babalab.base.wording import pluralize
from babalab.cli.ui.arguments import CPUS, Workers
from babalab.cli.ui.completion import offer
from babalab.cli.ui.finders import find_level_sets
from babalab.cli.ui.live import ProgressLine, show_live
from babalab.cli.ui.options import option

if TYPE_CHECKING:
    from babalab.web import LevelSet

SECONDS = 10.0


@dataclass(frozen=True)
class LevelChoice:
    """The levels that the page is to have."""

    levels: Annotated[
        list[str] | None,
        option(
            "Levels of the page: a pack, a file, a fetched set or a level. May be repeated.",
            "--levels",
            "-l",
            metavar="SET",
            usual="our packs",
            autocompletion=offer(find_level_sets),
        ),
    ] = None
    seconds: Annotated[
        float,
        option("Seconds to solve each level that comes without a solution.", min=0),
    ] = SECONDS
    workers: Workers = CPUS


def collect_levels(choice: LevelChoice, *, quiet: bool) -> tuple[list[LevelSet], bool]:
    """Load the levels and find what the page shows of them; show the progress.

    Also return whether all is done: Ctrl-C ends it, and what was found is kept.
    """
    from babalab.execution.choosing import WORKERS, choose_executor
    from babalab.web import collect_sets

    # Levels of ours come with solutions, and a process would take longer to start than they take.
    alone = choice.levels is None
    executor = choose_executor(WORKERS, 0 if alone else choice.workers, patience=None)
    bar = ProgressLine("solving levels")
    with show_live(bar, quiet=quiet) as refresh:

        def watch(done: int, total: int) -> None:
            bar.update(f"solving: {done:,} of {pluralize(total, 'level')}", done, total)
            refresh()

        return collect_sets(choice.levels, executor=executor, seconds=choice.seconds, watch=watch)
