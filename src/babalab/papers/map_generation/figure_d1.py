"""Fig. 1: how often each algorithm reaches the goal."""

from __future__ import annotations

from babalab.arena.store import Store
from babalab.base.statistics import wilson_interval
from babalab.papers.exhibit import Exhibit
from babalab.papers.map_generation.cell import Cell
from babalab.papers.map_generation.comparison import Comparison
from babalab.papers.map_generation.figure import Bar, make_figure


def figure_d1(comparison: Comparison, store: Store) -> Exhibit:
    """Show the share of runs that ended with a playable map, with Wilson's intervals."""
    return make_figure(
        "fig-d1",
        comparison,
        store,
        measured="playable, %",
        columns={"": _written},
        bar=_bar,
        notes=["runs that reached the goal, in percent, with Wilson's intervals of 95 %"],
        top=105,
    )


def _bar(cell: Cell) -> Bar:
    low, high = wilson_interval(cell.playable.wins, cell.playable.plays)
    return Bar(100 * cell.playable.rate, 100 * low, 100 * high)


def _written(cell: Cell) -> str:
    bar = _bar(cell)
    return f"{bar.height:.0f} ({bar.low:.0f} to {bar.high:.0f})"
