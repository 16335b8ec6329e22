"""Pictures of Pareto fronts."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from babalab.arena.pictures.canvas import COLOURS, FAINT, canvas, plain, tidy
from babalab.arena.pictures.errors import PictureError
from babalab.tuning.choice import find_pareto_front
from babalab.tuning.history import Evaluation, History
from babalab.tuning.objectives import find_objective
from babalab.tuning.pictures.best import list_evaluations

if TYPE_CHECKING:
    from matplotlib.axes import Axes


@dataclass(frozen=True)
class Front:
    """Evaluations of a run, and which of them are on its front; of equals the first is."""

    objectives: tuple[str, ...]
    larger: frozenset[str]
    """Objectives that are the better the larger."""
    evaluations: tuple[Evaluation, ...]
    values: NDArray[np.float64]
    """(evaluations, objectives), in their own units."""
    on_it: NDArray[np.bool_]

    @property
    def members(self) -> list[Evaluation]:
        """The evaluations on the front."""
        return [each for each, on in zip(self.evaluations, self.on_it, strict=True) if on]


def find_front(history: History) -> Front:
    """Return the front of a run with several objectives."""
    evaluations = list_evaluations(history)
    names = tuple(evaluations[0].objectives)
    if len(names) < 2:
        raise PictureError(f"the run {history.name!r} has one objective; a front needs two")
    for each in evaluations:
        if tuple(each.objectives) != names:
            raise PictureError(f"evaluation {each.number} has other objectives than the first")
        if not all(math.isfinite(value) for value in each.objectives.values()):
            raise PictureError(f"evaluation {each.number} has an objective that is no number")
    values = np.array([list(each.objectives.values()) for each in evaluations], dtype=np.float64)
    larger = frozenset(name for name in names if find_objective(name).larger_is_better)
    members = {each.number for each in find_pareto_front(evaluations)}
    if not members:
        raise PictureError(f"no point of the run {history.name!r} is one that its agent takes")
    on_it = np.array([each.number in members for each in evaluations], dtype=np.bool_)
    return Front(names, larger, tuple(evaluations), values, on_it)


def draw_front(path: Path | str, front: Front, title: str) -> None:
    """Draw two objectives against each other, and more as lines across parallel axes."""
    if len(front.objectives) == 2:
        with canvas(path, 6.4, 4.8) as figure:
            axes = figure.add_subplot()
            _draw_scatter(axes, front)
            axes.set_title(plain(title))
        return
    with canvas(path, max(6.4, 1.1 * len(front.objectives) + 2), 4.8) as figure:
        axes = figure.add_subplot()
        _draw_parallel(axes, front)
        axes.set_title(plain(title))


def _draw_scatter(axes: Axes, front: Front) -> None:
    """Draw points that grow with the number of evaluations there; the front is a staircase."""
    members = front.values[front.on_it]
    for values, colour, label in (
        (front.values[~front.on_it], FAINT, "dominated"),
        (members, COLOURS[1], "on the front"),
    ):
        places = Counter(map(tuple, values.tolist()))
        if places:
            axes.scatter(
                [x for x, _ in places],
                [y for _, y in places],
                s=[18 + 10 * (count - 1) for count in places.values()],
                color=colour,
                alpha=0.45 if colour == FAINT else 1,
                label=f"{label}: {len(values)}",
                zorder=2 if colour == FAINT else 3,
            )
    corners = members[np.argsort(members[:, 0], kind="stable")]
    # Between two neighbours, what is as bad as the worse of them in each is reached.
    across, up = front.objectives
    axes.step(
        corners[:, 0],
        corners[:, 1],
        where="pre" if across in front.larger else "post",
        color=COLOURS[1],
        linewidth=1.2,
    )
    axes.set_xlabel(plain(f"{across} ({_name_better(front, across)} is better)"))
    axes.set_ylabel(plain(f"{up} ({_name_better(front, up)} is better)"))
    axes.legend(frameon=False, loc="lower left", bbox_to_anchor=(0, 1.05), ncols=2)
    tidy(axes, grid="both")


def _draw_parallel(axes: Axes, front: Front) -> None:
    """Draw parallel axes, each from the worst value at the bottom to the best at the top."""
    low, high = front.values.min(axis=0), front.values.max(axis=0)
    heights = (front.values - low) / np.where(high > low, high - low, 1)
    rising = np.array([name in front.larger for name in front.objectives])
    heights = np.where(rising, heights, 1 - heights)
    # An axis on which all are equal says nothing; it is drawn through the middle.
    heights = np.where(high > low, heights, 0.5)
    places = range(len(front.objectives))
    order = _sort_dominated_first(front)
    for row in order:
        on = bool(front.on_it[row])
        axes.plot(
            places,
            heights[row],
            color=COLOURS[0] if on else FAINT,
            alpha=0.75 if on else 0.25,
            linewidth=1.4 if on else 0.7,
        )
    for place, name in enumerate(front.objectives):
        axes.axvline(place, color=FAINT, linewidth=0.8)
        best, worst = (high, low) if name in front.larger else (low, high)
        axes.text(place, 1.03, f"{best[place]:.4g}", ha="center", fontsize=8)
        axes.text(place, -0.03, f"{worst[place]:.4g}", ha="center", va="top", fontsize=8)
    axes.set_xticks(
        list(places),
        [plain(f"{name}\n({_name_better(front, name)} is better)") for name in front.objectives],
        fontsize=8,
        rotation=0 if len(front.objectives) <= 5 else 30,
    )
    axes.set_yticks([0, 1], ["worst", "best"])
    axes.set_ylim(-0.1, 1.1)
    counts = int(front.on_it.sum()), len(front.on_it)
    axes.set_xlabel(f"{counts[0]} of {counts[1]} evaluations on the front; the others are faint")
    axes.spines[:].set_visible(False)


def _sort_dominated_first(front: Front) -> Sequence[int]:
    """Return rows in the order of drawing, so that the front lies on top."""
    return [int(row) for row in np.argsort(front.on_it, kind="stable")]


def _name_better(front: Front, name: str) -> str:
    return "larger" if name in front.larger else "smaller"
