"""The tree that all tree searches walk: nodes, the changes that lead on, and the nodes seen.

Bhaumik and others, section Representations. A node is a map and a cursor. A branch ends when it has
made as many real changes as the map has cells, or the square of that in steps; the text does not
say so, the authors' code does.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from babalab.game.batch import VisitedSet
from babalab.generation.algorithms.protocol import SearchContext
from babalab.generation.errors import GenerationError
from babalab.generation.problems.values import Maps
from babalab.generation.representations.representation import KEEP

MAX_CURSORS: Final = 2**16
"""The cursor of a node is kept in two bytes; with one cursor for each cell there are 2**12."""
KEYS_SEED: Final = 20200
"""The seed of the keys of nodes. No result depends on it."""


class MapNode(NamedTuple):
    """One node of a tree."""

    map: Maps
    cursor: int
    changes: int
    """The number of real changes on its branch, that is, changes that gave another map."""
    depth: int


class MapNodes(NamedTuple):
    """Many nodes of the same depth."""

    maps: Maps
    cursors: NDArray[np.int64]
    changes: NDArray[np.int64]

    @classmethod
    def of(cls, node: MapNode) -> MapNodes:
        """Wrap a single node."""
        return cls(node.map[None], np.array([node.cursor]), np.array([node.changes]))

    def select(self, wanted: NDArray[np.bool_]) -> MapNodes:
        """Return the wanted ones."""
        return MapNodes(self.maps[wanted], self.cursors[wanted], self.changes[wanted])


class NewNodes(NamedTuple):
    """Children that were not seen before, in order."""

    nodes: MapNodes
    changes: NDArray[np.intp]
    """The change of its parent that led to each."""


class Tree:
    """The nodes below a start map; each that was seen is known by a key of 128 bits.

    A key combines random numbers, one for each cell and tile and one for each cursor, by exclusive
    or (Zobrist), so a child's key is two of them away from its parent's.
    """

    def __init__(self, context: SearchContext) -> None:
        problem, representation = context.problem, context.representation
        if representation.cursors > MAX_CURSORS:
            raise GenerationError(
                f"{representation.name} has {representation.cursors:,} cursors on this map; "
                f"tree searches can tell at most {MAX_CURSORS:,} apart"
            )
        self._changes = representation.changes_by_cursor
        self._table = representation.table
        self._cells = np.arange(problem.cells)
        self._numbers = np.arange(self.most_children)
        self._most_changes = problem.cells
        self._deepest = problem.cells**2
        numbers = np.random.default_rng(KEYS_SEED).integers
        shape = (problem.cells, len(problem.tiles), 2)
        self._of_tile = numbers(2**64, size=shape, dtype=np.uint64)
        self._of_cursor = numbers(2**64, size=(len(self._changes), 2), dtype=np.uint64)
        self._seen = VisitedSet()
        self.root = MapNode(context.start, representation.begin(context.chance), 0, 0)
        self._seen.insert(self._make_keys(context.start[None], np.array([self.root.cursor])))

    def __len__(self) -> int:
        """Return the number of nodes seen."""
        return len(self._seen)

    def is_leaf(self, node: MapNode) -> bool:
        """Return whether the branch ends at this node."""
        return node.changes >= self._most_changes or node.depth >= self._deepest

    def are_inner(self, nodes: MapNodes, depth: int) -> NDArray[np.bool_]:
        """Return which of the nodes are not leaves."""
        return np.asarray((nodes.changes < self._most_changes) & (depth < self._deepest))

    @property
    def most_children(self) -> int:
        """Return the largest number of children a node can have."""
        return int(self._table.cells.shape[1])

    def count_changes(self, node: MapNode) -> int:
        """Return the number of changes that can be made at a node."""
        return len(self._changes[node.cursor])

    def make_child(self, node: MapNode, change: int) -> MapNode:
        """Return the node that a change leads to."""
        cell, tile, cursor = self._changes[node.cursor][change]
        if tile == KEEP or tile == node.map[cell]:
            return MapNode(node.map, cursor, node.changes, node.depth + 1)
        map_ = node.map.copy()
        map_[cell] = tile
        return MapNode(map_, cursor, node.changes + 1, node.depth + 1)

    def descend(self, changes: Sequence[int]) -> MapNode:
        """Return the node that these changes lead to from the root."""
        map_, cursor, made, depth = self.root
        map_ = map_.copy()
        for change in changes:
            cell, tile, cursor = self._changes[cursor][change]
            if tile != KEEP and tile != map_[cell]:
                map_[cell] = tile
                made += 1
        return MapNode(map_, cursor, made, depth + len(changes))

    def expand(self, node: MapNode) -> NewNodes:
        """Return the children of a node that were not seen before, and mark them as seen."""
        # As `expand_all`. A search that expands one node at a time spends its time here.
        map_, here, table = node.map, node.cursor, self._table
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
        return NewNodes(MapNodes(maps, cursors[changes], node.changes + (before != after)), changes)

    def expand_all(self, nodes: MapNodes, *, remember: bool = True) -> NewNodes:
        """Return the children of many nodes, one after the other, that were not seen before.

        Without `remember` they are not marked as seen, and some may come twice.
        """
        parent = np.arange(len(nodes.maps))[:, None]
        table, here = self._table, nodes.cursors
        cells, tiles, cursors = table.cells[here], table.tiles[here], table.cursors[here]
        before = nodes.maps[parent, cells]
        after = np.where(tiles == KEEP, before, tiles)
        keys = self._make_keys(nodes.maps, here) ^ self._of_cursor[here]
        keys = keys[:, None] ^ self._of_tile[cells, before] ^ self._of_tile[cells, after]
        keys ^= self._of_cursor[cursors]
        # Where a row of the table is filled up a child is its parent, which was seen.
        keys = keys.reshape(-1, 2)
        unseen = self._seen.insert(keys) if remember else ~self._seen.contains(keys)
        fresh = np.flatnonzero(unseen)
        parents, changes = np.divmod(fresh, cells.shape[1])
        maps = nodes.maps[parents]
        maps[np.arange(len(fresh)), cells.ravel()[fresh]] = after.ravel()[fresh]
        made = nodes.changes[parents] + (before != after).ravel()[fresh]
        return NewNodes(MapNodes(maps, cursors.ravel()[fresh], made), changes)

    def _make_keys(self, maps: Maps, cursors: NDArray[np.int64]) -> NDArray[np.uint64]:
        tiles = self._of_tile[self._cells, maps]
        return np.asarray(np.bitwise_xor.reduce(tiles, axis=1) ^ self._of_cursor[cursors])
