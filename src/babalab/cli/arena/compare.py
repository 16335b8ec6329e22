"""`babalab compare`: two agents side by side."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated

from babalab.base.wording import abbreviate, pluralize
from babalab.cli.arena.arguments import LevelSet, LimitFilter, load_results
from babalab.cli.ui.arguments import AsJson, StoreAddress
from babalab.cli.ui.columns import names, numbers, texts
from babalab.cli.ui.completion import offer_in
from babalab.cli.ui.finders import find_stored_agent
from babalab.cli.ui.options import argument, option
from babalab.cli.ui.streams import emit_json
from babalab.cli.ui.tables import Table, make_table, print_table
from babalab.cli.ui.text import Text
from babalab.cli.ui.wrapping import print_wrapped

if TYPE_CHECKING:
    from babalab.arena import Comparison, LevelComparison, Side


def compare(
    first: Annotated[
        str,
        argument("An agent, such as bfs.", metavar="A", autocompletion=offer_in(find_stored_agent)),
    ],
    second: Annotated[
        str,
        argument(
            "Another agent, such as mcts:plays=10.",
            metavar="B",
            autocompletion=offer_in(find_stored_agent),
        ),
    ],
    *,
    levels: LevelSet = None,
    limits: LimitFilter,
    differences: Annotated[bool, option("Show only differences.", "--differences")] = False,
    store: StoreAddress = None,
    as_json: AsJson = False,
) -> None:
    """Show, level by level, who solved what, and whether the difference may be chance."""
    from babalab.arena import compare as compare_agents
    from babalab.arena import find_agent_spec

    records = load_results(store, levels, None, limits)
    comparison = compare_agents(records, find_agent_spec(first), find_agent_spec(second))
    if as_json:
        emit_json(comparison.as_json())
        return
    print_table(_tabulate(comparison, differences))
    _print_summary(comparison)


def _tabulate(comparison: Comparison, differences: bool) -> Table:
    figures = [
        column
        for agent in (comparison.first, comparison.second)
        for column in (
            numbers(Text(agent)),
            numbers("iterations", priority=2, called=f"iterations of {agent}"),
            numbers("length", priority=3, called=f"length of {agent}"),
        )
    ]
    return make_table(
        names("level"),
        texts("name", priority=1),
        *figures,
        rows=(
            (level.level, level.name, *_format_cells(level, 0), *_format_cells(level, 1))
            for level in comparison.levels
            if not differences or level.first.solved != level.second.solved
        ),
    )


def _format_cells(level: LevelComparison, which: int) -> tuple[Text, Text, Text]:
    """Return one agent's cells, with its success in green where the other had less."""
    side, other = (level.first, level.second) if which == 0 else (level.second, level.first)
    style = "green" if side.solved > other.solved else ""
    length = "" if side.avg_length is None else f"{side.avg_length:.3g}"
    return (
        Text(_format_success(side), style=style),
        Text(abbreviate(side.avg_iterations)),
        Text(length),
    )


def _format_success(side: Side) -> str:
    if side.attempts == 1:
        return "solved" if side.solved else "-"
    return f"{side.solved}/{side.attempts}"


def _print_summary(comparison: Comparison) -> None:
    attempts = comparison.both + comparison.only_first + comparison.only_second + comparison.neither
    lines = [
        f"{pluralize(attempts, 'attempt')} at {pluralize(len(comparison.levels), 'level')}, "
        f"each with {comparison.budget.words}",
        f"both solved {comparison.both}, only {comparison.first} {comparison.only_first}, "
        f"only {comparison.second} {comparison.only_second}, neither {comparison.neither} "
        f"(McNemar's test, exact: p = {comparison.p_solved:.2g})",
        f"of what both solved, {comparison.first} needed fewer iterations for "
        f"{comparison.fewer_iterations_first}, {comparison.second} for "
        f"{comparison.fewer_iterations_second} (sign test: p = {comparison.p_iterations:.2g})",
    ]
    print_wrapped("\n" + "\n".join(lines))
