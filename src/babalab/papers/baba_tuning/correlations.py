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


def make_correlations(levels: Sequence[Level], where: str) -> Exhibit:
    """Show the correlations that the paper names and all strong ones; `where` names the levels."""
    found = correlations(sample_rows(levels), NAMES)
    title = f"Correlations of the heuristics over {found.states:,} states of {where}"
    notes = [
        f"at most {MOST_OF_A_LEVEL} states of a level, spread evenly over those that heuristic "
        f"with the weights set by hand meets in {ITERATIONS} iterations; the paper does not say "
        "over which states it took them",
    ]
    if found.constant:
        notes.append(f"the same in all states, so without any: {', '.join(found.constant)}")
    matrix = [[None if np.isnan(value) else value for value in row]
              for row in found.matrix.tolist()]  # fmt: skip
    return Exhibit(
        title=f"{PAPER}, section IV-A-4",
        headings=("", "", "ours", "paper"),
        rows=_make_rows(found),
        data={
            "states": found.states,
            "heuristics": list(found.names),
            "matrix": matrix,
            "constant": list(found.constant),
            "published": [list(pair) for pair in CORRELATIONS],
        },
        draw=lambda path: draw_correlations(path, found, title),
        notes=notes,
    )


def _make_rows(found: Correlations) -> list[list[str]]:
    named = {frozenset((one, other)) for one, other, _ in CORRELATIONS}
    rows = []
    for one, other, published in CORRELATIONS:
        ours = found.between(one, other)
        rows.append([one, other, "none" if ours is None else f"{ours:+.2f}", f"{published:+.2f}"])
    for one, other, value in found.strongest(len(found.names) ** 2):
        if abs(value) > STRONG and frozenset((one, other)) not in named:
            rows.append([one, other, f"{value:+.2f}", f"at most {STRONG}"])
    return rows
