"""The base class of all representations: the changes that can be made to a map, and where.

Bhaumik and others, section Representations. A search is at a map and a *cursor*, a number whose
meaning is up to the representation: where the next change is made. Tree search follows all changes,
an optimiser tries one or all of them.

The changes depend on the cursor alone, so a representation is a table of changes.
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
from babalab.generation.problems.problem import Problem
from babalab.generation.problems.values import Maps

KEEP: Final = 255
"""In place of a tile: the cell stays as it is, and only the cursor moves."""


class Change(NamedTuple):
    """One change: the new tile of a cell, and the cursor afterwards."""

    cell: int
    tile: int
    cursor: int


class ChangeTable(NamedTuple):
    """The changes of all cursors as arrays, one row per cursor.

    All rows are as long as the longest; they are filled up with changes that keep everything.
    """

    cells: NDArray[np.int64]
    tiles: NDArray[np.uint8]
    cursors: NDArray[np.int64]


class Children(NamedTuple):
    """The results of all changes to a map, in the order of the changes."""

    maps: Maps
    cursors: NDArray[np.int64]
    changed: NDArray[np.bool_]
    """Whether the map differs from its parent; perhaps only the cursor has moved."""


@dataclass(frozen=True)
class Representation(ABC):
    """Base class of all representations of a problem's maps."""

    name: ClassVar[str]

    problem: Problem

    @classmethod
    def for_search(cls, problem: Problem, chance: np.random.Generator) -> Self:  # noqa: ARG003
        """Make a representation for one search, and draw whatever is random for all of it."""
        return cls(problem)

    @property
    @abstractmethod
    def cursors(self) -> int:
        """Return the number of cursors, which count from 0."""

    @abstractmethod
    def begin(self, chance: np.random.Generator) -> int:
        """Return the cursor to begin with."""

    @abstractmethod
    def changes(self, cursor: int) -> list[Change]:
        """Return every change that can be made at this cursor, at least one."""

    @cached_property
    def changes_by_cursor(self) -> list[list[Change]]:
        """List the changes of every cursor, to look one up."""
        return [self.changes(cursor) for cursor in range(self.cursors)]

    @cached_property
    def table(self) -> ChangeTable:
        """Return the changes of every cursor as arrays, to change many maps at once."""
        most = max(map(len, self.changes_by_cursor))
        rows = [
            changes + [Change(changes[0].cell, KEEP, cursor)] * (most - len(changes))
            for cursor, changes in enumerate(self.changes_by_cursor)
        ]
        numbers = np.array(rows, dtype=np.int64)
        return ChangeTable(
            numbers[:, :, 0].copy(), numbers[:, :, 1].astype(np.uint8), numbers[:, :, 2].copy()
        )

    def children(self, map_: Maps, cursor: int) -> Children:
        """Make every change, each to a copy of the map."""
        count = len(self.changes_by_cursor[cursor])
        cells, tiles, cursors = (column[cursor, :count] for column in self.table)
        before = map_[cells]
        after = np.where(tiles == KEEP, before, tiles)
        maps = np.repeat(map_[None], count, axis=0)
        maps[np.arange(count), cells] = after
        return Children(maps, cursors.astype(np.int64), before != after)

    def neighbour(self, map_: Maps, cursor: int, chance: np.random.Generator) -> tuple[Maps, int]:
        """Make one random change; return the new map and cursor."""
        changed = map_.copy()
        changes = self.changes_by_cursor[cursor]
        cell, tile, after = changes[int(chance.random() * len(changes))]
        if tile != KEEP:
            changed[cell] = tile
        return changed, after

    def wander(
        self, map_: Maps, cursor: int, steps: int, chance: np.random.Generator
    ) -> tuple[Maps, int]:
        """Make `steps` random changes, one after the other; return the new map and cursor."""
        changed = map_.copy()
        for share in chance.random(steps).tolist():
            changes = self.changes_by_cursor[cursor]
            cell, tile, cursor = changes[int(share * len(changes))]
            if tile != KEEP:
                changed[cell] = tile
        return changed, cursor


REPRESENTATIONS: Final = ClassRegistry(Representation, GenerationError, "babalab.representations")  # type: ignore[type-abstract]
representations = REPRESENTATIONS.all
representation_named = REPRESENTATIONS.named
register_representation = REPRESENTATIONS.register
