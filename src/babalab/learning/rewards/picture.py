"""The picture of a play as rewards see it: their parts over the moves, the board beside them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np

from babalab.game.action import Action
from babalab.game.drawing import draw_image
from babalab.game.state import State
from babalab.learning.rewards.declared import PARTS
from babalab.learning.rewards.inspection import Inspection
from babalab.tuning.pictures.canvas import COLOURS, FAINT, INK, canvas, plain, tidy
from babalab.tuning.pictures.errors import PictureError

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import SubFigure

ENDS = ("win", "death")
"""Parts that would make all others invisible; they are written, not drawn."""
ARROWS = {
    Action.UP: "↑",
    Action.DOWN: "↓",
    Action.LEFT: "←",
    Action.RIGHT: "→",
    Action.WAIT: "·",
}
MOST_ARROWS = 48
"""More moves than these are only counted."""
_HATCHES = ("", "////")
_SHADED = [name for name in PARTS if name not in ENDS]


def draw_rewards(path: Path | str, seen: Sequence[Inspection], title: str) -> None:
    """Draw a row for each reward: bars of its parts above, the running sum below."""
    if not seen or not seen[0].steps:
        raise PictureError("there is no step to draw; give moves that can be played")
    states = seen[0].states
    steps = len(seen[0].steps)
    wide = min(16.0, max(6.0, 0.22 * steps + 2.5))
    beside = 3.2
    with canvas(path, wide + beside, max(3.6 * len(seen), 4.6)) as figure:
        left, right = figure.subfigures(1, 2, squeeze=False, width_ratios=[beside, wide])[0]
        _draw_boards(left, states)
        rows = right.subfigures(len(seen), 1, squeeze=False)[:, 0]
        for row, each in zip(rows, seen, strict=True):
            _draw_reward(row, each)
        figure.suptitle(plain(title), fontsize=11)


def _draw_boards(figure: SubFigure, states: Sequence[State]) -> None:
    both = figure.subplots(2, 1)
    for axes, state, when in zip(
        both, (states[0], states[-1]), ("at the start", "at the end"), strict=True
    ):
        axes.imshow(np.asarray(draw_image(state.scene())), interpolation="nearest")
        axes.set_title(when, fontsize=9, color=INK)
        axes.set_xticks([])
        axes.set_yticks([])
        axes.spines[:].set_visible(False)


def _draw_reward(figure: SubFigure, seen: Inspection) -> None:
    above, below = figure.subplots(2, 1, sharex=True, height_ratios=[3, 1.2])
    _draw_parts(above, seen)
    _draw_running(below, seen)
    above.set_title(plain(str(seen.reward)), loc="left", fontweight="bold")
    places = range(1, len(seen.steps) + 1)
    if len(seen.steps) <= MOST_ARROWS:
        arrows = [ARROWS[step.action] for step in seen.steps]
        below.set_xticks(places, [f"{arrow}\n{n}" for n, arrow in zip(places, arrows, strict=True)])
        below.tick_params(axis="x", labelsize=8)
    below.set_xlabel("moves")
    below.set_xlim(0.4, len(seen.steps) + 0.6)


def _draw_parts(axes: Axes, seen: Inspection) -> None:
    """Bars of each step's parts, what adds above 0 and what takes below it, and their sum."""
    places = np.arange(1, len(seen.steps) + 1)
    over, under = np.zeros(len(places)), np.zeros(len(places))
    for component in seen.reward.components():
        values = np.array([step.parts[component.label] for step in seen.steps])
        name = component.part.name
        if name in ENDS or not values.any():
            continue
        shade = _SHADED.index(name)
        axes.bar(
            places,
            values,
            width=0.72,
            bottom=np.where(values > 0, over, under),
            color=COLOURS[shade % len(COLOURS)],
            hatch=_HATCHES[shade // len(COLOURS) % len(_HATCHES)],
            edgecolor="white",
            linewidth=0.4,
            label=component.label,
        )
        over += np.maximum(values, 0)
        under += np.minimum(values, 0)
    if over.any() or under.any():
        axes.plot(places, over + under, color=INK, marker="o", ms=3, lw=1, label="sum of these")
        axes.legend(loc="center left", bbox_to_anchor=(1.01, 0.5), frameon=False, fontsize=8)
    else:
        axes.text(
            0.5, 0.5, "nothing but the end", transform=axes.transAxes, ha="center", color=FAINT
        )
    axes.axhline(0, color=INK, linewidth=0.8)
    axes.set_ylabel("given per step")
    axes.margins(y=0.12)
    axes.tick_params(axis="x", bottom=False, labelbottom=False)
    tidy(axes)


def _draw_running(axes: Axes, seen: Inspection) -> None:
    """The running sum without the end, which is written beside it."""
    without = np.array([step.total - _end_of(step.parts) for step in seen.steps])
    places = np.arange(1, len(without) + 1)
    sums = np.cumsum(without)
    axes.step(places, sums, where="mid", color=INK, linewidth=1.4)
    axes.fill_between(places, sums, step="mid", color=FAINT, alpha=0.3, linewidth=0)
    end = _end_of(seen.steps[-1].parts)
    if end:
        axes.annotate(
            f"{seen.ending} {end:+g}",
            (places[-1], sums[-1]),
            xytext=(8, 0),
            textcoords="offset points",
            va="center",
            fontsize=9,
            fontweight="bold",
            color=COLOURS[2] if end > 0 else COLOURS[1],
            annotation_clip=False,
        )
    axes.axhline(0, color=INK, linewidth=0.8)
    axes.set_ylabel("sum")
    axes.margins(y=0.2)
    tidy(axes)


def _end_of(parts: Mapping[str, float]) -> float:
    return sum(parts.get(name, 0.0) for name in ENDS)
