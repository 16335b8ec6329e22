"""`babalab generate`: search for maps of a problem."""

from __future__ import annotations

import time
from typing import TYPE_CHECKING, Annotated

import typer

from babalab.base.errors import BabalabError
from babalab.cli.generate.arguments import build_problem, choose_algorithm, choose_representation
from babalab.cli.ui.arguments import AsJson, Place, Processes, Seed
from babalab.cli.ui.completion import in_list, offer, offer_in
from babalab.cli.ui.console import out
from babalab.cli.ui.exit_codes import ExitCode
from babalab.cli.ui.finders import (
    find_algorithm,
    find_mechanic,
    find_problem,
    find_problem_parameter,
    find_representation,
)
from babalab.cli.ui.help_texts import LIMITS, OUTPUT
from babalab.cli.ui.options import MOST_COUNT, argument, option
from babalab.cli.ui.streams import emit_json

if TYPE_CHECKING:
    from babalab.cli.generate.output import Output
    from babalab.execution.executor import Executor
    from babalab.generation import Algorithm, GeneratedMap, MapMaker, Problem

MAPS = "What is made"
SEARCH = "How it is searched for"
SECONDS = 60.0
"""The limit of a search if none is given."""


def generate(
    problem: Annotated[
        str | None,
        argument(
            "binary, zelda, sokoban or baba, also with parameters (sokoban:moves=25), or "
            "your own: mine.py, mine.py:Mine. Without a problem, list everything.",
            metavar="PROBLEM",
            autocompletion=offer(find_problem),
        ),
    ] = None,
    size: Annotated[
        str | None,
        option(
            "Columns and rows, without the border.",
            metavar="WxH",
            usual="the problem's",
            panel=MAPS,
        ),
    ] = None,
    count: Annotated[
        int | None,
        option(
            "Number of different maps.",
            "--count",
            "-n",
            min=1,
            max=MOST_COUNT,
            usual="1; with an archive, all it has after one search",
            panel=MAPS,
        ),
    ] = None,
    algorithm: Annotated[
        str | None,
        option(
            "The algorithm, also with parameters: annealing:temperature=5.",
            "--algorithm",
            metavar="NAME",
            usual="the one that suits the problem",
            panel=SEARCH,
            autocompletion=offer(find_algorithm),
        ),
    ] = None,
    representation: Annotated[
        str | None,
        option(
            "The changes a search can make: narrow, turtle or wide; for Baba also people.",
            "--representation",
            "-r",
            metavar="NAME",
            usual="the one that suits the algorithm",
            panel=SEARCH,
            autocompletion=offer(find_representation),
        ),
    ] = None,
    seed: Seed = 0,
    seconds: Annotated[
        float | None,
        option(
            "Time limit of each search, which ends when it has its map. An archive is filled "
            "until the time is up.",
            min=0,
            metavar="SECONDS",
            usual="60 without --evaluations",
            panel=LIMITS,
        ),
    ] = None,
    evaluations: Annotated[
        int | None,
        option(
            "Maps that each search may evaluate. The same seed then gives the same maps on "
            "any machine and with any number of workers.",
            min=1,
            panel=LIMITS,
        ),
    ] = None,
    searches: Annotated[
        int | None,
        option(
            "Limit of the number of searches. One that ends without a new map is followed by "
            "another.",
            min=1,
            max=MOST_COUNT,
            usual="3 for each map",
            panel=LIMITS,
        ),
    ] = None,
    workers: Processes = 1,
    on: Place = "workers",
    output: Annotated[
        list[str] | None,
        option(
            "Write to a .txt, .png (a sheet of all maps) or .json (for Baba, a set for the "
            "Keke competition) file, to a folder (a picture and a text of each map), or to "
            "standard output (-). May be repeated.",
            "--output",
            "-o",
            metavar="PATH",
            usual="-",
            panel=OUTPUT,
        ),
    ] = None,
    settings: Annotated[
        list[str] | None,
        option(
            "Set a parameter of the problem. May be repeated.",
            "--set",
            metavar="NAME=VALUE",
            panel=MAPS,
            autocompletion=offer_in(find_problem_parameter),
        ),
    ] = None,
    difficulty: Annotated[
        int | None,
        option(
            "Class, 1 to 5, by the length of the solution (Baba only).",
            min=1,
            max=5,
            metavar="CLASS",
            panel=MAPS,
        ),
    ] = None,
    length: Annotated[
        str | None,
        option("Moves of the solution, such as 8-15 (Baba only).", metavar="LOW-HIGH", panel=MAPS),
    ] = None,
    mechanics: Annotated[
        str | None,
        option(
            "Mechanics the solution must use, such as kill,sink (Baba only); "
            "'generate baba --list' names all.",
            metavar="NAMES",
            panel=MAPS,
            autocompletion=offer(in_list(find_mechanic)),
        ),
    ] = None,
    quiet: Annotated[bool, option("Show no progress.", "--quiet", "-q", panel=OUTPUT)] = False,
    listed: Annotated[
        bool,
        option(
            "List everything; with a PROBLEM, its parameters and wanted ranges.",
            "--list",
            panel=OUTPUT,
        ),
    ] = False,
    as_json: AsJson = False,
) -> None:
    """Generate maps to your specification: mazes, dungeons, Sokoban rooms, levels of Baba.

    Maps that equal another one or its mirror image are left out. Every level of Baba comes with a
    verified solution, its difficulty and its mechanics. Ctrl-C keeps the maps found so far. For
    thousands of training levels see 'babalab levels generate'.

    Examples: 'babalab generate binary', 'babalab generate sokoban --algorithm annealing --size 6x6
    -n 10 -o sheet.png', 'babalab generate baba --difficulty 3 --mechanics sink -n 5 -o new.json'.
    """
    options = {"difficulty": difficulty, "length": length, "mechanics": mechanics}
    if problem is None and not listed and algorithm is None:
        listed = True
    if listed:
        _list(problem, algorithm, as_json)
        return
    if problem is None:
        raise typer.BadParameter("which problem? 'babalab generate' lists them")
    from babalab.execution.choosing import choose_trusted_executor

    wanted = build_problem(problem, size=size, settings=settings or (), options=options)
    maker = _make_maker(
        wanted,
        choose_algorithm(algorithm, wanted),
        representation,
        count=count,
        seed=seed,
        seconds=SECONDS if seconds is None and evaluations is None else seconds,
        evaluations=evaluations,
        searches=searches,
        executor=choose_trusted_executor(on, workers),
    )
    _carry_out(maker, output or ["-"], quiet=quiet, as_json=as_json)


