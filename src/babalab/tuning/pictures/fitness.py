"""Fitness over evaluations, with a band from the worst to the best of the runs (Fig. 2)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np

from babalab.arena.pictures.canvas import COLOURS, INK, LINES, canvas, plain, tidy
from babalab.arena.pictures.errors import PictureError
from babalab.tuning.choice import best
from babalab.tuning.history import History
from babalab.tuning.pictures.best import list_evaluations

if TYPE_CHECKING:
    from matplotlib.axes import Axes

BEGINNING = 10
"""Evaluations after which curves are in the picture for certain; what is far below them before is
cut off, since there nothing but chance is to be seen."""

Curve = list[tuple[int, float]]
"""After so many evaluations, this fitness."""


@dataclass(frozen=True)
class Band:
    """Several runs of one optimiser: the lowest, mean and highest of their curves."""

    label: str
    runs: int
    evaluations: tuple[int, ...]
    low: tuple[float, ...]
    mean: tuple[float, ...]
    high: tuple[float, ...]


@dataclass(frozen=True)
class Panel:
    """One of the pictures side by side: its bands, and figures of others to compare with."""

    title: str
    bands: Sequence[Band]
    references: Mapping[str, float] = field(default_factory=dict)
    """By label; if there is a band of that label, it gets its colour."""


def best_so_far(history: History) -> Curve:
    """Return the highest fitness among the first evaluations, for every number of them."""
    fitness = [each.fitness for each in list_evaluations(history)]
    highest = np.maximum.accumulate(fitness)
    return [(count, float(value)) for count, value in enumerate(highest, start=1)]


def best_of_generations(history: History, size: int) -> Curve:
    """Return the fitness of that individual of every generation which would be taken: see `best`.

    A generation is `size` evaluations, one after the other; the last may be smaller. Individuals
    that survive from one to the next count only where they were evaluated.
    """
    if size < 1:
        raise PictureError(f"a generation of {size} individuals is none")
    evaluations = list_evaluations(history)
    curve = []
    for begin in range(0, len(evaluations), size):
        generation = evaluations[begin : begin + size]
        chosen = best(generation)
        # Of a generation that its agent refuses altogether, all have the same fitness.
        fitness = generation[0].fitness if chosen is None else chosen.fitness
        curve.append((begin + len(generation), fitness))
    return curve


def make_band(label: str, curves: Sequence[Curve]) -> Band:
    """Return the band of curves with the same steps, cut to the length of the shortest."""
    if not curves:
        raise PictureError(f"there are no runs of {label}")
    shortest = min(len(curve) for curve in curves)
    steps = {tuple(count for count, _ in curve[:shortest]) for curve in curves}
    if len(steps) > 1:
        raise PictureError(f"the runs of {label} have generations of different sizes")
    values = np.array([[value for _, value in curve[:shortest]] for curve in curves])
    return Band(
        label,
        len(curves),
        steps.pop(),
        tuple(values.min(axis=0).tolist()),
        tuple(values.mean(axis=0).tolist()),
        tuple(values.max(axis=0).tolist()),
    )


def draw_fitness(path: Path | str, panels: Sequence[Panel], title: str) -> None:
    """Draw the panels side by side on one scale: a line for the mean of each band, the band around.

    References are dotted lines across, in the colour of their band.
    """
    if not panels or not all(panel.bands for panel in panels):
        raise PictureError("there are no runs to draw")
    with canvas(path, 6.4 * len(panels), 5.2) as figure:
        all_axes = figure.subplots(1, len(panels), sharey=True, squeeze=False)[0]
        for axes, panel in zip(all_axes, panels, strict=True):
            _draw_panel(axes, panel)
        all_axes[0].set_ylabel("fitness (iterations)")
        all_axes[0].set_ylim(*_find_limits(panels))
        figure.suptitle(plain(title), fontsize=11)


def _draw_panel(axes: Axes, panel: Panel) -> None:
    from matplotlib.ticker import MaxNLocator

    colours = {band.label: COLOURS[place % len(COLOURS)] for place, band in enumerate(panel.bands)}
    for place, band in enumerate(panel.bands):
        axes.fill_between(
            band.evaluations, band.low, band.high, color=colours[band.label], alpha=0.14, lw=0
        )
        axes.plot(
            band.evaluations,
            band.mean,
            color=colours[band.label],
            linestyle=LINES[place % len(LINES)],
            linewidth=1.8,
            marker="o" if len(band.evaluations) == 1 else None,
            label=plain(f"{band.label}: mean {band.mean[-1]:,.0f}, best {band.high[-1]:,.0f}"),
        )
    for name, value in panel.references.items():
        axes.axhline(
            value,
            color=colours.get(name, INK),
            linestyle=":",
            linewidth=1.2,
            label=plain(f"{name} in the paper: {value:,.0f}"),
        )
    axes.set_title(plain(panel.title))
    axes.set_xlabel("evaluations")
    axes.xaxis.set_major_locator(MaxNLocator(integer=True))
    axes.set_xlim(0, max(band.evaluations[-1] for band in panel.bands))
    axes.legend(loc="upper center", bbox_to_anchor=(0.5, -0.13), frameon=False, ncols=2, fontsize=9)
    tidy(axes)


def _find_limits(panels: Sequence[Panel]) -> tuple[float, float]:
    """Return the limits of the vertical axis: all after the beginning, and a little room."""
    shown = [value for panel in panels for value in panel.references.values()]
    for band in (band for panel in panels for band in panel.bands):
        later = [place for place, count in enumerate(band.evaluations) if count >= BEGINNING]
        begin = later[0] if later else 0
        shown += [min(band.low[begin:]), max(band.high)]
    room = 0.05 * (max(shown) - min(shown)) or 1.0
    return min(shown) - room, max(shown) + room
