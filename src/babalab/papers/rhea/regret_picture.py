"""Pictures of regret over uses."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path

import numpy as np

from babalab.arena.pictures.canvas import COLOURS, LINES, canvas, plain, tidy
from babalab.arena.pictures.errors import PictureError
from babalab.papers.rhea.regret import RegretCurve


def draw_regret(path: Path | str, panels: Mapping[str, Sequence[RegretCurve]]) -> None:
    """Draw panels side by side, by title: mean curves, with bands from least to most."""
    if not panels or not all(panels.values()):
        raise PictureError("there is no curve to draw; let a tuner choose at least once")
    with canvas(path, 4.2 * len(panels), 3.4) as figure:
        row = figure.subplots(1, len(panels), sharey=True, squeeze=False)[0]
        for axes, (title, curves) in zip(row, panels.items(), strict=True):
            for number, curve in enumerate(curves):
                colour, line = COLOURS[number % len(COLOURS)], LINES[number % len(LINES)]
                uses = np.arange(1, len(curve.mean) + 1)
                shown = _thin(len(uses))
                axes.fill_between(
                    uses[shown], curve.low[shown], curve.high[shown], color=colour, alpha=0.12, lw=0
                )
                axes.plot(
                    uses[shown], curve.mean[shown], color=colour, ls=line, label=plain(curve.tuner)
                )
            axes.set_title(plain(title))
            axes.set_xlabel("uses")
            axes.set_ylim(bottom=0)
            tidy(axes)
        row[0].set_ylabel("regret so far")
        row[0].legend(frameon=False)


def _thin(count: int) -> list[int]:
    """Return at most some hundred evenly spread places, the last among them."""
    step = max(1, count // 300)
    return sorted({*range(0, count, step), count - 1})
