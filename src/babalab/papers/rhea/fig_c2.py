"""Fig. 2: how often each value of each operator was considered best, by tuner and game."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import numpy as np

from babalab.arena.pictures.canvas import INK, canvas, plain
from babalab.arena.store import Store
from babalab.papers.exhibit import Exhibit
from babalab.papers.rhea.contest import Contest
from babalab.papers.rhea.published import PAPER
from babalab.papers.rhea.table_c3 import Found, load_recommendations, make_table_c3
from babalab.planning.tuners import Space

DARK = 0.55
"""From here on, numbers are written in white."""
FEW = 6
"""The number of games up to which rows are wide."""


def make_fig_c2(contest: Contest, store: Store) -> Exhibit:
    """Show the heat maps, from the logs in the store."""
    found = load_recommendations(contest, store)
    table = make_table_c3(contest, store, found)
    space, games = contest.space, list(contest.boards)
    title = f"How often each value was considered best, % of ticks, {contest.configurations[0]}"
    rows = [
        [
            tuner,
            name,
            _format_value(value),
            *(f"{100 * found[game, tuner].compute_shares(place)[number]:.1f}" for game in games),
        ]
        for tuner in contest.tuners
        for place, name in enumerate(space.names)
        for number, value in enumerate(space.values[place])
    ]
    return Exhibit(
        title=f"{PAPER}, Fig. 2, in {contest.configurations[0]}",
        headings=("", "operator", "value", *games),
        rows=rows,
        text_columns=3,
        data=table.data,
        draw=lambda path: draw_shares(path, found, games, contest.tuners, space, title),
        notes=[
            "the share of ticks, in percent, at the end of which each value of an operator had the "
            "best mean payoff of its operator's",
            "a value counts only where it makes a difference; the paper's count everywhere"
            if space.merged
            else "a value counts where it makes no difference, too, as in the paper",
        ],
    )


def draw_shares(
    path: Path | str,
    found: Found,
    games: Sequence[str],
    tuners: Sequence[str],
    space: Space,
    title: str,
) -> None:
    """Draw a map for each operator and tuner: a row for each game, a column for each value."""
    widths = [len(values) for values in space.values]
    height = 1.7 + len(tuners) * (0.2 + (0.3 if len(games) <= FEW else 0.18) * len(games))
    with canvas(path, 1.6 + 0.62 * sum(widths), height) as figure:
        panels = figure.subplots(
            len(tuners), len(widths), squeeze=False, width_ratios=widths, sharey=True
        )
        for across, tuner in enumerate(tuners):
            for place, name in enumerate(space.names):
                axes = panels[across][place]
                shares = np.array([found[game, tuner].compute_shares(place) for game in games])
                axes.imshow(shares, cmap="Blues", vmin=0, vmax=1, aspect="auto")
                for (row, column), share in np.ndenumerate(shares):
                    axes.text(
                        column,
                        row,
                        f"{100 * share:.0f}",
                        ha="center",
                        va="center",
                        fontsize=7,
                        color="white" if share > DARK else INK,
                    )
                last = across == len(tuners) - 1
                values = [plain(_shorten(value)) if last else "" for value in space.values[place]]
                axes.set_xticks(range(len(values)), values, rotation=30, ha="right", fontsize=7)
                axes.set_yticks(range(len(games)), [plain(game) for game in games], fontsize=8)
                axes.tick_params(length=0)
                axes.spines[:].set_visible(False)
                if across == 0:
                    axes.set_title(plain(name), fontsize=9)
            panels[across][0].set_ylabel(plain(tuner), fontsize=10)
        figure.suptitle(plain(title), fontsize=10)


def _format_value(value: object) -> str:
    return str(value).lower() if isinstance(value, bool) else str(value)


def _shorten(value: object) -> str:
    return _format_value(value).replace("crossover", "cross")
