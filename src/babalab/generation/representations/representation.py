"""What a representation is: which changes can be made to a map, and where.

Bhaumik and others, section Representations. A place in the search is a map and a *cursor*, a
number whose meaning is the representation's own: where the next change is made. Tree search
follows all changes, an optimiser tries one or all of them.

Which changes there are depends on the cursor alone, so a representation is a table of them.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from dataclasses import dataclass
from functools import cached_property
from typing import ClassVar, Final, NamedTuple, Self

import numpy as np
from numpy.typing import NDArray

from babalab.base.registry import ClassRegistry
from babalab.generation.errors import GenerationError
from babalab.generation.problems.problem import Maps, Problem

KEEP: Final = 255
"""Instead of a tile: the cell stays as it is, and only the cursor moves."""


class Change(NamedTuple):
    """One change: the tile that a cell becomes, and the cursor after that."""

    cell: int
    tile: int
    cursor: int


class Table(NamedTuple):
    """The changes of every cursor as arrays, a row for each cursor.

    Rows are as long as the longest; the rest of a row stays where it is and keeps what is there.
    """

    cells: NDArray[np.int64]
    tiles: NDArray[np.uint8]
    cursors: NDArray[np.int64]


class Children(NamedTuple):
    """What comes of every change there is, in the order of the changes."""

    maps: Maps
    cursors: NDArray[np.int64]
    changed: NDArray[np.bool_]
    """Whether the map is another one; it may also only be looked at elsewhere."""


@dataclass(frozen=True)
class Representation(ABC):
    """Base of all representations of a problem's maps."""

    name: ClassVar[str]

    problem: Problem

    @classmethod
    def drawn(cls, problem: Problem, chance: np.random.Generator) -> Self:  # noqa: ARG003
        """One for a search; what is drawn once for the whole search is drawn here."""
        return cls(problem)

    @property
    @abstractmethod
    def cursors(self) -> int:
        """How many cursors there are: they are the numbers below."""

    @abstractmethod
    def begin(self, chance: np.random.Generator) -> int:
        """The cursor to begin with."""

    @abstractmethod
    def changes(self, cursor: int) -> list[Change]:
        """Every change that can be made with this cursor, at least one."""

    @cached_property
    def listed(self) -> list[list[Change]]:
        """The changes of every cursor, to look one up."""
        return [self.changes(cursor) for cursor in range(self.cursors)]

    @cached_property
    def table(self) -> Table:
        """The changes of every cursor, for many maps at once."""
        most = max(map(len, self.listed))
        rows = [
            changes + [Change(changes[0].cell, KEEP, cursor)] * (most - len(changes))
            for cursor, changes in enumerate(self.listed)
        ]
        numbers = np.array(rows, dtype=np.int64)
        return Table(
            numbers[:, :, 0].copy(), numbers[:, :, 1].astype(np.uint8), numbers[:, :, 2].copy()
        )

    def children(self, map_: Maps, cursor: int) -> Children:
        """Make every change, one at a time."""
        count = len(self.listed[cursor])
        cells, tiles, cursors = (column[cursor, :count] for column in self.table)
        before = map_[cells]
        after = np.where(tiles == KEEP, before, tiles)
        maps = np.repeat(map_[None], count, axis=0)
        maps[np.arange(count), cells] = after
        return Children(maps, cursors.astype(np.int64), before != after)

    def neighbour(self, map_: Maps, cursor: int, chance: np.random.Generator) -> tuple[Maps, int]:
        """Make one change by chance."""
        changed = map_.copy()
        changes = self.listed[cursor]
        cell, tile, after = changes[int(chance.random() * len(changes))]
        if tile != KEEP:
            changed[cell] = tile
        return changed, after

    def wander(
        self, map_: Maps, cursor: int, steps: int, chance: np.random.Generator
    ) -> tuple[Maps, int]:
        """Make so many changes by chance, one after the other."""
        changed = map_.copy()
        for share in chance.random(steps).tolist():
            changes = self.listed[cursor]
            cell, tile, cursor = changes[int(share * len(changes))]
            if tile != KEEP:
                changed[cell] = tile
        return changed, cursor


REPRESENTATIONS: Final[ClassRegistry[Representation]] = ClassRegistry(
    "representation",
    Representation,  # type: ignore[type-abstract]
    GenerationError,
    "babalab.representations",
)
representations = REPRESENTATIONS.all
representation_named = REPRESENTATIONS.named
register_representation = REPRESENTATIONS.register
