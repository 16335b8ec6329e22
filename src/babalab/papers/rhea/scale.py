"""The scale of the experiments of paper C, and who plays beside the tuners."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from babalab.base.wording import pluralize

GAMES: Final = ("baba", "sokoban", "fireflies")
"""The games that are played by default."""
BEST_FIXED: Final = "best-fixed"
"""Stands among planners beside for the best fixed operators of RHEA."""
NOBODY: Final = "nobody"
"""Stands for no planners beside."""


@dataclass(frozen=True)
class Scale:
    """The number of plays."""

    runs: int = 20
    """Runs on every level."""
    levels: int = 10
    """Of every game. The paper's games have five, but of ours some are won by everyone, and say
    nothing."""
    first: int = 1
    """The number of the first of them."""
    screening_runs: int = 2
    screened: int | None = None
    """Combinations of operators, spread evenly; None is all."""
    finalists: int = 5

    def __str__(self) -> str:
        """Return the runs that count, in words."""
        return f"{pluralize(self.runs, 'run')} a level"


QUICK = Scale(runs=1, levels=5, screening_runs=1, screened=9, finalists=2)
"""To see that everything works."""
SUITE = Scale(levels=5)
"""The paper's: 20 runs on each of five levels."""
