"""Turtle: one walks over the map and changes the tile one stands on."""

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
    """Up to four moves, and as many changes as there are tiles; the cursor is where one stands.

    By the text of the paper there is no move that leads out of the map. In the authors' code
    there is one that stays where it is.
    """

    name: ClassVar[str] = "turtle"

    @property
    def cursors(self) -> int:
        """One for each cell."""
        return self.problem.cells

    def begin(self, chance: np.random.Generator) -> int:
        """Anywhere."""
        return int(chance.integers(self.problem.cells))

    def changes(self, cursor: int) -> list[Change]:
        """Left, right, up, down, then the tiles."""
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
