"""`babalab leaderboard`: the ranking of agents, and its table."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Annotated

from babalab.base.wording import abbreviate
from babalab.cli.arena.arguments import Agents, LevelSet, LimitFilter, load_results
from babalab.cli.ui.arguments import AsJson, StoreAddress
from babalab.cli.ui.columns import Column, names, numbers, texts
from babalab.cli.ui.console import err
from babalab.cli.ui.options import option
from babalab.cli.ui.streams import emit_json
from babalab.cli.ui.tables import Table, make_table, print_table
from babalab.cli.ui.wrapping import print_wrapped

if TYPE_CHECKING:
    from babalab.arena import Standing


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
        note = "not all were tried on the same levels; compare them on a set with --levels"
        print_wrapped(note, err)


def tabulate_standings(standings: Sequence[Standing], *, by_class: bool = False) -> Table:
    """Tabulate agents and budgets; columns without information are left out."""
    columns: dict[Column, list[str]] = {
        numbers(): [str(each.rank) for each in standings],
        names("agent"): [each.agent for each in standings],
        texts("budget", priority=1, shared="{} per level"): [
            each.budget.words for each in standings
        ],
        numbers("solved"): [f"{each.solved}/{each.attempts}" for each in standings],
        **_make_failure_column(standings),
        numbers("win rate"): [f"{each.win_rate:.1%}" for each in standings],
        numbers("95 %", priority=20): [
            f"{each.win_rate_low:.1%} - {each.win_rate_high:.1%}" for each in standings
        ],
        **(_make_class_columns(standings) if by_class else _make_average_columns(standings)),
    }
    return make_table(*columns, rows=zip(*columns.values(), strict=True))


def _make_failure_column(standings: Sequence[Standing]) -> dict[Column, list[str]]:
    if not any(each.failed for each in standings):
        return {}
    return {numbers("failed", priority=2): [str(each.failed or "") for each in standings]}


def _make_average_columns(standings: Sequence[Standing]) -> dict[Column, list[str]]:
    return {
        numbers("seconds", priority=10): [f"{each.avg_seconds:.3f}" for each in standings],
        numbers("length", priority=11): [_format_number(each.avg_length) for each in standings],
        numbers("iterations", priority=12): [abbreviate(each.avg_iterations) for each in standings],
        numbers("engine steps", priority=30): [
            abbreviate(each.avg_engine_steps) for each in standings
        ],
    }


def _make_class_columns(standings: Sequence[Standing]) -> dict[Column, list[str]]:
    """Return columns of win rates by class, with the number of levels."""
    present = {rate.difficulty for each in standings for rate in each.classes}
    columns: dict[Column, list[str]] = {}
    for place, difficulty in enumerate((1, 2, 3, 4, 5, None), start=10):
        if difficulty in present:
            rates = [
                next((rate for rate in each.classes if rate.difficulty == difficulty), None)
                for each in standings
            ]
            heading = f"class {difficulty}" if difficulty else "no class"
            columns[numbers(heading, priority=place)] = [
                f"{rate.win_rate:.0%} of {rate.levels}" if rate else "" for rate in rates
            ]
    return columns


def _format_number(value: float | None) -> str:
    return "" if value is None else f"{value:.1f}"
