"""Breadth-first search by the native core, a piece at a time."""

from __future__ import annotations

import sys
from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from babalab import _core
from babalab.game.action import Action, format_moves
from babalab.game.batch import STOP_BITS, Stop
from babalab.game.state import HASH_KINDS, HashKind, State


class LayeredSearch:
    """All states from `start` on, layer by layer, until one is won or none is left.

    Of a state the core keeps its hash and how it was reached, together 27 to 33 bytes, and while it
    waits to be expanded a few bytes more. The outcome and all counts are the same for any number
    of threads.

    >>> from babalab import Level
    >>> search = LayeredSearch(Level.parse("_____/_b.f_/_B12_/_F13_/_____").start())
    >>> search.advance(100)
    2
    >>> search.won, search.moves
    (True, 'rr')
    """

    def __init__(
        self,
        start: State,
        same: HashKind = "exact",
        *,
        drop: Stop = "lost",
        order: Sequence[Action] = tuple(Action),
        threads: int = 1,
    ) -> None:
        if threads < 1:
            raise ValueError(f"threads must be at least 1, not {threads}")
        self._core = _core.LayeredSearch(
            start.level.core,
            start.row,
            HASH_KINDS[same],
            STOP_BITS[drop],
            [int(action) for action in order],
            threads,
        )

    def advance(self, most: int, memory: int | None = None) -> int:
        """Expand the next states, at most so many; how many it were.

        They are fewer when a child is won, when none is left, or when the next ones might take more
        bytes than `memory`.
        """
        return self._core.advance(most, sys.maxsize if memory is None else memory)

    @property
    def won(self) -> bool:
        """Whether the state found last is won. That ends the search."""
        return self._core.won

    @property
    def exhausted(self) -> bool:
        """Whether no state is left to expand, and none was won."""
        return self._core.exhausted

    @property
    def depth(self) -> int:
        """Moves from the start to the newest states."""
        return self._core.depth

    @property
    def frontier(self) -> int:
        """States of that depth found so far."""
        return self._core.frontier

    @property
    def states(self) -> int:
        """States found."""
        return self._core.states

    @property
    def dropped(self) -> int:
        """Children left out as lost (or helpless, if asked for), counted each time."""
        return self._core.dropped

    @property
    def unrepresentable(self) -> int:
        """States the engine could not represent exactly; with any, a search proves nothing."""
        return self._core.overflown

    @property
    def order_mattered(self) -> bool:
        """Whether a step depended on the order of like things, which *unordered* leaves out.

        With that hash a search means something only as long as this is false.
        """
        return self._core.order_mattered

    @property
    def nbytes(self) -> int:
        """Memory in use."""
        return self._core.nbytes

    @property
    def nbytes_for_next(self) -> int:
        """Memory that the next states may take on top."""
        return self._core.nbytes_for_next

    @property
    def moves(self) -> str:
        """The moves to the state found last."""
        return format_moves(self._core.path())

    def tree(self) -> NDArray[np.uint8]:
        """Return, for every state in the order found, a bit for each action whose child was new."""
        return self._core.tree()
