"""The cost of every heuristic (Table I): bars on a logarithmic axis, the paper's beside ours."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path

from babalab.arena.pictures.canvas import COLOURS, INK, canvas, plain, tidy
from babalab.arena.pictures.errors import PictureError
from babalab.tuning.costs import Timing


def draw_costs(
    path: Path | str,
    costs: Sequence[Timing],
    title: str,
    *,
    published: Mapping[str, float] | None = None,
    reading: float | None = None,
) -> None:
    """Draw a bar for each, its whisker from the quickest to the slowest repetition.

    `published` are nanoseconds a state by name, drawn as diamonds; `reading` is what all of ours
    include, drawn as a line.
    """
    if not costs:
        raise PictureError("there are no costs to draw")
    published = published or {}
    places = list(range(len(costs)))
    medians = [cost.nanoseconds for cost in costs]
    if min(cost.quickest for cost in costs) <= 0:
        raise PictureError("a heuristic took no time at all: measure it on more states")
    with canvas(path, 8.5, 1.6 + 0.32 * len(costs)) as figure:
        axes = figure.add_subplot()
        axes.barh(
            places,
            medians,
            color=COLOURS[5],
            xerr=(
                [cost.nanoseconds - cost.quickest for cost in costs],
                [cost.slowest - cost.nanoseconds for cost in costs],
            ),
            ecolor=COLOURS[6],
            error_kw={"linewidth": 1},
            label="ours",
        )
        if reading is not None:
            axes.axvline(reading, color=INK, linewidth=1, linestyle=":", label="reading a state")
        known = [(published[cost.name], place) for place, cost in enumerate(costs)
                 if cost.name in published]  # fmt: skip
        if known:
            axes.plot(*zip(*known, strict=True), "D", color=COLOURS[1], ms=6, label="the paper's")
        axes.legend(frameon=False, loc="upper left", bbox_to_anchor=(1, 1))
        axes.set_xscale("log")
        axes.set_yticks(
            places, [plain(f"{cost.name}  {_round(cost.nanoseconds)}") for cost in costs]
        )
        axes.invert_yaxis()
        axes.set_xlabel("nanoseconds a state")
        axes.set_title(plain(title))
        tidy(axes, grid="x")


def _round(nanoseconds: float) -> str:
    """Return three digits, or all of those before the point."""
    return f"{nanoseconds:,.0f}" if nanoseconds >= 100 else f"{nanoseconds:.3g}"
