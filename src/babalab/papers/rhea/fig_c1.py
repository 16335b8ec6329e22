"""Fig. 1: the win rates of all tuners, beside those of the best fixed operators, game by game."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING

from babalab.arena.pictures.canvas import COLOURS, FAINT, INK, canvas, plain, tidy
from babalab.arena.store import Store
from babalab.papers.exhibit import Exhibit
from babalab.papers.rhea.contest import Contest
from babalab.papers.rhea.published import PAPER
from babalab.papers.rhea.scale import BEST_FIXED
from babalab.papers.rhea.table_c2 import WinRateLine, make_lines, make_table_c2

if TYPE_CHECKING:
    from matplotlib.axes import Axes


MOST_ABREAST = 6
"""Games in one row of the picture."""


def make_fig_c1(contest: Contest, store: Store) -> Exhibit:
    """Show the first of the configurations; the table is that of Table II."""
    table = make_table_c2(contest, store)
    (configuration, *_) = contest.configurations
    shown = [line for line in make_lines(contest, store) if line.configuration == configuration]
    games = list(contest.boards)
    title = f"Win rates in {configuration}, {contest.scale}, with standard errors"
    return replace(
        table,
        title=f"{PAPER}, Fig. 1, in {configuration}",
        rows=[row for row in table.rows if row[1] == str(configuration)],
        draw=lambda path: draw_win_rates(path, shown, games, title),
    )


def draw_win_rates(
    path: Path | str, shown: Sequence[WinRateLine], games: Sequence[str], title: str
) -> None:
    """Draw a group of bars for each game, with standard errors; many games in several rows.

    A short line across a bar is the rate that the paper's authors published.
    """
    rows = -(-len(games) // MOST_ABREAST)
    abreast = -(-len(games) // rows)
    with canvas(path, 2.5 + 2.2 * abreast, 1.0 + 2.6 * rows) as figure:
        panels = figure.subplots(rows, 1, squeeze=False)
        for row in range(rows):
            axes = panels[row][0]
            _draw_bars(axes, shown, games[row * abreast : (row + 1) * abreast])
            axes.set_xlim(-0.5, abreast - 0.5)
            if row == 0:
                axes.set_title(plain(title))
                axes.legend(loc="center left", bbox_to_anchor=(1, 0.5), frameon=False)


def _draw_bars(axes: Axes, shown: Sequence[WinRateLine], games: Sequence[str]) -> None:
    width = 0.8 / len(shown)
    for place, line in enumerate(shown):
        at = [number + (place + 0.5) * width - 0.4 for number in range(len(games))]
        rates = [100 * line.rates[game].rate if game in line.rates else 0.0 for game in games]
        errors = [100 * line.rates[game].error if game in line.rates else 0.0 for game in games]
        axes.bar(
            at,
            rates,
            width * 0.9,
            yerr=errors,
            label=plain(line.name),
            color=FAINT if line.name == BEST_FIXED else COLOURS[place % len(COLOURS)],
            ecolor=INK,
            error_kw={"linewidth": 0.8},
        )
        tests = line.agreement.games if line.agreement else {}
        theirs = [100 * tests[game].theirs.rate if game in tests else math.nan for game in games]
        axes.scatter(at, theirs, marker="_", s=40, color=INK, linewidths=1.5, zorder=3)
    axes.set_xticks(range(len(games)), [plain(game) for game in games])
    axes.set_ylim(0, 105)
    axes.set_ylabel("plays won, %")
    tidy(axes)
