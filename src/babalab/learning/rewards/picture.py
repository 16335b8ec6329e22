"""A picture of the rewards of a play: their parts over the moves, the board beside them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np

from babalab.arena.pictures.canvas import COLOURS, FAINT, INK, canvas, plain, tidy
from babalab.arena.pictures.errors import PictureError
from babalab.game.action import Action
from babalab.game.drawing import draw_image
from babalab.game.state import State
from babalab.learning.rewards.declared import ENDS
from babalab.learning.rewards.inspection import Inspection

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import SubFigure

ARROWS = {
    Action.UP: "↑",
    Action.DOWN: "↓",
    Action.LEFT: "←",
    Action.RIGHT: "→",
    Action.WAIT: "·",
}
MOST_ARROWS = 48
"""More moves than these are only counted."""
_BLUE, _RED, _GREEN, _PINK, _ORANGE, _SKY, _ = COLOURS
PART_COLOURS = {
    "nearness": _GREEN, "players": _PINK, "pushables": _PINK, "players-killers": _RED,
    "players-sinkers": _BLUE, "pushables-sinkers": _SKY, "players-winnables": _GREEN,
    "players-words": _ORANGE, "rules": _ORANGE, "composed": _GREEN, "destroyed": _RED,
    "step": FAINT,
}  # fmt: skip
"""The colour of each part, the same in all pictures."""
HATCHED = ("pushables", "rules", "composed", "destroyed")
"""Parts that share their colour with another and are hatched."""


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
        _draw_boards(left, states, len(seen))
        # One grid for all rewards, so that the same move stands above itself.
        all_axes = right.subplots(2 * len(seen), 1, sharex=True, height_ratios=[3, 1.2] * len(seen))
        for place, each in enumerate(seen):
            _draw_reward(all_axes[2 * place], all_axes[2 * place + 1], each)
        figure.suptitle(plain(title), fontsize=11)


def _draw_boards(figure: SubFigure, states: Sequence[State], rewards: int) -> None:
    boards = (("at the start", states[0]), ("at the end", states[-1]))
    all_axes = figure.subplots(max(rewards, len(boards)), 1)
    for axes in all_axes:
        axes.set_axis_off()
        axes.set_anchor("N")
    for axes, (when, state) in zip(all_axes, boards, strict=False):
        axes.imshow(np.asarray(draw_image(state.scene())), interpolation="nearest")
        axes.set_title(when, fontsize=9, color=INK)


def _draw_reward(above: Axes, below: Axes, seen: Inspection) -> None:
    _draw_parts(above, seen)
    _draw_running(below, seen)
    above.set_title(plain(str(seen.reward)), loc="left", fontweight="bold")
    places = range(1, len(seen.steps) + 1)
    if len(seen.steps) <= MOST_ARROWS:
        arrows = [ARROWS[step.action] for step in seen.steps]
        below.set_xticks(places, [f"{arrow}\n{n}" for n, arrow in zip(places, arrows, strict=True)])
    below.tick_params(axis="x", labelsize=8, labelbottom=True)
    below.set_xlim(0.4, len(seen.steps) + 0.6)


def _draw_parts(axes: Axes, seen: Inspection) -> None:
    """Draw bars of each step's parts, gains above 0 and losses below it, and their sum."""
    places = np.arange(1, len(seen.steps) + 1)
    over, under = np.zeros(len(places)), np.zeros(len(places))
    for component in {each.label: each for each in seen.reward.components()}.values():
        values = np.array([step.parts[component.label] for step in seen.steps])
        name = component.part.name
        if name in ENDS or not values.any():  # beside ends all others would be invisible
            continue
        axes.bar(
            places,
            values,
            width=0.72,
            bottom=np.where(values > 0, over, under),
            color=PART_COLOURS[name],
            hatch="////" if name in HATCHED else "",
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
        axes.set_yticks([0])
        middle = axes.transAxes
        axes.text(0.5, 0.6, "nothing but the end", transform=middle, ha="center", color=FAINT)
    axes.axhline(0, color=INK, linewidth=0.8)
    axes.set_ylabel("given per step")
    axes.margins(y=0.12)
    axes.tick_params(axis="x", bottom=False, labelbottom=False)
    tidy(axes)


def _draw_running(axes: Axes, seen: Inspection) -> None:
    """Draw the running sum without the end, which is written beside it."""
    without = np.array([step.total - _sum_ends(step.parts) for step in seen.steps])
    places = np.arange(1, len(without) + 1)
    sums = np.cumsum(without)
    axes.step(places, sums, where="mid", color=INK, linewidth=1.4)
    axes.fill_between(places, sums, step="mid", color=FAINT, alpha=0.3, linewidth=0)
    end = _sum_ends(seen.steps[-1].parts)
    if end:
        axes.text(
            1.01,
            sums[-1],
            f"{seen.ending} {end:+g}",
            transform=axes.get_yaxis_transform(),
            va="center",
            fontsize=9,
            fontweight="bold",
            color=_GREEN if end > 0 else _RED,
        )
    if not sums.any():
        axes.set_yticks([0])
    axes.axhline(0, color=INK, linewidth=0.8)
    axes.set_ylabel("sum")
    axes.margins(y=0.2)
    tidy(axes)


def _sum_ends(parts: Mapping[str, float]) -> float:
    return sum(parts.get(name, 0.0) for name in ENDS)
