"""The three figures: a table of all cells, bars in groups, and what the paper says about them."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Final, NamedTuple

from babalab.arena.pictures.canvas import COLOURS, INK, canvas, plain, tidy
from babalab.arena.store import Store
from babalab.base.statistics import Sample, wilson_interval
from babalab.papers.exhibit import Exhibit
from babalab.papers.map_generation.cell import FigureCell
from babalab.papers.map_generation.claims import ClaimResult, check_claims
from babalab.papers.map_generation.comparison import MapComparison
from babalab.papers.map_generation.published import PAPER, TREE_SEARCH
from babalab.papers.map_generation.verdicts import ClaimVerdict

BAR = 0.26
"""The width of a bar; the centres of two groups are 1 apart."""
LEAST = 0.8
"""Where logarithmic axes begin: a little below 1."""


class Bar(NamedTuple):
    """The height of a bar, and the ends of its whisker."""

    height: float
    low: float
    high: float


@dataclass(frozen=True)
class BarFigure:
    """A declaration of what a figure shows of each cell."""

    name: str
    """The name of the experiment; it ends with the number in the paper."""
    measured: str
    """The label of the axis."""
    bar: Callable[[FigureCell], Bar]
    columns: Mapping[str, Callable[[FigureCell], str]]
    """The columns that the table has for each problem."""
    note: str
    trees_only: bool = False
    top: float | None = None
    """Where the axis ends."""
    logarithmic: bool = False


def measure_playability(cell: FigureCell) -> Bar:
    """Return the percentage of runs that reached the goal, with its interval."""
    low, high = wilson_interval(cell.playable.wins, cell.playable.plays)
    return Bar(100 * cell.playable.rate, 100 * low, 100 * high)


def _format_playability(cell: FigureCell) -> str:
    bar = measure_playability(cell)
    return f"{bar.height:.0f} ({bar.low:.0f} to {bar.high:.0f})"


def _make_deviation_bar(sample: Sample) -> Bar:
    mean, deviation, _ = sample
    return Bar(mean, max(0.0, mean - deviation), mean + deviation)


PLAYABILITY: Final = BarFigure(
    "fig-d1",
    "playable, %",
    measure_playability,
    {"": _format_playability},
    "runs that reached the goal, in percent, with Wilson's intervals of 95 %",
    top=105,
)
DEPTHS: Final = BarFigure(
    "fig-d2",
    "deepest node",
    lambda cell: _make_deviation_bar(cell.depth),
    {"": lambda cell: f"{cell.depth.mean:.1f} ±{cell.depth.deviation:.1f}"},
    "the depth of the deepest node of a run, on average of all, ± the standard deviation; "
    "a search that reaches the goal ends there",
    trees_only=True,
    logarithmic=True,
)
TIMES: Final = BarFigure(
    "fig-d3",
    "seconds",
    lambda cell: _make_deviation_bar(cell.seconds),
    {
        "s": lambda cell: f"{cell.seconds.mean:.2f} ±{cell.seconds.deviation:.2f}",
        "maps": lambda cell: f"{cell.evaluations.mean:,.0f}",
        "maps/s": lambda cell: f"{cell.pace:,.0f}",
    },
    "seconds of a run on average of all, those that found nothing too, ± the standard deviation; "
    "the maps it judged, on average, and how many a second",
)
FIGURES: Final = {figure.name: figure for figure in (PLAYABILITY, DEPTHS, TIMES)}
"""All three by name."""


def make_figure(figure: BarFigure, comparison: MapComparison, store: Store) -> Exhibit:
    """Make a figure from what the store has."""
    cells = [
        cell
        for cell in comparison.cells(store)
        if not figure.trees_only or cell.method.algorithm_name in TREE_SEARCH
    ]
    problems = list(dict.fromkeys(cell.method.problem for cell in cells))
    found = check_claims(figure.name, cells)
    columns = [f"{problem} {column}".strip() for problem in problems for column in figure.columns]
    _, *further = figure.columns
    title = f"{figure.measured}, {comparison.words}"
    return Exhibit(
        title=f"{PAPER}, Fig. {figure.name[-1]}",
        headings=("", "", *columns),
        rows=_make_rows(cells, problems, figure.columns),
        text_columns=2,
        details=[f"{problem} {each}" for each in reversed(further) for problem in problems],
        data={
            **comparison.as_json(),
            "cells": [cell.as_json() for cell in cells],
            "claims": [each.as_json() for each in found],
        },
        draw=lambda path: draw_bars(path, cells, figure, title),
        notes=[figure.note, *_describe_runs(cells, comparison)],
        more=_tabulate_claims(found),
    )


def _tabulate_claims(found: Sequence[ClaimResult]) -> list[Exhibit]:
    tested = [each for each in found if each.verdict is not ClaimVerdict.NOT_RUN]
    if not tested:
        return []
    return [
        Exhibit(
            title="What the paper says of it, and what we find",
            headings=("the paper", "how it is tested", "verdict", "ours"),
            rows=[
                [each.claim.said, each.claim.test, str(each.verdict), each.ours] for each in tested
            ],
            data={},
            text_columns=4,
            prose_columns=(0, 1, 3),
            details=("how it is tested",),
        )
    ]


def _make_rows(
    cells: Sequence[FigureCell],
    problems: Sequence[str],
    columns: Mapping[str, Callable[[FigureCell], str]],
) -> list[list[str]]:
    labels = dict.fromkeys((each.method.variant, each.method.representation) for each in cells)
    rows = []
    for algorithm, representation in labels:
        row = [algorithm, representation]
        for problem in problems:
            here = [
                cell
                for cell in cells
                if cell.method.problem == problem
                and (cell.method.variant, cell.method.representation) == (algorithm, representation)
            ]
            row += [column(here[0]) if here else "-" for column in columns.values()]
        rows.append(row)
    return rows


def _describe_runs(cells: Sequence[FigureCell], comparison: MapComparison) -> Iterator[str]:
    yield (
        f"up to {comparison.words}, in each cell; the paper made 2500 of 60 s, with statistics in "
        "Python, so that the same time is fewer maps there"
    )
    missing = len(comparison.methods) * comparison.runs - sum(len(cell.records) for cell in cells)
    if missing and len(cells) == len(comparison.methods):
        yield f"runs that are missing: {missing:,}"
    failures = sum(cell.failures for cell in cells)
    if failures:
        yield f"runs that failed or ran out of memory, and count with what they had: {failures:,}"
    yield (
        "what the paper says is the same with us if all of an interval is so, and different if "
        "none of it is; the intervals (Wilson's, Newcombe's, for depth and time the bootstrap's) "
        "hold together with 95 %"
    )


def draw_bars(path: Path | str, cells: Sequence[FigureCell], shown: BarFigure, title: str) -> None:
    """Draw a panel for each problem, a group for each algorithm, a bar for each representation."""
    problems = list(dict.fromkeys(cell.method.problem for cell in cells))
    views = list(dict.fromkeys(cell.method.representation for cell in cells))
    colours = {view: COLOURS[place % len(COLOURS)] for place, view in enumerate(sorted(views))}
    with canvas(path, 9.0, 0.8 + 2.5 * max(1, len(problems))) as figure:
        panels = figure.subplots(max(1, len(problems)), 1, squeeze=False)
        for axes, problem in zip(panels[:, 0], problems, strict=False):
            here = [cell for cell in cells if cell.method.problem == problem]
            groups: dict[str, list[FigureCell]] = {}
            for cell in here:
                groups.setdefault(cell.method.variant, []).append(cell)
            for place, group in enumerate(groups.values()):
                for number, cell in enumerate(group):
                    value = shown.bar(cell)
                    axes.bar(
                        place + (number - (len(group) - 1) / 2) * BAR,
                        value.height,
                        BAR * 0.9,
                        yerr=[
                            [max(0.0, value.height - value.low)],
                            [max(0.0, value.high - value.height)],
                        ],
                        color=colours[cell.method.representation],
                        ecolor=INK,
                        error_kw={"linewidth": 0.8},
                    )
            axes.set_xticks(range(len(groups)), [plain(name) for name in groups])
            if shown.logarithmic:
                axes.set_yscale("log")
                axes.yaxis.set_major_formatter(lambda value, _: f"{value:,g}")
                axes.yaxis.set_minor_formatter("")
            axes.set_ylim(LEAST if shown.logarithmic else 0, shown.top)
            axes.set_ylabel(plain(shown.measured))
            axes.set_title(plain(problem))
            tidy(axes)
        for view in views:
            figure.axes[0].bar(0, 0, color=colours[view], label=plain(view))
        figure.axes[0].legend(loc="center left", bbox_to_anchor=(1, 0.5), frameon=False)
        figure.suptitle(plain(title), fontsize=10)
