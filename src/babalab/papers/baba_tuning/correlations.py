"""§IV-A-4: correlations of the heuristics over states that the agent meets on the levels."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from babalab.game.level import Level
from babalab.heuristics import NAMES
from babalab.papers.baba_tuning.met_states import ITERATIONS, MOST_OF_A_LEVEL, sample_rows
from babalab.papers.baba_tuning.published import CORRELATIONS, PAPER
from babalab.papers.exhibit import Exhibit
from babalab.tuning.pictures.correlation import Correlations, correlations, draw_correlations

STRONG = 0.5
"""The paper says that no other correlation than the two it names is stronger."""
NO_GOALS = -1e6
"""Stands for the program's value of `goals` without any, which is -inf: less than all others."""


def make_correlations(levels: Sequence[Level], where: str) -> Exhibit:
    """Show the correlations that the paper names and all strong ones; `where` names the levels."""
    found = correlations(sample_rows(levels), NAMES)
    rows = sample_rows(levels, code=True)
    program = correlations(rows, NAMES)
    filled = correlations(np.where(np.isneginf(rows), NO_GOALS, rows), NAMES)
    title = f"Correlations of the heuristics over {found.states:,} states of {where}"
    notes = [
        f"at most {MOST_OF_A_LEVEL} states of a level, spread evenly over those that heuristic "
        f"with the weights set by hand meets in {ITERATIONS} iterations; the paper does not say "
        "over which states it took them",
    ]
    if found.constant:
        notes.append(f"the same in all states, so without any: {', '.join(found.constant)}")
    notes.append(
        "code: the same states, the heuristics as the authors' program computes them; "
        "those of goals are over the states that have some; code, filled: over all states, without "
        f"goals it is {NO_GOALS:,.0f}"
    )
    return Exhibit(
        title=f"{PAPER}, section IV-A-4",
        headings=("", "", "text", "code", "code, filled", "paper"),
        text_columns=2,
        details=("code, filled", "code"),
        rows=_make_rows(found, program, filled),
        data={
            "states": found.states,
            "heuristics": list(found.names),
            "matrix": _list_values(found),
            "matrix_of_code": _list_values(program),
            "matrix_of_code_filled": _list_values(filled),
            "constant": list(found.constant),
            "published": [list(pair) for pair in CORRELATIONS],
        },
        draw=lambda path: draw_correlations(path, found, title),
        notes=notes,
    )


def _make_rows(*found: Correlations) -> list[list[str]]:
    pairs = {(one, other): f"{published:+.2f}" for one, other, published in CORRELATIONS}
    for each in found:
        for one, other, value in each.strongest(len(each.names) ** 2):
            if abs(value) > STRONG:
                pairs.setdefault((one, other), f"at most {STRONG}")
    return [
        [*pair, *(_format_value(each.between(*pair)) for each in found), published]
        for pair, published in pairs.items()
    ]


def _format_value(value: float | None) -> str:
    return "none" if value is None else f"{value:+.2f}"


def _list_values(found: Correlations) -> list[list[float | None]]:
    """Return the matrix in types JSON knows."""
    return [[None if np.isnan(value) else value for value in row] for row in found.matrix.tolist()]
