"""Narrow: the cells come up one after the other, in an order drawn once."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar, Self

import numpy as np

from babalab.generation.problems.problem import Problem
from babalab.generation.problems.values import Maps
from babalab.generation.representations.representation import (
    Change,
    Representation,
    register_representation,
)


@register_representation
@dataclass(frozen=True)
class Narrow(Representation):
    """Change the cell at the cursor, which passes through all cells in a random order.

    There are as many changes as tiles. After the last cell comes the first again.
    """

    name: ClassVar[str] = "narrow"

    order: tuple[int, ...] = ()
    """The cells in the order in which they come up; if empty, row by row."""

    @classmethod
    def for_search(cls, problem: Problem, chance: np.random.Generator) -> Self:
        """See `Representation`. Draw the order of the cells."""
        return cls(problem, tuple(chance.permutation(problem.cells).tolist()))

    @property
    def cursors(self) -> int:
        """See `Representation`. There is one for each cell."""
        return self.problem.cells

    def begin(self, chance: np.random.Generator) -> int:  # noqa: ARG002 - the order is drawn
        """See `Representation`. Begin at the first cell."""
        return 0

    def changes(self, cursor: int) -> list[Change]:
        """See `Representation`."""
        cell = self.order[cursor] if self.order else cursor
        after = (cursor + 1) % self.cursors
        return [Change(cell, tile, after) for tile in range(len(self.problem.tiles))]

    def wander(
        self, map_: Maps, cursor: int, steps: int, chance: np.random.Generator
    ) -> tuple[Maps, int]:
        """See `Representation`."""
        changed = map_.copy()
        visited = np.arange(cursor, cursor + steps) % self.cursors
        what = chance.integers(len(self.problem.tiles), size=steps, dtype=np.uint8)
        changed[self.table.cells[visited, 0]] = what  # NumPy keeps the last of two in a cell
        return changed, (cursor + steps) % self.cursors
