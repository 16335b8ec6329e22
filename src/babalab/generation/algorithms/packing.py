"""A queue of nodes in as few bits as their tiles need: breadth-first search keeps millions."""

from __future__ import annotations

from collections import deque
from collections.abc import Iterator
from typing import Self

import numpy as np
from numpy.typing import NDArray

from babalab.generation.algorithms.tree import MapNodes
from babalab.generation.problems.values import Maps


class PackedQueue:
    """A first-in, first-out queue of nodes."""

    def __init__(self, tiles: int, cells: int) -> None:
        self._bits = max(1, (tiles - 1).bit_length())
        self._tiles, self._cells = tiles, cells
        self._blocks: deque[tuple[NDArray[np.uint8], NDArray[np.uint16], NDArray[np.uint16]]] = (
            deque()
        )
        self._count = 0

    def __len__(self) -> int:
        """Return the number of nodes."""
        return self._count

    def make_empty(self) -> Self:
        """Return an empty queue for the same maps."""
        return type(self)(self._tiles, self._cells)

    def add(self, nodes: MapNodes) -> None:
        """Add nodes at the end, in their order."""
        if len(nodes.maps):
            # Neither cursors nor counts of changes go beyond 64 * 64.
            cursors, changes = nodes.cursors.astype(np.uint16), nodes.changes.astype(np.uint16)
            self._blocks.append((self._pack(nodes.maps), cursors, changes))
            self._count += len(nodes.maps)

    def take_all(self, most: int) -> Iterator[MapNodes]:
        """Remove and yield all nodes from the front, at most `most` at a time."""
        while self._blocks:
            maps, cursors, changes = self._blocks.popleft()
            self._count -= len(maps)
            for first in range(0, len(maps), most):
                part = slice(first, first + most)
                yield MapNodes(
                    self._unpack(maps[part]),
                    cursors[part].astype(np.int64),
                    changes[part].astype(np.int64),
                )

    def _pack(self, maps: Maps) -> NDArray[np.uint8]:
        bits = np.unpackbits(maps[:, :, None], axis=2, count=self._bits, bitorder="little")
        return np.packbits(bits.reshape(len(maps), -1), axis=1)

    def _unpack(self, packed: NDArray[np.uint8]) -> Maps:
        bits = np.unpackbits(packed, axis=1, count=self._bits * self._cells)
        tiles = np.packbits(
            bits.reshape(len(packed), self._cells, self._bits), axis=2, bitorder="little"
        )
        return tiles[:, :, 0]
