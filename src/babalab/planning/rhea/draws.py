"""Random numbers drawn in blocks, as many small calls would be slow.

The core draws the same numbers (native/planning/draws.hpp).
"""

from __future__ import annotations

import random

import numpy as np
from numpy.typing import NDArray

from babalab.base.random_streams import draw_generator

BLOCK = 4096


class Draws:
    """Numbers from 0 to 1, drawn in blocks from a generator that a stream has seeded."""

    def __init__(self, chance: random.Random) -> None:
        self._generator = draw_generator(chance)
        self._block: NDArray[np.float64] = np.zeros(0)
        self._taken = 0

    @property
    def generator_halves(self) -> tuple[int, int, int, int]:
        """The state of the generator and its increment, the upper and the lower half of each."""
        state: dict[str, int] = self._generator.bit_generator.state["state"]
        return (*divmod(state["state"], 1 << 64), *divmod(state["inc"], 1 << 64))

    def take(self, count: int) -> NDArray[np.float64]:
        """Return the next `count` numbers, from 0, below 1."""
        begin, end = self._taken, self._taken + count
        if end > len(self._block):
            self._block = self._generator.random(max(count, BLOCK))
            begin, end = 0, count
        self._taken = end
        return self._block[begin:end]

    def below(self, limit: int, count: int) -> NDArray[np.intp]:
        """Draw `count` whole numbers from 0 to `limit` - 1, all equally likely."""
        return (self.take(count) * limit).astype(np.intp)

    def choose(self, cumulative: NDArray[np.float64], count: int) -> NDArray[np.intp]:
        """Draw indices, each as likely as its weight; `cumulative` has the sums of weights."""
        lots = self.take(count) * cumulative[-1]
        chosen: NDArray[np.intp] = cumulative.searchsorted(lots, side="right")
        return chosen

    def draw_distinct(self, limit: int, rows: int, count: int) -> NDArray[np.intp]:
        """Draw `count` different whole numbers below `limit` for every row.

        They are the places of the smallest of random keys, in the order of these; all numbers if
        there are not more.
        """
        if count == 1:
            return self.below(limit, rows)[:, None]
        if count >= limit:
            return np.broadcast_to(np.arange(limit), (rows, limit))
        keys = self.take(rows * limit).reshape(rows, limit)
        return keys.argsort(axis=1, kind="stable")[:, :count]
