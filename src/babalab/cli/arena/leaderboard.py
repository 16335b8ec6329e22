"""`babalab leaderboard`: the ranking of agents, and its table."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Annotated

from rich.table import Table

from babalab.base.wording import abbreviate
from babalab.cli.arena.arguments import Agents, LevelSet, LimitFilter, load_results
from babalab.cli.ui.arguments import AsJson, StoreAddress
from babalab.cli.ui.console import err
from babalab.cli.ui.options import option
from babalab.cli.ui.streams import emit_json
from babalab.cli.ui.tables import make_table, names, numbers, print_table
from babalab.cli.ui.text import Text

if TYPE_CHECKING:
    from babalab.arena import Standing


def leaderboard(
    *,
    levels: LevelSet = None,
    agents: Agents = None,
    limits: LimitFilter,
    by_class: Annotated[
        bool,
        option(
            "Show win rates by length class: solutions of up to 5, 10, 20, 40 moves, and more.",
            "--by-class",
        ),
    ] = False,
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


def tabulate_standings(standings: Sequence[Standing], *, by_class: bool = False) -> Table:
    """Tabulate agents and budgets; columns without information are left out."""
    columns = {
        "": [str(each.rank) for each in standings],
        "agent": [each.agent for each in standings],
        "budget": [each.budget.words for each in standings],
        "solved": [f"{each.solved}/{each.attempts}" for each in standings],
        "failed": [str(each.failed or "") for each in standings],
        "win rate": [f"{each.win_rate:.1%}" for each in standings],
        "95 %": [f"{each.win_rate_low:.1%} - {each.win_rate_high:.1%}" for each in standings],
        **(_make_class_columns(standings) if by_class else _make_average_columns(standings)),
    }
    caption = None
    if len(set(columns["budget"])) == 1:
        caption = Text(f"each level with {columns.pop('budget')[0]}")
    if not any(columns["failed"]):
        del columns["failed"]
    headings = (names(each) if each in ("agent", "budget") else numbers(each) for each in columns)
    table = make_table(*headings, rows=zip(*columns.values(), strict=True))
    table.caption, table.caption_justify = caption, "left"
    return table


def _make_average_columns(standings: Sequence[Standing]) -> dict[str, list[str]]:
    return {
        "seconds": [f"{each.avg_seconds:.3f}" for each in standings],
        "length": [_format_number(each.avg_length) for each in standings],
        "iterations": [abbreviate(each.avg_iterations) for each in standings],
        "engine steps": [abbreviate(each.avg_engine_steps) for each in standings],
    }


def _make_class_columns(standings: Sequence[Standing]) -> dict[str, list[str]]:
    """Return columns of win rates by class, with the number of levels."""
    present = {rate.length_class for each in standings for rate in each.classes}
    columns: dict[str, list[str]] = {}
    for length_class in (1, 2, 3, 4, 5, None):
        if length_class in present:
            rates = [
                next((rate for rate in each.classes if rate.length_class == length_class), None)
                for each in standings
            ]
            columns[f"class {length_class}" if length_class else "no class"] = [
                f"{rate.win_rate:.0%} of {rate.levels}" if rate else "" for rate in rates
            ]
    return columns


def _format_number(value: float | None) -> str:
    return "" if value is None else f"{value:.1f}"
