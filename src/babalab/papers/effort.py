"""How much an agent may spend on a level of a table."""

from __future__ import annotations

from enum import Enum

from babalab.base.budget import COMPETITION, Budget


class Effort(Enum):
    """With how much an agent may try a level."""

    PAPERS = "papers"
    """About what the authors' programs got done in their time, whatever the clock says."""
    OURS = "ours"
    """What the competition allows, used by an engine that is much faster."""

    @property
    def budget(self) -> Budget:
        """Return the limits."""
        if self is Effort.PAPERS:
            return Budget(iterations=10_000, steps=1_000_000)
        return COMPETITION
