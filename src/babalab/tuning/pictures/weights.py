"""The weights of the best agents: a box for every heuristic (Fig. 3)."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np

from babalab.arena.pictures.canvas import COLOURS, FAINT, INK, canvas, plain, tidy
from babalab.arena.pictures.errors import PictureError
from babalab.tuning.history import History
from babalab.tuning.pictures.best import find_best_evaluation

if TYPE_CHECKING:
    from matplotlib.axes import Axes

_COMPONENT = re.compile(r"(?P<vector>\w+)\[(?P<component>.+)\]")


@dataclass(frozen=True)
class Spread:
    """A weight over several agents."""

    name: str
    values: tuple[float, ...]

    @property
    def quartiles(self) -> tuple[float, float, float]:
        """Lower quartile, median and upper quartile."""
        lower, middle, upper = np.quantile(self.values, (0.25, 0.5, 0.75)).tolist()
        return lower, middle, upper

    @property
    def direction(self) -> int:
        """1 or -1 if the middle half of the values lies above or below 0, else 0."""
        lower, _, upper = self.quartiles
        return int(lower > 0) - int(upper < 0)


def find_best_weights(histories: Sequence[History], *, vector: str = "weights") -> list[Spread]:
    """Return the weights of the best agent of every run, by heuristic.

    Only the components of that vector parameter are taken: what a point calls ``weights[goals]``
    is `goals` here.
    """
    if not histories:
        raise PictureError("there are no runs to take the best agents of")
    found: dict[str, list[float]] = {}
    for history in histories:
        point = find_best_evaluation(history).point
        weights = {
            match["component"]: float(value)
            for name, value in point.items()
            if (match := _COMPONENT.fullmatch(name)) and match["vector"] == vector
        }
        if not weights:
            raise PictureError(f"the run {history.name!r} did not vary the vector {vector!r}")
        if found and list(found) != list(weights):
            raise PictureError(f"the run {history.name!r} has other {vector} than those before it")
        for name, value in weights.items():
            found.setdefault(name, []).append(value)
    return [Spread(name, tuple(values)) for name, values in found.items()]


def draw_weights(
    path: Path | str,
    panels: Mapping[str, Sequence[Spread]],
    title: str,
    *,
    threshold: float | None = None,
) -> None:
    """Draw boxes, whiskers to 1.5 times the middle half, and every agent as a dot.

    Within the `threshold` of 0, which is shaded, a heuristic is left out by the agent.
    """
    if not panels or not all(panels.values()):
        raise PictureError("there are no weights to draw")
    with canvas(path, 11, 4.2 * len(panels) + 0.4) as figure:
        all_axes = figure.subplots(len(panels), 1, squeeze=False)[:, 0]
        for axes, (name, spreads) in zip(all_axes, panels.items(), strict=True):
            _draw_boxes(axes, spreads, threshold)
            axes.set_title(plain(name))
        figure.suptitle(plain(title), fontsize=11)


def _draw_boxes(axes: Axes, spreads: Sequence[Spread], threshold: float | None) -> None:
    places = range(1, len(spreads) + 1)
    if threshold:
        axes.axhspan(-threshold, threshold, color=FAINT, alpha=0.3, lw=0)
    axes.axhline(0, color=INK, linewidth=0.8)
    axes.boxplot(
        [spread.values for spread in spreads],
        positions=list(places),
        widths=0.6,
        showfliers=False,
        medianprops={"color": COLOURS[1], "linewidth": 2},
        boxprops={"color": COLOURS[0], "linewidth": 1.2},
        whiskerprops={"color": COLOURS[0]},
        capprops={"color": COLOURS[0]},
    )
    for place, spread in zip(places, spreads, strict=True):
        # Dots of equal weights would hide each other in one column.
        across = np.linspace(-0.18, 0.18, len(spread.values)) if len(spread.values) > 1 else [0]
        axes.plot(place + np.asarray(across), spread.values, ".", color=INK, alpha=0.45, ms=4)
    axes.set_xticks(list(places), [f"{spread.name}\nw{place}" for place, spread in
                                   zip(places, spreads, strict=True)],
                    rotation=45, ha="right", fontsize=9)  # fmt: skip
    axes.set_ylabel("weight")
    tidy(axes)
