"""`babalab levels generate`: make new solvable levels, each with its solution."""

from __future__ import annotations

import time
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from babalab.base.wording import pluralize
from babalab.cli.levels.as_json import level_as_json
from babalab.cli.ui.arguments import AsJson, Place, Processes, Seed
from babalab.cli.ui.completion import offer
from babalab.cli.ui.console import err
from babalab.cli.ui.exit_codes import ExitCode
from babalab.cli.ui.files import check_writable
from babalab.cli.ui.finders import find_level_sets
from babalab.cli.ui.help_texts import OUTPUT
from babalab.cli.ui.live import ProgressLine, show_live
from babalab.cli.ui.options import MOST_COUNT, option
from babalab.cli.ui.streams import emit, emit_json
from babalab.cli.ui.text import Text
from babalab.levels import Format, format_levels, load_levels, write_levels

if TYPE_CHECKING:
    from babalab.generation import MadeLevels


def generate(
    count: Annotated[
        int, option("Number of levels.", "--count", "-n", min=1, max=MOST_COUNT)
    ] = 100,
    seed: Seed = 0,
    output: Annotated[
        str,
        option(
            "File to write; - writes JSON to standard output.",
            "--output",
            "-o",
            metavar="FILE",
            panel=OUTPUT,
        ),
    ] = "-",
    sources: Annotated[
        list[str] | None,
        option(
            "Also modify levels of this set. May be repeated.",
            "--from",
            metavar="SET",
            autocompletion=offer(find_level_sets),
        ),
    ] = None,
    without: Annotated[
        list[str] | None,
        option(
            "Make no level that is equivalent to one of this set, that is, differs only in "
            "names or is mirrored in the diagonal. May be repeated.",
            metavar="SET",
            autocompletion=offer(find_level_sets),
        ),
    ] = None,
    workers: Processes = 1,
    on: Place = "workers",
    as_json: AsJson = False,
) -> None:
    """Generate random solvable levels that imitate those made by people, with solutions.

    The champion solves every level, mostly with a shortest solution, and no difficulty class gets
    more than its share. The same seed makes the same levels, with any number of workers. Ctrl-C
    keeps the levels made so far. For levels to your specification see 'babalab generate baba'.
    """
    from babalab.execution.choosing import choose_trusted_executor
    from babalab.generation import MadeLevels, make_levels

    if output != "-":
        check_writable(Path(output))
    executor = choose_trusted_executor(on, workers)
    begun = time.perf_counter()
    made, interrupted = MadeLevels(), False
    bar = ProgressLine("generating", count)
    with show_live(bar) as refresh:

        def keep(so_far: MadeLevels) -> None:
            nonlocal made
            made = so_far
            bar.update(_describe_progress(made, count), len(made.levels))
            refresh()

        try:
            make_levels(
                count,
                seed=seed,
                sources=[level for address in sources or () for level in load_levels(address)],
                without=[level for address in without or () for level in load_levels(address)],
                executor=executor,
                watch=keep,
            )
        except KeyboardInterrupt:
            interrupted = True
    seconds = time.perf_counter() - begun
    if made.levels and output != "-":
        write_levels(made.levels, output)
    if as_json:
        emit_json(_as_json(made, output, seconds))
    else:
        if made.levels and output == "-":
            emit(format_levels(made.levels, Format.JSON))
        err.print(Text(_summarize(made, output, seconds)))
    if interrupted:
        raise typer.Exit(ExitCode.INTERRUPTED)


def _as_json(made: MadeLevels, output: str, seconds: float) -> dict[str, Any]:
    """Return the levels and what was dropped on the way, in types JSON knows."""
    return {
        "levels": [level_as_json(level, number) for number, level in enumerate(made.levels, 1)],
        "by_class": made.by_class,
        "drafts": made.drafts,
        "dropped": {
            "unsolved": made.unsolved,
            "trivial": made.trivial,
            "surplus": made.surplus,
            "repeated": made.repeated,
            "excluded": made.excluded,
        },
        "seconds": round(seconds, 3),
        "output": None if output == "-" else output,
    }


def _summarize(made: MadeLevels, output: str, seconds: float) -> str:
    where = "standard output" if output == "-" else output
    classes = ", ".join(
        f"{number} of class {class_}" for class_, number in enumerate(made.by_class, start=1)
    )
    reasons = {
        "unsolved": made.unsolved,
        "trivial": made.trivial,
        "of a class with enough levels": made.surplus,
        "repeated": made.repeated,
        "equivalent to levels left out": made.excluded,
    }
    dropped = ", ".join(f"{number} {reason}" for reason, number in reasons.items() if number)
    return (
        f"wrote {pluralize(len(made.levels), 'level')} to {where}: {classes}\n"
        f"{pluralize(made.drafts, 'draft')} in {seconds:.1f} s; dropped: {dropped or 'none'}"
    )


def _describe_progress(made: MadeLevels, count: int) -> str:
    classes = "/".join(str(number) for number in made.by_class)
    return f"{len(made.levels):,} of {pluralize(count, 'level')} · classes {classes}"
