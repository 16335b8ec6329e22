"""`babalab games run`: let planners play a game, and keep the results."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from babalab.agents import split_specs
from babalab.base.errors import BabalabError
from babalab.base.wording import pluralize
from babalab.cli.games.arguments import ALL, GameSource, Ticks, choose_levels, find_game
from babalab.cli.games.folders import GamesPath
from babalab.cli.games.table import tabulate_rows
from babalab.cli.games.watch import watch_play
from babalab.cli.ui import progress
from babalab.cli.ui.arguments import (
    CPUS,
    Again,
    AsJson,
    Isolate,
    Patience,
    Place,
    StoreAddress,
    Workers,
)
from babalab.cli.ui.blame import blame
from babalab.cli.ui.completion import offer, offer_in
from babalab.cli.ui.console import err
from babalab.cli.ui.files import check_writable
from babalab.cli.ui.finders import find_game_levels, find_planners
from babalab.cli.ui.help_texts import HOW, LIMITS, OUTPUT
from babalab.cli.ui.options import option
from babalab.cli.ui.streams import emit_json
from babalab.cli.ui.tables import print_table
from babalab.cli.ui.terminal_graphics import Graphics, GraphicsMode, choose_graphics
from babalab.cli.ui.text import Text
from babalab.planning import make_planner
from babalab.planning.move_limits import ANY_CALLS, add_move_limits

if TYPE_CHECKING:
    from babalab.arena.plays import PlayRecord

MAX_RUNS = 10**9
MAX_SEED = 10**18
"""A store keeps seeds in 64 bits."""


def run_games(
    game: GameSource,
    agents: Annotated[
        list[str],
        option(
            "Planners, such as rhea,mcts:c=1.4 or mine.py:Mine. May be repeated.",
            "--agents",
            "-a",
            metavar="LIST",
            former="--agent",
            autocompletion=offer(find_planners),
        ),
    ],
    levels: Annotated[
        str,
        option(
            "Names, numbers, ranges such as 1-5, or files; all: its own.",
            "--levels",
            "-l",
            metavar="LIST",
            autocompletion=offer_in(find_game_levels),
        ),
    ] = ALL,
    runs: Annotated[int, option("Number of plays per level.", min=1, max=MAX_RUNS)] = 20,
    seed: Annotated[
        int, option("Seed of the first run; others follow.", min=0, max=MAX_SEED, panel=HOW)
    ] = 0,
    ticks: Ticks = None,
    calls: Annotated[
        int | None,
        option(
            "Forward-model steps before each move, for planners that set no limit themselves.",
            min=1,
            max=ANY_CALLS,
            usual="1000",
            panel=LIMITS,
        ),
    ] = None,
    milliseconds: Annotated[
        float | None,
        option(
            "Thinking time before each move instead; the framework's is 40.",
            min=0.001,
            metavar="MILLISECONDS",
            panel=LIMITS,
        ),
    ] = None,
    workers: Workers = CPUS,
    on: Place = "workers",
    patience: Patience = 3600.0,
    isolate: Isolate = False,
    again: Again = False,
    store: StoreAddress = None,
    log: Annotated[
        Path | None,
        option(
            "Also write the tuners' statistics at every tick: .csv or .parquet.",
            metavar="FILE",
            panel=OUTPUT,
        ),
    ] = None,
    watch: Annotated[
        bool,
        option(
            "Show one play instead: the first planner on the first level.",
            "--watch",
            panel=OUTPUT,
        ),
    ] = False,
    graphics: Graphics = GraphicsMode.AUTO,
    _path: GamesPath = None,
    as_json: AsJson = False,
) -> None:
    """Let planners play a game, keep the plays, and report how often they win.

    Stored plays are not played again, so the same command resumes an interrupted run. Figures after
    ± are standard errors. The exit code is 1 if every play failed.

    Examples: 'babalab games run sokoban --agents rhea,rhea-adaptive --levels 1-5',
    'babalab games run fireflies --agents mcts --levels swarm --watch'.
    """
    from babalab.arena import Store, make_plan
    from babalab.arena.plays import GameStudy, boards, find_failed_plays, players, summarize_plays
    from babalab.execution.choosing import choose_executor

    kind = find_game(game)
    with blame(game):
        chosen = choose_levels(kind, levels)
        specs = [
            add_move_limits(spec, calls, milliseconds)
            for text in agents
            for spec in split_specs(text)
        ]
        if watch:
            if not specs:
                raise BabalabError("there is no planner to watch; name one with --agents")
            watch_play(
                kind(chosen[0]), make_planner(specs[0]), seed, ticks, choose_graphics(graphics)
            )
    _check_log(log)
    study = GameStudy(
        boards(game, chosen),
        players(specs, isolate=isolate),
        seeds=range(seed, seed + runs),
        ticks=ticks,
    )
    with Store(store) as results:
        plan = make_plan(results, study, again=again)
        if not as_json:
            progress.announce_plan(
                plan,
                pluralize(len(study.players), "planner"),
                pluralize(len(study.boards), "level"),
                pluralize(runs, "run"),
            )
        executor = choose_executor(on, workers, patience=patience, isolate=isolate)
        progress.run_plan(plan, results, executor, quiet=as_json)
        records = study.records(results, whole=log is not None)
    if log is not None:
        _write_log(log, records)
    rows = summarize_plays(records, study.players, study.boards)
    failed = [
        progress.Failure(each.planner, each.level_name, each.seed, each.error)
        for each in find_failed_plays(records)
    ]
    if as_json:
        shown = [row.as_json() for row in rows]
        emit_json({**progress.summarize_plan(plan, results, failed), "results": shown})
    else:
        progress.complain_of_failures(failed, "--json tells them all")
        print_table(tabulate_rows(rows))
    raise typer.Exit(progress.choose_exit_code(len(failed), len(records), study.kind.noun))


def _check_log(log: Path | None) -> None:
    """Raise unless a log can be written there, before the plays rather than after them."""
    from babalab.arena.export import check_format
    from babalab.arena.plays.ticks import FORMATS

    if log is not None:
        check_format(log, FORMATS)
        check_writable(log)


def _write_log(log: Path, records: Sequence[PlayRecord]) -> None:
    from babalab.arena.plays import write_ticks

    rows = write_ticks(log, records)
    hint = "" if rows else "; only planners with a tuner, such as rhea-adaptive, log any"
    err.print(Text(f"wrote {pluralize(rows, 'row')} to {log}{hint}"))
