"""Places packed into as few bits as their tiles need: a breadth-first search keeps millions."""

from __future__ import annotations

from collections import deque
from collections.abc import Iterator
from typing import Self

import numpy as np
from numpy.typing import NDArray

from babalab.generation.algorithms.tree import Places
from babalab.generation.problems.problem import Maps


class Packed:
    """A queue of places; the first to come in is the first to come out."""

    def __init__(self, tiles: int, cells: int) -> None:
        self._bits = max(1, (tiles - 1).bit_length())
        self._tiles, self._cells = tiles, cells
        self._blocks: deque[tuple[NDArray[np.uint8], NDArray[np.uint16], NDArray[np.uint16]]] = (
            deque()
        )
        self._count = 0

    def __len__(self) -> int:
        """How many places there are."""
        return self._count

    def like(self) -> Self:
        """An empty queue for the same maps."""
        return type(self)(self._tiles, self._cells)

    def add(self, places: Places) -> None:
        """Put them at the end, in their order."""
        if len(places.maps):
            # Neither cells nor changes made go beyond 64 * 64.
            cursors, made = places.cursors.astype(np.uint16), places.made.astype(np.uint16)
            self._blocks.append((self._packed(places.maps), cursors, made))
            self._count += len(places.maps)

    def take_all(self, most: int) -> Iterator[Places]:
        """Take all from the front, at most so many at a time; what is taken is forgotten."""
        while self._blocks:
            maps, cursors, made = self._blocks.popleft()
            self._count -= len(maps)
            for first in range(0, len(maps), most):
                part = slice(first, first + most)
                yield Places(
                    self._unpacked(maps[part]),
                    cursors[part].astype(np.int64),
                    made[part].astype(np.int64),
                )

    def _packed(self, maps: Maps) -> NDArray[np.uint8]:
        bits = np.unpackbits(maps[:, :, None], axis=2, count=self._bits, bitorder="little")
        return np.packbits(bits.reshape(len(maps), -1), axis=1)

    def _unpacked(self, packed: NDArray[np.uint8]) -> Maps:
        bits = np.unpackbits(packed, axis=1, count=self._bits * self._cells)
        tiles = np.packbits(
            bits.reshape(len(packed), self._cells, self._bits), axis=2, bitorder="little"
        )
        return tiles[:, :, 0]
