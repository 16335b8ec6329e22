"""Wide: any tile of the map may become any other."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

import numpy as np

from babalab.generation.problems.problem import Maps
from babalab.generation.representations.registry import register_representation
from babalab.generation.representations.representation import Children, Representation


@register_representation
@dataclass(frozen=True)
class Wide(Representation):
    """Cells times tiles changes; those that change nothing are among them, as in the paper."""

    name: ClassVar[str] = "wide"

    def begin(self, chance: np.random.Generator) -> int:  # noqa: ARG002 - nothing to draw
        """There is no cursor."""
        return 0

    def children(self, map_: Maps, cursor: int) -> Children:  # noqa: ARG002
        """See `Representation`."""
        cells, tiles = self.problem.cells, len(self.problem.tiles)
        count = cells * tiles
        maps = np.repeat(map_[None], count, axis=0)
        where = np.repeat(np.arange(cells), tiles)
        what = np.tile(np.arange(tiles, dtype=np.uint8), cells)
        maps[np.arange(count), where] = what
        return Children(maps, np.zeros(count, dtype=np.int64), map_[where] != what)

    def neighbour(self, map_: Maps, cursor: int, chance: np.random.Generator) -> tuple[Maps, int]:
        """See `Representation`."""
        return self.wander(map_, cursor, 1, chance)

    def wander(
        self, map_: Maps, cursor: int, steps: int, chance: np.random.Generator
    ) -> tuple[Maps, int]:
        """See `Representation`."""
        changed = map_.copy()
        where = chance.integers(self.problem.cells, size=steps)
        what = chance.integers(len(self.problem.tiles), size=steps)
        changed[where] = what  # of two at the same place NumPy keeps the last, as is right
        return changed, cursor
