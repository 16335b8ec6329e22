"""`babalab games run`: let planners play a game, and keep what comes of it."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

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
from babalab.cli.ui.console import err, out
from babalab.cli.ui.execution import CPUS, Again, Patience, Place, Workers, make_executor
from babalab.cli.ui.files import check_writable
from babalab.cli.ui.options import option
from babalab.cli.ui.progress import announce_plan, complain_of_failures, run_plan
from babalab.cli.ui.streams import emit_json
from babalab.cli.ui.tables import print_table
from babalab.planning import make_planner
from babalab.planning.move_limits import ANY_CALLS, with_move_limits

if TYPE_CHECKING:
    from babalab.arena import Store
    from babalab.arena.plays import PlayPlan, PlayRecord, PlaySummary

MAX_RUNS = 10**9
MAX_SEED = 10**18
"""A store keeps seeds in 64 bits."""


def run_games(
    game: GameSource,
    agent: Annotated[
        list[str],
        option(
            "Planners, such as rhea,mcts:c=1.4 or my_planner.py:MyPlanner; may be repeated.",
            metavar="LIST",
        ),
    ],
    levels: Annotated[
        str, option("Names, numbers, ranges such as 1-5, files; all: its own.", metavar="LIST")
    ] = ALL,
    runs: Annotated[int, option("Play every level so many times.", min=1, max=MAX_RUNS)] = 20,
    seed: Annotated[int, option("The seed of the first; others follow.", min=0, max=MAX_SEED)] = 0,
    ticks: Annotated[
        int | None, option("A play ends after so many.", min=1, usual="the game's limit")
    ] = None,
    calls: Annotated[
        int | None,
        option(
            "Steps of the forward model before each move, of planners that say nothing else.",
            min=1,
            max=ANY_CALLS,
            usual="1000",
        ),
    ] = None,
    milliseconds: Annotated[
        float | None,
        option("Thinking time before each move instead, such as the framework's 40.", min=0.001),
    ] = None,
    workers: Workers = CPUS,
    on: Place = "workers",
    patience: Patience = 3600.0,
    again: Again = False,
    store: StoreAddress = None,
    log: Annotated[
        Path | None,
        option("Also write what tuners knew at every tick: .csv or .parquet.", metavar="FILE"),
    ] = None,
    watch: Annotated[
        bool, option("Show one play instead: of the first planner on the first level.", "--watch")
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
            with_move_limits(spec, calls, milliseconds)
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
            announce_plan(
                plan,
                pluralize(len(study.players), "planner"),
                pluralize(len(study.boards), "level"),
                pluralize(runs, "run"),
            )
        executor = make_executor(on, workers, patience=patience)
        run_plan(plan, results, executor, quiet=as_json)
        records = study.records(results, whole=log is not None)
    if log is not None:
        _write_log(log, records)
    rows = summarize_plays(records, study.players, study.boards)
    failures = failed_plays(records)
    if as_json:
        emit_json(_summarize(plan, results, rows, failures))
        return
    failed = [_describe_failure(record) for record in failures]
    complain_of_failures(failed, "--json tells them all")
    print_table(tabulate_rows(rows, out.width if out.is_terminal else None))


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


def _describe_failure(record: PlayRecord) -> str:
    place = f"{record.level_name}, seed {record.seed}"
    return f"{record.planner} failed on {place}: {record.error}"


def _summarize(
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
