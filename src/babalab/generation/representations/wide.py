"""Wide: any tile of the map may become any other."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

import numpy as np

from babalab.generation.problems.problem import Maps
from babalab.generation.representations.representation import (
    Change,
    Representation,
    register_representation,
)


@register_representation
@dataclass(frozen=True)
class Wide(Representation):
    """Cells times tiles changes; those that change nothing are among them, as in the paper."""

    name: ClassVar[str] = "wide"

    @property
    def cursors(self) -> int:
        """One that means nothing."""
        return 1

    def begin(self, chance: np.random.Generator) -> int:  # noqa: ARG002 - nothing to draw
        """There is no cursor."""
        return 0

    def changes(self, cursor: int) -> list[Change]:
        """See `Representation`."""
        tiles = range(len(self.problem.tiles))
        return [Change(cell, tile, cursor) for cell in range(self.problem.cells) for tile in tiles]

    def wander(
        self, map_: Maps, cursor: int, steps: int, chance: np.random.Generator
    ) -> tuple[Maps, int]:
        """See `Representation`."""
        changed = map_.copy()
        where = chance.integers(self.problem.cells, size=steps)
        what = chance.integers(len(self.problem.tiles), size=steps, dtype=np.uint8)
        changed[where] = what  # of two at the same place NumPy keeps the last, as is right
        return changed, cursor
