"""`babalab levels generate`: new solvable levels, each with its solution."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn
from rich.text import Text

from babalab.cli.ui.console import emit, err
from babalab.cli.ui.execution import Place, trusted_executor
from babalab.cli.ui.exit_codes import ExitCode
from babalab.cli.ui.wording import counted
from babalab.cli.ui.writable import check_writable
from babalab.levels import Format, format_levels, load_levels, write_levels

if TYPE_CHECKING:
    from babalab.generation import Made


def generate(
    count: Annotated[int, typer.Option(min=1, help="How many levels.")] = 100,
    seed: Annotated[int, typer.Option(min=0, help="The same seed makes the same levels.")] = 0,
    output: Annotated[
        str, typer.Option(metavar="FILE", help="Where to; - is standard output, as JSON.")
    ] = "-",
    sources: Annotated[
        list[str] | None,
        typer.Option(
            "--from", metavar="SET", help="Also change levels of this set; may be repeated."
        ),
    ] = None,
    without: Annotated[
        list[str] | None,
        typer.Option(
            metavar="SET",
            help="Make none equivalent to a level of this set, that is equal but for names and "
            "being mirrored in the diagonal; may be repeated.",
        ),
    ] = None,
    workers: Annotated[
        int, typer.Option(min=1, max=1024, help="Processes; the levels are the same for any.")
    ] = 1,
    on: Place = "workers",
) -> None:
    """Generate random solvable levels in people's style, each with its solution.

    Every level is solved by the champion, most by a shortest solution, and no difficulty class has
    more than its share. Ctrl-C keeps the levels made so far. For a few levels as you wish them see
    'babalab generate baba'.
    """
    from babalab.generation import Made, make_levels

    if output != "-":
        check_writable(Path(output))
    executor = trusted_executor(on, workers)
    begun = time.perf_counter()
    made, interrupted = Made(), False
    with _display(count) as watch:

        def keep(so_far: Made) -> None:
            nonlocal made
            made = so_far
            watch(so_far)

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
    if made.levels:
        if output == "-":
            emit(format_levels(made.levels, Format.JSON))
        else:
            write_levels(made.levels, output)
    err.print(Text(_summary(made, output, time.perf_counter() - begun)))
    if interrupted:
        raise typer.Exit(ExitCode.INTERRUPTED)


def _summary(made: Made, output: str, seconds: float) -> str:
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
        f"wrote {counted(len(made.levels), 'level')} to {where}: {classes}\n"
        f"{counted(made.drafts, 'draft')} in {seconds:.1f} s; dropped: {dropped or 'none'}"
    )


@contextmanager
def _display(count: int) -> Iterator[Callable[[Made], None]]:
    """On a terminal, a bar with the classes of what was made so far."""
    with Progress(
        TextColumn("generating"),
        BarColumn(),
        MofNCompleteColumn(),
        TextColumn("[dim]{task.description}"),
        TimeRemainingColumn(),
        console=err,
        transient=True,
        disable=not err.is_terminal,
    ) as progress:
        task = progress.add_task("", total=count)

        def watch(made: Made) -> None:
            classes = "/".join(str(number) for number in made.by_class)
            progress.update(task, completed=len(made.levels), description=f"classes {classes}")

        yield watch