def _list(problem: str | None, algorithm: str | None, as_json: bool) -> None:
    from babalab.cli.generate.listing import list_all, list_as_json, list_one, list_wants
    from babalab.generation import make_algorithm, make_problem

    if as_json:
        emit_json(
            list_as_json(
                None if problem is None else make_problem(problem),
                None if algorithm is None else make_algorithm(algorithm),
            )
        )
        return
    if problem is None and algorithm is None:
        list_all()
    if problem is not None:
        made = make_problem(problem)
        list_one(type(made))
        list_wants(made)
    if algorithm is not None:
        list_one(type(make_algorithm(algorithm)))


def _make_maker(
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
) -> MapMaker:
    from babalab.base.budget import Budget
    from babalab.generation import MapMaker, Searches

    kind = choose_representation(representation, problem, algorithm)
    wanted = 1 if count is None and algorithm.stops_at_goal else count
    limits = Budget(seconds, evaluations=evaluations)
    return MapMaker(Searches(problem, algorithm, kind, seed, limits), wanted, searches, executor)


def _carry_out(maker: MapMaker, paths: list[str], *, quiet: bool, as_json: bool) -> None:
    """Generate the maps, write them, print a summary, and exit with the right code."""
    from babalab.cli.generate.display import show_searches
    from babalab.cli.generate.output import STANDARD_OUTPUT, describe_run, open_output
    from babalab.cli.generate.summary import print_summary

    # JSON takes the place of the maps on standard output.
    left_out = {STANDARD_OUTPUT} if as_json else set()
    outputs = [open_output(path) for path in dict.fromkeys(paths) if path not in left_out]
    began = time.perf_counter()
    interrupted, trouble = False, None
    with show_searches(maker, quiet=quiet) as see:
        # On a terminal, maps and the preview would be drawn over each other.
        waiting: list[GeneratedMap] | None = [] if out.is_terminal else None
        try:
            for generated in maker.run(see):
                _take(outputs, maker, generated, waiting)
        except KeyboardInterrupt:
            interrupted = True
        except BabalabError as error:
            if not maker.maps:
                raise
            trouble = error  # raised again when the maps found so far are written
    for generated in waiting or ():
        _take(outputs, maker, generated, None)
    written = [each.finish(maker) for each in outputs] if maker.maps else []
    files, seconds = [each for each in written if each], time.perf_counter() - began
    if as_json:
        emit_json(describe_run(maker, files, seconds))
    else:
        print_summary(maker, files, seconds)
    if trouble is not None:
        raise trouble
    if interrupted:
        raise typer.Exit(ExitCode.INTERRUPTED)
    raise typer.Exit(ExitCode.YES if maker.is_done else ExitCode.NO)


def _take(
    outputs: list[Output],
    maker: MapMaker,
    generated: GeneratedMap,
    waiting: list[GeneratedMap] | None,
) -> None:
    if waiting is not None:
        waiting.append(generated)
        return
    for each in outputs:
        each.take(maker, generated)
