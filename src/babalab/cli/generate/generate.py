"""`babalab generate`: maps of a problem, searched for by an algorithm of choice."""

from __future__ import annotations

import time
from typing import TYPE_CHECKING, Annotated

import typer
from rich.text import Text

from babalab.base.errors import BabalabError
from babalab.cli.generate.arguments import made_algorithm, made_problem, made_representation
from babalab.cli.ui.console import err, out
from babalab.cli.ui.execution import Place, trusted_executor
from babalab.cli.ui.exit_codes import ExitCode
from babalab.cli.ui.wording import counted, rounded

if TYPE_CHECKING:
    from babalab.cli.generate.output import Output
    from babalab.execution.executor import Executor
    from babalab.generation import Algorithm, MadeMap, Making, Problem

SECONDS = 60.0
"""For a search, if no limit is given."""


def generate(
    problem: Annotated[
        str | None,
        typer.Argument(
            metavar="PROBLEM",
            help="binary, zelda, sokoban or baba, also with parameters (sokoban:moves=25), or "
            "a file: mine.py, mine.py:Mine. Without it, everything is listed.",
            show_default=False,
        ),
    ] = None,
    algorithm: Annotated[
        str | None,
        typer.Option(
            "--algorithm",
            "-a",
            metavar="NAME",
            help="How to search, also with parameters: annealing:temperature=5.",
            show_default="what suits the problem",
        ),
    ] = None,
    representation: Annotated[
        str | None,
        typer.Option(
            "--representation",
            "-r",
            metavar="NAME",
            help="Which changes can be made: narrow, turtle or wide; of Baba also people.",
            show_default="what suits the algorithm",
        ),
    ] = None,
    size: Annotated[
        str | None,
        typer.Option(
            metavar="WxH",
            help="Columns and rows, without the border.",
            show_default="the problem's",
        ),
    ] = None,
    count: Annotated[
        int | None,
        typer.Option(
            "--count",
            "-n",
            min=1,
            help="How many different maps.",
            show_default="1; of an archive, all it has after one search",
        ),
    ] = None,
    seed: Annotated[int, typer.Option(min=0, help="What all random choices come from.")] = 0,
    seconds: Annotated[
        float | None,
        typer.Option(
            min=0,
            help="For each search, at most; it ends when it has its map. An archive is filled all "
            "that time.",
            show_default="60 without --evaluations",
        ),
    ] = None,
    evaluations: Annotated[
        int | None,
        typer.Option(
            min=1,
            help="Maps that a search may look at, at most: the same seed then makes the same maps "
            "on any machine and any number of workers.",
            show_default=False,
        ),
    ] = None,
    searches: Annotated[
        int | None,
        typer.Option(
            min=1,
            help="How many searches, at most. One that ends without a new map is followed by "
            "another.",
            show_default="3 for each map",
        ),
    ] = None,
    workers: Annotated[
        int, typer.Option(min=1, max=1024, help="Processes, each with a search of its own.")
    ] = 1,
    on: Place = "workers",
    output: Annotated[
        list[str] | None,
        typer.Option(
            "--output",
            "-o",
            metavar="PATH",
            help="Where to: .txt, .png (a sheet of all), .json (of Baba a set for the Keke "
            "competition), or a folder (a picture and a text of each); - is standard output. May "
            "be repeated.",
            show_default="-",
        ),
    ] = None,
    settings: Annotated[
        list[str] | None,
        typer.Option(
            "--set", metavar="NAME=VALUE", help="A parameter of the problem; may be repeated."
        ),
    ] = None,
    difficulty: Annotated[
        int | None,
        typer.Option(min=1, max=5, help="Of Baba: the class, by the length of the solution."),
    ] = None,
    length: Annotated[
        str | None,
        typer.Option(metavar="LOW-HIGH", help="Of Baba: moves of the solution, such as 8-15."),
    ] = None,
    mechanics: Annotated[
        str | None,
        typer.Option(
            metavar="NAMES",
            help="Of Baba: what the solution shall use, such as kill,sink; 'generate baba --list' "
            "names all.",
        ),
    ] = None,
    quiet: Annotated[bool, typer.Option("--quiet", "-q", help="Show nothing on the way.")] = False,
    listed: Annotated[
        bool,
        typer.Option("--list", help="List what there is; of a PROBLEM, its parameters and wants."),
    ] = False,
) -> None:
    """Generate maps that fulfil wishes: mazes, dungeons, Sokoban, and levels of Baba.

    Maps that equal another or its mirror image are left out. Every level of Baba comes with a
    solution that was verified, its difficulty and its mechanics. Ctrl-C keeps what there is. For
    thousands of levels to learn from see 'babalab levels generate'.

    Examples: 'babalab generate binary', 'babalab generate sokoban -a annealing --size 6x6 -n 10 -o
    sheet.png', 'babalab generate baba --difficulty 3 --mechanics sink -n 5 -o new.json'.
    """
    wishes = {"difficulty": difficulty, "length": length, "mechanics": mechanics}
    if problem is None and not listed and algorithm is None:
        listed = True
    if listed:
        _list(problem, algorithm)
        return
    if problem is None:
        raise typer.BadParameter("which problem? 'babalab generate' lists them")
    made = made_problem(problem, size=size, settings=settings or (), wishes=wishes)
    how = made_algorithm(algorithm, made)
    making = _making(
        made,
        how,
        representation,
        count=count,
        seed=seed,
        seconds=SECONDS if seconds is None and evaluations is None else seconds,
        evaluations=evaluations,
        searches=searches,
        executor=trusted_executor(on, workers),
    )
    _carry_out(making, output or ["-"], quiet=quiet)


