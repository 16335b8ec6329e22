"""Narrow: cells come one after the other, in an order drawn once."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar, Self

import numpy as np

from babalab.generation.problems.problem import Maps, Problem
from babalab.generation.representations.representation import (
    Change,
    Representation,
    register_representation,
)


@register_representation
@dataclass(frozen=True)
class Narrow(Representation):
    """As many changes as there are tiles; the cursor counts cells in their order.

    After the last cell comes the first again.
    """

    name: ClassVar[str] = "narrow"

    order: tuple[int, ...] = ()
    """The cells in the order in which they come; none: row by row."""

    @classmethod
    def drawn(cls, problem: Problem, chance: np.random.Generator) -> Self:
        """See `Representation`."""
        return cls(problem, tuple(chance.permutation(problem.cells).tolist()))

    @property
    def cursors(self) -> int:
        """One for each cell."""
        return self.problem.cells

    def begin(self, chance: np.random.Generator) -> int:  # noqa: ARG002 - the order is drawn
        """At the first cell."""
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
        changed[self.table.cells[visited, 0]] = what  # NumPy keeps the last of two at a place
        return changed, (cursor + steps) % self.cursors
