"""Correlations between the heuristics over many states (§IV-A-4)."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

import numpy as np
from numpy.typing import ArrayLike, NDArray

from babalab.arena.pictures.canvas import FAINT, INK, canvas, plain
from babalab.arena.pictures.errors import PictureError

DARK = 0.6
"""From here on, numbers are written in white."""


@dataclass(frozen=True)
class Correlations:
    """Pearson's coefficient of every two of the heuristics."""

    names: tuple[str, ...]
    states: int
    matrix: NDArray[np.float64]
    """Not a number in the rows and columns of heuristics that had the same value everywhere:
    they correlate with nothing, not even with themselves."""

    @property
    def constant(self) -> tuple[str, ...]:
        """Heuristics that had the same value in all states."""
        return tuple(
            name
            for name, value in zip(self.names, np.diagonal(self.matrix), strict=True)
            if np.isnan(value)
        )

    def between(self, one: str, other: str) -> float | None:
        """Return the correlation of two of them; None if one is constant."""
        value = float(self.matrix[self.names.index(one), self.names.index(other)])
        return None if np.isnan(value) else value

    def strongest(self, count: int) -> list[tuple[str, str, float]]:
        """Return the pairs that go together, or against each other, most; the strongest first."""
        pairs = [
            (one, other, value)
            for place, one in enumerate(self.names)
            for other in self.names[place + 1 :]
            if (value := self.between(one, other)) is not None
        ]
        return sorted(pairs, key=lambda pair: -abs(pair[2]))[:count]


def correlations(rows: ArrayLike, names: Sequence[str]) -> Correlations:
    """Return the correlations of the columns of `rows`, one row for each state.

    A state in which one of two heuristics is infinite is left out of their correlation.
    """
    table = np.asarray(rows, dtype=np.float64)
    if table.ndim != 2 or table.shape[1] != len(names):
        raise PictureError(f"rows of {len(names)} heuristics are needed, not {table.shape}")
    if len(table) < 2:
        raise PictureError(f"{len(table)} states are too few for correlations")
    if np.isnan(table).any():
        raise PictureError("a heuristic has a value that is no number")
    matrix = np.array([[_correlate(one, other) for other in table.T] for one in table.T])
    return Correlations(tuple(names), len(table), matrix)


def _correlate(one: NDArray[np.float64], other: NDArray[np.float64]) -> float:
    """Return Pearson's coefficient; not a number if one of them never changes."""
    finite = np.isfinite(one) & np.isfinite(other)
    some = np.stack([one[finite], other[finite]])
    if some.shape[1] < 2 or not (np.ptp(some, axis=1) > 0).all():
        return math.nan
    return float(np.asarray(np.corrcoef(some))[0, 1])


def draw_correlations(path: Path | str, found: Correlations, title: str) -> None:
    """Draw the matrix, the numbers written in; what is constant is left white."""
    count = len(found.names)
    with canvas(path, 2.6 + 0.55 * count, 2.0 + 0.5 * count) as figure:
        axes = figure.add_subplot()
        image = axes.imshow(
            np.ma.masked_invalid(found.matrix), cmap="PuOr_r", vmin=-1, vmax=1, aspect="auto"
        )
        for row in range(count):
            for column in range(count):
                value = found.matrix[row, column]
                axes.text(
                    column,
                    row,
                    "-" if np.isnan(value) else f"{round(value, 2) + 0.0:.2f}",
                    ha="center",
                    va="center",
                    fontsize=7.5,
                    color="white" if abs(value) > DARK else INK,
                )
        axes.set_xticks(range(count), found.names, rotation=45, ha="right")
        axes.set_yticks(range(count), found.names)
        axes.tick_params(length=0)
        axes.set_title(plain(title))
        if found.constant:
            axes.set_xlabel(
                f"- the same in all states: {', '.join(found.constant)}", color=FAINT, fontsize=9
            )
        axes.spines[:].set_visible(False)
        figure.colorbar(image, ax=axes, label="Pearson's correlation", fraction=0.04)
