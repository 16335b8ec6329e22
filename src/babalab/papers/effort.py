"""The limits of an agent on a level of a table."""

from __future__ import annotations

from enum import Enum

from babalab.base.budget import COMPETITION, Budget


class Effort(Enum):
    """The limits of an agent on a level."""

    PAPERS = "papers"
    """About as much work as the authors' programs did in their time, whatever the clock says."""
    OURS = "ours"
    """The limits of the competition, with an engine that is much faster."""

    @property
    def budget(self) -> Budget:
        """Return the limits."""
        if self is Effort.PAPERS:
            return Budget(iterations=10_000, steps=1_000_000)
        return COMPETITION
