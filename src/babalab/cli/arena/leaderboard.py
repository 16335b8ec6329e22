"""`babalab leaderboard`: who is best."""

from __future__ import annotations

from typing import Annotated

import typer

from babalab.cli.arena.arguments import (
    Agents,
    LevelSet,
    OfIterations,
    OfMemory,
    OfSeconds,
    OfSteps,
    StoreAddress,
    given_limits,
    stored_records,
)
from babalab.cli.arena.standings import tabulate_standings
from babalab.cli.ui.arguments import AsJson
from babalab.cli.ui.console import err
from babalab.cli.ui.streams import emit_json
from babalab.cli.ui.tables import print_table


def leaderboard(
    levels: LevelSet = None,
    agents: Agents = None,
    seconds: OfSeconds = None,
    iterations: OfIterations = None,
    steps: OfSteps = None,
    memory: OfMemory = None,
    by_class: Annotated[
        bool, typer.Option("--by-class", help="Show win rates by class of difficulty.")
    ] = False,
    store: StoreAddress = None,
    as_json: AsJson = False,
) -> None:
    """Rank the agents by stored results, as the competition does.

    By win rate, then by 1 / (average runtime x average length of solutions). Time, iterations and
    engine steps are averages over all levels, solved or not.
    """
    from babalab.arena import leaderboard as rank

    limits = given_limits(seconds, iterations, steps, memory)
    standings = rank(stored_records(store, levels, agents, limits))
    if as_json:
        emit_json([standing.as_json() for standing in standings])
        return
    if not standings:
        err.print("no results fit; 'babalab evaluate' makes some")
        return
    print_table(tabulate_standings(standings, by_class=by_class))
    if len({standing.levels for standing in standings}) > 1:
        err.print("not all were tried on the same levels; compare them on a set with --levels")
