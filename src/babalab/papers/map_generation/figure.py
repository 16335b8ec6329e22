"""What the three figures share: a table of all cells, bars in groups, findings, notes."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import NamedTuple

from babalab.arena.pictures.canvas import COLOURS, INK, canvas, plain, tidy
from babalab.arena.store import Store
from babalab.papers.exhibit import Exhibit
from babalab.papers.map_generation.cell import Cell
from babalab.papers.map_generation.claims import findings
from babalab.papers.map_generation.comparison import Comparison
from babalab.papers.map_generation.published import PAPER, TREE_SEARCH
from babalab.papers.map_generation.verdicts import Verdict

BAR = 0.26
"""The width of a bar, the distance of two groups being 1."""
LEAST = 0.8
"""Where logarithmic axes begin: a little below 1."""


class Bar(NamedTuple):
    """How high a bar is, and from where to where its whisker goes."""

    height: float
    low: float
    high: float


def make_figure(
    name: str,
    comparison: Comparison,
    store: Store,
    *,
    measured: str,
    columns: dict[str, Callable[[Cell], str]],
    bar: Callable[[Cell], Bar],
    notes: Sequence[str],
    trees_only: bool = False,
    top: float | None = None,
    logarithmic: bool = False,
) -> Exhibit:
    """Make the figure of this name from what the store has.

    `measured` is what the bars show, `columns` has the table's columns for each problem, `top` is
    where the axis ends, and `logarithmic` whether it is of logarithms.
    """
    cells = [
        cell
        for cell in comparison.cells(store)
        if not trees_only or cell.method.algorithm_name in TREE_SEARCH
    ]
    problems = list(dict.fromkeys(cell.method.problem for cell in cells))
    found = findings(name, cells)
    number = name[-1]
    title = f"{measured}, {comparison.words}"
    return Exhibit(
        title=f"{PAPER}, Fig. {number}",
        headings=(
            "", "", *(f"{problem} {column}".strip() for problem in problems for column in columns),
        ),
        rows=_rows(cells, problems, columns),
        data={
            **comparison.described(),
            "cells": [cell.as_json() for cell in cells],
            "claims": [each.as_json() for each in found],
        },
        draw=lambda path: draw_bars(
            path, cells, bar, measured, title, top=top, logarithmic=logarithmic
        ),
        notes=[
            *notes,
            *_about(cells, comparison),
            *(each.words for each in found if each.verdict is not Verdict.NOT_RUN),
        ],
    )  # fmt: skip


def _rows(
    cells: Sequence[Cell], problems: Sequence[str], columns: dict[str, Callable[[Cell], str]]
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


def _about(cells: Sequence[Cell], comparison: Comparison) -> Iterator[str]:
    yield (
        f"up to {comparison.words} each; the paper made 2500 of 60 s, with statistics in Python, "
        "so that the same time is fewer maps there"
    )
    missing = len(comparison.methods) * comparison.runs - sum(len(cell.records) for cell in cells)
    if missing and len(cells) == len(comparison.methods):
        yield f"runs that are missing: {missing:,}"
    failures = sum(cell.failures for cell in cells)
    if failures:
        yield f"runs that failed or ran out of memory, and count with what they had: {failures:,}"
    yield (
        "what the paper says in words, and whether it agrees with our figures: differs, if 95 % "
        "intervals or two standard errors exclude chance; open, if chance may be why it does"
    )


def draw_bars(
    path: Path | str,
    cells: Sequence[Cell],
    bar: Callable[[Cell], Bar],
    measured: str,
    title: str,
    *,
    top: float | None = None,
    logarithmic: bool = False,
) -> None:
    """Draw a panel for each problem, a group for each algorithm, a bar for each representation."""
    problems = list(dict.fromkeys(cell.method.problem for cell in cells))
    views = list(dict.fromkeys(cell.method.representation for cell in cells))
    colours = {view: COLOURS[place % len(COLOURS)] for place, view in enumerate(sorted(views))}
    with canvas(path, 9.0, 0.8 + 2.5 * max(1, len(problems))) as figure:
        panels = figure.subplots(max(1, len(problems)), 1, squeeze=False)
        for axes, problem in zip(panels[:, 0], problems, strict=False):
            here = [cell for cell in cells if cell.method.problem == problem]
            groups: dict[str, list[Cell]] = {}
            for cell in here:
                groups.setdefault(cell.method.variant, []).append(cell)
            for place, group in enumerate(groups.values()):
                for number, cell in enumerate(group):
                    value = bar(cell)
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
            if logarithmic:
                axes.set_yscale("log")
                axes.yaxis.set_major_formatter(lambda value, _: f"{value:,g}")
                axes.yaxis.set_minor_formatter("")
            axes.set_ylim(LEAST if logarithmic else 0, top)
            axes.set_ylabel(plain(measured))
            axes.set_title(plain(problem))
            tidy(axes)
        for view in views:
            figure.axes[0].bar(0, 0, color=colours[view], label=plain(view))
        figure.axes[0].legend(loc="center left", bbox_to_anchor=(1, 0.5), frameon=False)
        figure.suptitle(plain(title), fontsize=10)
