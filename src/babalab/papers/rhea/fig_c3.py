"""Fig. 3: how the mean payoffs of operators' values change in the course of a game."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from babalab.arena.pictures.canvas import COLOURS, LINES, canvas, plain, tidy
from babalab.arena.store import Store
from babalab.base.wording import pluralize
from babalab.papers.exhibit import Exhibit
from babalab.papers.rhea.contest import Contest
from babalab.papers.rhea.published import PAPER
from babalab.papers.rhea.recommendations import average_scores, find_trend
from babalab.papers.rhea.table_c2 import contest_as_json
from babalab.planning.tuners import Space

OPERATORS = ("genetic", "mutation")
"""Those that the paper draws."""

Scores = Mapping[str, Sequence[NDArray[np.float64]]]
"""By tuner, what `average_scores` returns."""


def make_fig_c3(contest: Contest, store: Store) -> Exhibit:
    """Show the payoffs in the plays that were won, of the game in which these had most ticks."""
    (configuration, *_) = contest.configurations
    players = {tuner: contest.make_adaptive(tuner, configuration) for tuner in contest.tuners}
    ticks = Counter(dict.fromkeys(contest.boards, 0))
    for outcome in contest.load_outcomes(store, players.values(), contest.seeds):
        ticks[outcome.game] += outcome.ticks * outcome.won
    game = max(ticks, key=lambda each: ticks[each])
    won = {
        tuner: [record for record in contest.load_logged(store, player, game) if record.won]
        for tuner, player in players.items()
    }
    space = contest.space
    scores = {tuner: average_scores(records, space) for tuner, records in won.items()}
    trends = {tuner: find_trend(records, space) for tuner, records in won.items()}
    counts = {tuner: len(records) for tuner, records in won.items()}
    title = f"Mean payoffs in {game}, {configuration}, plays that were won"
    return Exhibit(
        title=f"{PAPER}, Fig. 3, {game} in {configuration}",
        headings=("", "plays", "operator", "value", "first tick", "middle", "last", "ticks"),
        rows=_make_rows(scores, counts, space),
        details=("plays", "ticks", "middle"),
        data={
            **contest_as_json(contest),
            "game": game,
            "won": counts,
            "trends": {tuner: trend.as_json() for tuner, trend in trends.items()},
            "scores": {
                tuner: {
                    name: {
                        str(value): [_to_json(each) for each in found[place][:, number]]
                        for number, value in enumerate(space.values[place])
                    }
                    for place, name in enumerate(space.names)
                }
                for tuner, found in scores.items()
            },
        },
        draw=lambda path: draw_scores(path, scores, counts, space, title),
        notes=[
            "the mean payoff that a value had at the end of a tick, on average of the plays that "
            "were won; ticks count as long as half of these plays go on",
            "a payoff is the fitness of the best of the offspring less that of the best plan "
            "before, so most are below 0",
            "over the first half of a play the payoffs rise or fall, by the slope of the line that "
            "fits best, on average of all values; the paper says that those of mab fall and those "
            "of ntbea and nmc rise; the probabilities are of the sign test",
            *(
                f"{tuner}: they rise in {pluralize(trend.rising, 'play')} and fall in "
                f"{trend.falling} (p = {trend.probability:.2g})"
                for tuner, trend in trends.items()
            ),
            f"{game} is the game in which plays that were won had most ticks; name another with "
            "--games",
        ],
    )


def _make_rows(scores: Scores, counts: Mapping[str, int], space: Space) -> list[list[str]]:
    rows = []
    for tuner, found in scores.items():
        for name in OPERATORS:
            place = space.names.index(name)
            lines = found[place]
            for number, value in enumerate(space.values[place]):
                line = lines[:, number]
                at = (0, len(line) // 2, len(line) - 1) if len(line) else ()
                told = ["-" if np.isnan(line[tick]) else f"{line[tick]:.4f}" for tick in at]
                cells = told or ["-"] * 3
                rows.append([tuner, str(counts[tuner]), name, str(value), *cells, str(len(line))])
    return rows


def _to_json(value: float) -> float | None:
    return None if np.isnan(value) else float(value)


def draw_scores(
    path: Path | str, scores: Scores, counts: Mapping[str, int], space: Space, title: str
) -> None:
    """Draw a panel for each operator and tuner, a line for each value; `counts` are of plays."""
    with canvas(path, 1.8 + 2.4 * len(scores), 2.6 * len(OPERATORS) + 0.4) as figure:
        panels = figure.subplots(len(OPERATORS), len(scores), squeeze=False, sharex=True)
        for row, name in enumerate(OPERATORS):
            place = space.names.index(name)
            for column, (tuner, found) in enumerate(scores.items()):
                axes = panels[row][column]
                lines = found[place]
                for number, value in enumerate(space.values[place]):
                    axes.plot(
                        range(1, len(lines) + 1),
                        lines[:, number],
                        color=COLOURS[number % len(COLOURS)],
                        linestyle=LINES[number % len(LINES)],
                        linewidth=1.2,
                        label=plain(str(value)),
                    )
                if row == 0:
                    axes.set_title(plain(f"{tuner}, n = {counts[tuner]}"))
                if row == len(OPERATORS) - 1:
                    axes.set_xlabel("tick")
                if column == 0:
                    axes.set_ylabel(f"{plain(name)}: mean payoff")
                axes.xaxis.get_major_locator().set_params(integer=True)
                tidy(axes)
            panels[row][-1].legend(
                loc="center left", bbox_to_anchor=(1, 0.5), frameon=False, fontsize=8
            )
        figure.suptitle(plain(title), fontsize=10)
