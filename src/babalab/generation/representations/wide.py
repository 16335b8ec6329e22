"""Wide: any cell of the map can become any tile."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

import numpy as np

from babalab.generation.problems.values import Maps
from babalab.generation.representations.representation import (
    Change,
    Representation,
    register_representation,
)


@register_representation
@dataclass(frozen=True)
class Wide(Representation):
    """Change any cell into any tile.

    Changes that have no effect are included, as in the paper.
    """

    name: ClassVar[str] = "wide"

    @property
    def cursors(self) -> int:
        """See `Representation`. There is one, without meaning."""
        return 1

    def begin(self, chance: np.random.Generator) -> int:  # noqa: ARG002 - nothing to draw
        """See `Representation`."""
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
        changed[where] = what  # NumPy keeps the last of two in a cell, as is right
        return changed, cursor