def _list(problem: str | None, algorithm: str | None) -> None:
    from babalab.cli.generate.listing import list_all, list_one, list_wants
    from babalab.generation import make_algorithm, make_problem

    if problem is None and algorithm is None:
        list_all()
    if problem is not None:
        made = make_problem(problem)
        list_one(type(made))
        list_wants(made)
    if algorithm is not None:
        list_one(type(make_algorithm(algorithm)))


def _making(
    problem: Problem,
    algorithm: Algorithm,
    representation: str | None,
    *,
    count: int | None,
    seed: int,
    seconds: float | None,
    evaluations: int | None,
    searches: int | None,
    executor: Executor,
) -> Making:
    from babalab.base.budget import Budget
    from babalab.generation import Making, Searches

    kind = made_representation(representation, problem, algorithm)
    wanted = 1 if count is None and algorithm.stops_at_goal else count
    limits = Budget(seconds, evaluations=evaluations)
    return Making(Searches(problem, algorithm, kind, seed, limits), wanted, searches, executor)


def _carry_out(making: Making, paths: list[str], *, quiet: bool) -> None:
    """Make the maps, put them where they shall be, and exit as it went."""
    from babalab.cli.generate.display import previewed
    from babalab.cli.generate.output import output_of

    outputs = [output_of(path) for path in dict.fromkeys(paths)]
    began = time.perf_counter()
    interrupted, trouble = False, None
    with previewed(making, quiet=quiet) as preview:
        # On a terminal, maps and the preview would be drawn over each other.
        waiting: list[MadeMap] | None = [] if out.is_terminal else None
        try:
            for made in making.run(preview.see):
                _take(outputs, making, made, waiting)
        except KeyboardInterrupt:
            interrupted = True
        except BabalabError as error:
            if not making.maps:
                raise
            trouble = error  # to be told when what there is has been written
    for made in waiting or ():
        _take(outputs, making, made, None)
    written = [each.finish(making) for each in outputs] if making.maps else []
    _tell(making, [each for each in written if each], time.perf_counter() - began)
    if trouble is not None:
        raise trouble
    if interrupted:
        raise typer.Exit(ExitCode.INTERRUPTED)
    raise typer.Exit(ExitCode.YES if making.done else ExitCode.NO)


def _take(
    outputs: list[Output], making: Making, made: MadeMap, waiting: list[MadeMap] | None
) -> None:
    if waiting is not None:
        waiting.append(made)
        return
    for each in outputs:
        each.take(making, made)


def _tell(making: Making, written: list[str], seconds: float) -> None:
    """What was made and what was not, on standard error."""
    from babalab.cli.generate.map_text import misses

    wanted = "" if making.count is None else f" of {making.count}"
    speed = f" ({rounded(making.evaluations / seconds)}/s)" if seconds else ""
    err.print(
        Text(
            f"made {len(making.maps)}{wanted} {'map' if making.count == 1 else 'maps'} in "
            f"{counted(making.ended, 'search', 'searches')}, "
            f"{counted(making.evaluations, 'evaluation')}, {seconds:.1f} s{speed}"
        )
    )
    if making.failed:
        near = making.nearest
        missed = "" if near is None else misses(making.searches.problem, near)
        nearest = f"; the nearest misses by {missed}" if missed else ""
        err.print(Text(f"without a map: {making.failed}{nearest}"))
    if any(made.finished for made in making.maps):
        from babalab.cli.levels.generated import levels_table

        err.print(levels_table(making))
    if making.repeated:
        err.print(Text(f"left out, as equal or mirror images: {making.repeated}"))
    if written:
        err.print(Text(f"wrote {', '.join(written)}"))
