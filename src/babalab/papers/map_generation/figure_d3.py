"""Fig. 3: how long each algorithm takes."""

from __future__ import annotations

from babalab.arena.store import Store
from babalab.papers.exhibit import Exhibit
from babalab.papers.map_generation.cell import Cell
from babalab.papers.map_generation.comparison import Comparison
from babalab.papers.map_generation.figure import Bar, make_figure


def figure_d3(comparison: Comparison, store: Store) -> Exhibit:
    """Show the mean seconds of a run, with deviations, and how many maps a second it judges."""
    return make_figure(
        "fig-d3",
        comparison,
        store,
        measured="seconds",
        columns={
            "s": lambda cell: f"{cell.seconds.mean:.2f} ±{cell.seconds.deviation:.2f}",
            "maps": lambda cell: f"{cell.evaluations.mean:,.0f}",
            "maps/s": lambda cell: f"{cell.pace:,.0f}",
        },
        bar=_bar,
        notes=[
            "seconds of a run on average of all, those that found nothing too, ± the standard "
            "deviation; the maps it judged, on average, and how many a second"
        ],
    )


def _bar(cell: Cell) -> Bar:
    mean, deviation, _ = cell.seconds
    return Bar(mean, max(0.0, mean - deviation), mean + deviation)
