"""Fig. 2: how deep each tree search gets."""

from __future__ import annotations

from babalab.arena.store import Store
from babalab.papers.exhibit import Exhibit
from babalab.papers.map_generation.cell import Cell
from babalab.papers.map_generation.comparison import Comparison
from babalab.papers.map_generation.figure import Bar, make_figure


def figure_d2(comparison: Comparison, store: Store) -> Exhibit:
    """Show the mean depth of the deepest node, with standard deviations."""
    return make_figure(
        "fig-d2",
        comparison,
        store,
        measured="deepest node",
        columns={"": lambda cell: f"{cell.depth.mean:.1f} ±{cell.depth.deviation:.1f}"},
        bar=_bar,
        notes=[
            "the depth of the deepest node of a run, on average of all, ± the standard deviation; "
            "a search that reaches the goal ends there"
        ],
        trees_only=True,
        logarithmic=True,
    )


def _bar(cell: Cell) -> Bar:
    mean, deviation, _ = cell.depth
    return Bar(mean, max(0.0, mean - deviation), mean + deviation)
