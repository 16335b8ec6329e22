"""Turtle: walk over the map and change the tile underfoot."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

import numpy as np

from babalab.generation.representations.representation import (
    KEEP,
    Change,
    Representation,
    register_representation,
)


@register_representation
@dataclass(frozen=True)
class Turtle(Representation):
    """Change the cell at the cursor, or move the cursor to a neighbouring cell.

    There are as many changes as tiles, and up to four moves. As in the text of the paper, no move
    leads out of the map. The authors' code has such moves, which stay where they are.
    """

    name: ClassVar[str] = "turtle"

    @property
    def cursors(self) -> int:
        """See `Representation`. There is one for each cell."""
        return self.problem.cells

    def begin(self, chance: np.random.Generator) -> int:
        """See `Representation`. Begin at a random cell."""
        return int(chance.integers(self.problem.cells))

    def changes(self, cursor: int) -> list[Change]:
        """See `Representation`. Left, right, up and down come first, then the tiles."""
        width, height = self.problem.width, self.problem.height
        row, column = divmod(cursor, width)
        moves = []
        for inside, after in (
            (column > 0, cursor - 1),
            (column < width - 1, cursor + 1),
            (row > 0, cursor - width),
            (row < height - 1, cursor + width),
        ):
            if inside:
                moves.append(Change(cursor, KEEP, after))
        tiles = range(len(self.problem.tiles))
        return moves + [Change(cursor, tile, cursor) for tile in tiles]
