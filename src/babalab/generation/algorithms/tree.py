"""The tree that all tree searches walk: places, the changes that lead on, and which were seen.

Bhaumik and others, section Representations. A place is a map and a cursor. A branch ends when it
has made as many real changes as the map has cells, or the square of that in steps; the text does
not say so, the authors' code does.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from babalab.game.batch import VisitedSet
from babalab.generation.algorithms.algorithm import Ground
from babalab.generation.errors import GenerationError
from babalab.generation.problems.problem import Maps
from babalab.generation.representations.representation import KEEP

MOST_CURSORS: Final = 2**16
"""Places are kept with two bytes for their cursor; of a cell there are 2 to the power of 12."""
KEYS_SEED: Final = 20200
"""What the keys of places are made from. No result depends on it."""


class Place(NamedTuple):
    """One place of a tree."""

    map: Maps
    cursor: int
    made: int
    """How many real changes its branch has made: those that gave another map."""
    depth: int


class Places(NamedTuple):
    """Many places of the same depth."""

    maps: Maps
    cursors: NDArray[np.int64]
    made: NDArray[np.int64]

    @classmethod
    def of(cls, place: Place) -> Places:
        """One of them."""
        return cls(place.map[None], np.array([place.cursor]), np.array([place.made]))

    def only(self, wanted: NDArray[np.bool_]) -> Places:
        """Those that are wanted."""
        return Places(self.maps[wanted], self.cursors[wanted], self.made[wanted])


class Fresh(NamedTuple):
    """The children of some places that were not seen before, in order."""

    places: Places
    changes: NDArray[np.intp]
    """Which change of its parent led to each."""


class Tree:
    """Places below a start map, each known by a key of 128 bits once it was seen.

    A key combines random numbers, one for each cell and tile and one for each cursor, by
    exclusive or (Zobrist); so that of a child is two of them away from its parent's.
    """

    def __init__(self, ground: Ground) -> None:
        problem = ground.problem
        if ground.representation.cursors > MOST_CURSORS:
            raise GenerationError(
                f"{ground.representation.name} has {ground.representation.cursors:,} cursors on "
                f"this map; tree searches keep at most {MOST_CURSORS:,} apart"
            )
        self._listed = ground.representation.listed
        self._table = ground.representation.table
        self._cells = np.arange(problem.cells)
        self._numbers = np.arange(self.most_children)
        self._most = problem.cells
        self._deepest = problem.cells**2
        numbers = np.random.default_rng(KEYS_SEED).integers
        shape = (problem.cells, len(problem.tiles), 2)
        self._of_tile = numbers(2**64, size=shape, dtype=np.uint64)
        self._of_cursor = numbers(2**64, size=(len(self._listed), 2), dtype=np.uint64)
        self._seen = VisitedSet()
        self.root = Place(ground.start, ground.representation.begin(ground.chance), 0, 0)
        self._seen.insert(self._keys(ground.start[None], np.array([self.root.cursor])))

    def __len__(self) -> int:
        """How many places were seen."""
        return len(self._seen)

    def is_leaf(self, place: Place) -> bool:
        """Whether its branch ends here."""
        return place.made >= self._most or place.depth >= self._deepest

    def goes_on(self, places: Places, depth: int) -> NDArray[np.bool_]:
        """Which of them are no leaves."""
        return np.asarray((places.made < self._most) & (depth < self._deepest))

    @property
    def most_children(self) -> int:
        """How many a place can have."""
        return int(self._table.cells.shape[1])

    def width(self, place: Place) -> int:
        """How many changes there are."""
        return len(self._listed[place.cursor])

    def child(self, place: Place, change: int) -> Place:
        """What this change makes of a place."""
        cell, tile, cursor = self._listed[place.cursor][change]
        if tile == KEEP or tile == place.map[cell]:
            return Place(place.map, cursor, place.made, place.depth + 1)
        map_ = place.map.copy()
        map_[cell] = tile
        return Place(map_, cursor, place.made + 1, place.depth + 1)

    def descended(self, changes: Sequence[int]) -> Place:
        """What these changes make of the root, one after the other."""
        map_, cursor, made, depth = self.root
        map_ = map_.copy()
        for change in changes:
            cell, tile, cursor = self._listed[cursor][change]
            if tile != KEEP and tile != map_[cell]:
                map_[cell] = tile
                made += 1
        return Place(map_, cursor, made, depth + len(changes))

    def unseen_children(self, place: Place) -> Fresh:
        """Those children of a place that were not seen before; now they were."""
        # The same as below. A search that goes on from one place at a time spends its time here.
        map_, here, table = place.map, place.cursor, self._table
        cells, tiles, cursors = table.cells[here], table.tiles[here], table.cursors[here]
        before = map_[cells]
        after = np.where(tiles == KEEP, before, tiles)
        keys = self._of_tile[cells, before] ^ self._of_tile[cells, after]
        keys ^= np.bitwise_xor.reduce(self._of_tile[self._cells, map_], axis=0)
        keys ^= self._of_cursor[cursors]
        changes = self._seen.insert(keys).nonzero()[0]
        before, after = before[changes], after[changes]
        maps = np.repeat(map_[None], len(changes), axis=0)
        maps[self._numbers[: len(changes)], cells[changes]] = after
        return Fresh(Places(maps, cursors[changes], place.made + (before != after)), changes)

    def unseen_children_of(self, places: Places, *, remember: bool = True) -> Fresh:
        """The same of many places, one after the other.

        Children that are not to be remembered are not seen by that, and there may be some twice.
        """
        parent = np.arange(len(places.maps))[:, None]
        table, here = self._table, places.cursors
        cells, tiles, cursors = table.cells[here], table.tiles[here], table.cursors[here]
        before = places.maps[parent, cells]
        after = np.where(tiles == KEEP, before, tiles)
        keys = self._keys(places.maps, here) ^ self._of_cursor[here]
        keys = keys[:, None] ^ self._of_tile[cells, before] ^ self._of_tile[cells, after]
        keys ^= self._of_cursor[cursors]
        # Where a row of the table is filled up a child is its parent, and that was seen.
        keys = keys.reshape(-1, 2)
        unseen = self._seen.insert(keys) if remember else ~self._seen.contains(keys)
        fresh = np.flatnonzero(unseen)
        parents, changes = np.divmod(fresh, cells.shape[1])
        maps = places.maps[parents]
        maps[np.arange(len(fresh)), cells.ravel()[fresh]] = after.ravel()[fresh]
        made = places.made[parents] + (before != after).ravel()[fresh]
        return Fresh(Places(maps, cursors.ravel()[fresh], made), changes)

    def _keys(self, maps: Maps, cursors: NDArray[np.int64]) -> NDArray[np.uint64]:
        tiles = self._of_tile[self._cells, maps]
        return np.asarray(np.bitwise_xor.reduce(tiles, axis=1) ^ self._of_cursor[cursors])
