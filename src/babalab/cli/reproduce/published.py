"""The published tables and figures there are, and which of them are of a kind."""

from __future__ import annotations

from enum import StrEnum


class Published(StrEnum):
    """What there is to reproduce."""

    XI = "table-xi"
    II = "table-ii"
    II_TUNED = "table-ii-tuned"
    I = "table-i"  # noqa: E741
    CORRELATIONS = "correlations"
    FIG_2 = "fig-2"
    FIG_3 = "fig-3"
    FOLDS = "folds"
    XIII = "table-xiii"
    CURVES = "learning-curves"
    C2 = "table-c2"
    C3 = "table-c3"
    FIG_C1 = "fig-c1"
    FIG_C2 = "fig-c2"
    FIG_C3 = "fig-c3"
    REGRET = "tuner-regret"
    FIG_D1 = "fig-d1"
    FIG_D2 = "fig-d2"
    FIG_D3 = "fig-d3"


TABLES = frozenset({Published.XI, Published.II, Published.II_TUNED})
TUNING = frozenset({Published.FIG_2, Published.FIG_3})
"""Of tuning runs."""
LEARNING = frozenset({Published.XIII, Published.CURVES})
"""Of trainings."""
FIGURES_OF_PLANNING = frozenset({Published.FIG_C1, Published.FIG_C2, Published.FIG_C3})
PLANNING = frozenset({Published.C2, Published.C3}) | FIGURES_OF_PLANNING
"""Of planners that tune themselves."""
GENERATION = frozenset({Published.FIG_D1, Published.FIG_D2, Published.FIG_D3})
"""Of searches for maps; what is none of these is about the heuristics alone."""
NOT_DRAWN = TABLES | {Published.FOLDS, Published.XIII, Published.C2, Published.C3}


class EffortName(StrEnum):
    """The efforts there are."""

    PAPERS = "papers"
    OURS = "ours"


USUAL_EFFORT = {
    Published.XI: EffortName.PAPERS,
    Published.II: EffortName.PAPERS,
    Published.II_TUNED: EffortName.OURS,
}
