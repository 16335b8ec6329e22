"""A picture of learning curves: the share of episodes won over the steps of training."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from babalab.arena.pictures.canvas import COLOURS, FAINT, LINES, canvas, plain, tidy
from babalab.arena.pictures.errors import PictureError

if TYPE_CHECKING:
    from matplotlib.axes import Axes


class SuccessBand(NamedTuple):
    """Trainings that differ in their seeds: the lowest, mean and highest of their curves."""

    label: str
    runs: int
    steps: tuple[int, ...]
    low: tuple[float, ...]
    mean: tuple[float, ...]
    high: tuple[float, ...]


def draw_success(
    path: Path | str,
    bands: Sequence[SuccessBand],
    titles: Mapping[str, str],
    published: Mapping[str, float],
    random_rate: float,
    where: str,
) -> None:
    """Draw a line for the mean of each band, and the band around it.

    The paper's figures are dotted lines across in the colour of their band; `random_rate` is a grey
    one.
    """
    if not bands:
        raise PictureError("there are no learning curves to draw")
    colours = {band.label: COLOURS[place % len(COLOURS)] for place, band in enumerate(bands)}
    with canvas(path, 8.2, 5.4) as figure:
        axes = figure.subplots()
        for place, band in enumerate(bands):
            _draw_band(axes, band, titles[band.label], colours[band.label], place)
        axes.axhline(
            random_rate,
            color=FAINT,
            linewidth=1.4,
            zorder=1,
            label=f"moves drawn evenly: {random_rate:.1%}",
        )
        for label, rate in published.items():
            axes.axhline(
                rate,
                color=colours[label],
                linestyle=":",
                linewidth=1.2,
                label=plain(f"{label} in the paper: {rate:.2%}"),
            )
        runs = sorted({band.runs for band in bands})
        seeds = " or ".join(map(str, runs))
        _finish(axes, bands, [random_rate, *published.values()])
        axes.set_title(
            plain(f"Episodes won while training on {where}\n")
            + f"mean of {seeds} seed{'' if runs == [1] else 's'}"
            + (", band from the lowest to the highest" if runs != [1] else ""),
            fontsize=11,
        )


def _draw_band(axes: Axes, band: SuccessBand, title: str, colour: str, place: int) -> None:
    axes.fill_between(band.steps, band.low, band.high, color=colour, alpha=0.16, lw=0)
    axes.plot(
        band.steps,
        band.mean,
        color=colour,
        linestyle=LINES[place % len(LINES)],
        linewidth=1.8,
        marker="o" if len(band.steps) < 3 else None,
        label=plain(f"{title}: {band.mean[-1]:.1%} in the end"),
    )


def _finish(axes: Axes, bands: Sequence[SuccessBand], references: Sequence[float]) -> None:
    from matplotlib.ticker import EngFormatter, PercentFormatter

    axes.set_xlabel("steps of all environments together")
    axes.set_ylabel("share of episodes won")
    axes.xaxis.set_major_formatter(EngFormatter(sep=""))
    axes.yaxis.set_major_formatter(PercentFormatter(1.0, decimals=0))
    axes.set_xlim(0, max(band.steps[-1] for band in bands))
    axes.set_ylim(*_find_limits(bands, references))
    axes.legend(loc="upper center", bbox_to_anchor=(0.5, -0.13), frameon=False, ncols=2, fontsize=9)
    tidy(axes)


def _find_limits(bands: Sequence[SuccessBand], references: Sequence[float]) -> tuple[float, float]:
    """Return the limits of the vertical axis: whole tens of percents around all there is."""
    lowest = min(min(references), *(min(band.low) for band in bands))
    highest = max(max(references), *(max(band.high) for band in bands))
    return max(0.0, math.floor(10 * lowest) / 10), min(1.0, math.floor(10 * highest + 1) / 10)
