"""`babalab games run`: let planners play a game, and keep what comes of it."""

from __future__ import annotations

import os
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer
from rich.text import Text

from babalab.agents import split_specs
from babalab.base.errors import BabalabError
from babalab.base.wording import pluralize
from babalab.cli.arena.arguments import StoreAddress
from babalab.cli.games.arguments import ALL, GameSource, blame, choose_levels, find_game
from babalab.cli.games.folders import GamesPath
from babalab.cli.games.table import tabulate_rows
from babalab.cli.games.watch import watch_play
from babalab.cli.ui.arguments import AsJson
from babalab.cli.ui.console import complain, err, out
from babalab.cli.ui.execution import Place, make_executor
from babalab.cli.ui.files import check_writable
from babalab.cli.ui.progress import run_plan
from babalab.cli.ui.streams import emit_json
from babalab.cli.ui.tables import print_table
from babalab.planning import make_planner
from babalab.planning.move_limits import ANY_CALLS, add_move_limits

if TYPE_CHECKING:
    from babalab.arena import Store
    from babalab.arena.plays import GameStudy, PlayPlan, PlayRecord, PlaySummary

SHOWN_FAILURES = 10
MAX_RUNS = 10**9
MAX_SEED = 10**18
"""A store keeps seeds in 64 bits."""


def run_games(
    game: GameSource,
    agent: Annotated[
        list[str],
        typer.Option(
            metavar="LIST",
            help="Planners, such as rhea,mcts:c=1.4 or my_planner.py:MyPlanner; may be repeated.",
        ),
    ],
    levels: Annotated[
        str,
        typer.Option(
            metavar="LIST", help="Names, numbers, ranges such as 1-5, files; all: its own."
        ),
    ] = ALL,
    runs: Annotated[
        int, typer.Option(min=1, max=MAX_RUNS, help="Play every level so many times.")
    ] = 20,
    seed: Annotated[
        int, typer.Option(min=0, max=MAX_SEED, help="The seed of the first; others follow.")
    ] = 0,
    ticks: Annotated[
        int | None,
        typer.Option(min=1, help="A play ends after so many.", show_default="the game's limit"),
    ] = None,
    calls: Annotated[
        int | None,
        typer.Option(
            min=1,
            max=ANY_CALLS,
            help="Steps of the forward model before each move, of planners that say nothing else.",
            show_default="1000",
        ),
    ] = None,
    milliseconds: Annotated[
        float | None,
        typer.Option(
            min=0.001,
            help="Thinking time before each move instead, such as the framework's 40.",
        ),
    ] = None,
    workers: Annotated[
        int,
        typer.Option(min=0, help="Processes; 0 plays all in this one, for debugging a planner."),
    ] = os.cpu_count() or 1,
    on: Place = "workers",
    patience: Annotated[
        float, typer.Option(min=1, help="Seconds until a play that does not end is killed.")
    ] = 3600.0,
    again: Annotated[
        bool, typer.Option("--again", help="Also play what has been stored, and replace it.")
    ] = False,
    store: StoreAddress = None,
    log: Annotated[
        Path | None,
        typer.Option(
            metavar="FILE",
            help="Also write what tuners knew at every tick: .csv or .parquet.",
        ),
    ] = None,
    watch: Annotated[
        bool,
        typer.Option(
            "--watch", help="Show one play instead: of the first planner on the first level."
        ),
    ] = False,
    _path: GamesPath = None,
    as_json: AsJson = False,
) -> None:
    """Let planners play a game, keep the plays, and tell how often they won.

    What is in the store is not played again, so that the same command goes on where it was
    interrupted. Behind ± is the standard error.

    Examples: 'babalab games run sokoban --agent rhea,rhea-adaptive --levels 1-5',
    'babalab games run fireflies --agent mcts --levels swarm --watch'.
    """
    from babalab.arena import Store, make_plan
    from babalab.arena.plays import GameStudy, boards, failed_plays, players, summarize_plays

    kind = find_game(game)
    with blame(game):
        chosen = choose_levels(kind, levels)
        specs = [
            add_move_limits(spec, calls, milliseconds)
            for text in agent
            for spec in split_specs(text)
        ]
        if watch:
            if not specs:
                raise BabalabError("there is no planner to watch; name one with --agent")
            watch_play(kind(chosen[0]), make_planner(specs[0]), seed, ticks)
    _check_log(log)
    study = GameStudy(
        boards(game, chosen), players(specs), seeds=range(seed, seed + runs), ticks=ticks
    )
    with Store(store) as results:
        plan = make_plan(results, study, again=again)
        if not as_json:
            _announce(study, plan)
        executor = make_executor(on, workers, patience=patience)
        run_plan(plan, results, executor, quiet=as_json)
        records = study.records(results, whole=log is not None)
    if log is not None:
        _write_log(log, records)
    rows = summarize_plays(records, study.players, study.boards)
    failures = failed_plays(records)
    if as_json:
        emit_json(_summary(plan, results, rows, failures))
        return
    _complain_of(failures)
    print_table(tabulate_rows(rows, out.width if out.is_terminal else None))


def _announce(study: GameStudy, plan: PlayPlan) -> None:
    err.print(
        f"{pluralize(len(study.players), 'planner')}, {pluralize(len(study.boards), 'level')}, "
        f"{pluralize(len(study.seeds), 'run')}: {pluralize(len(plan.todo), 'play')} to make"
        + (f", {plan.stored:,} stored before" if plan.stored else "")
    )


def _check_log(log: Path | None) -> None:
    """Raise unless a log can be written there: better before the plays than after them."""
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


def _complain_of(failures: Sequence[PlayRecord]) -> None:
    for record in failures[:SHOWN_FAILURES]:
        place = f"{record.level_name}, seed {record.seed}"
        complain(f"{record.planner} failed on {place}: {record.error}")
    hidden = len(failures) - SHOWN_FAILURES
    if hidden > 0:
        err.print(Text(f"and {pluralize(hidden, 'failure')} more; --json tells them all"))


def _summary(
    plan: PlayPlan, store: Store, rows: Sequence[PlaySummary], failures: Sequence[PlayRecord]
) -> dict[str, Any]:
    return {
        "store": store.name,
        "plays": plan.total,
        "made": len(plan.todo),
        "stored_before": plan.stored,
        "failures": [
            {
                "agent": record.planner,
                "level": record.level_name,
                "seed": record.seed,
                "error": record.error,
            }
            for record in failures
        ],
        "results": [row.as_json() for row in rows],
    }
