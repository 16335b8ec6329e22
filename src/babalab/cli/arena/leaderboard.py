"""`babalab leaderboard`: who is best."""

from __future__ import annotations

from typing import Annotated

from babalab.cli.arena.arguments import Agents, LevelSet, LimitFilter, StoreAddress, load_results
from babalab.cli.arena.standings import tabulate_standings
from babalab.cli.ui.arguments import AsJson
from babalab.cli.ui.console import err
from babalab.cli.ui.options import option
from babalab.cli.ui.streams import emit_json
from babalab.cli.ui.tables import print_table


def leaderboard(
    *,
    levels: LevelSet = None,
    agents: Agents = None,
    limits: LimitFilter,
    by_class: Annotated[bool, option("Show win rates by difficulty class.", "--by-class")] = False,
    store: StoreAddress = None,
    as_json: AsJson = False,
) -> None:
    """Rank the agents by stored results, as the competition does.

    By win rate, then by 1 / (average runtime x average length of solutions). Time, iterations and
    engine steps are averages over all levels, solved or not.
    """
    from babalab.arena import leaderboard as rank

    standings = rank(load_results(store, levels, agents, limits))
    if as_json:
        emit_json([standing.as_json() for standing in standings])
        return
    if not standings:
        err.print("no results fit; 'babalab evaluate' makes some")
        return
    print_table(tabulate_standings(standings, by_class=by_class))
    if len({standing.levels for standing in standings}) > 1:
        err.print("not all were tried on the same levels; compare them on a set with --levels")
