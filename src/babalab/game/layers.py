"""Breadth-first search by the native core, a piece at a time."""

from __future__ import annotations

import sys
from collections.abc import Sequence

from babalab import _core
from babalab.game.action import Action, format_moves
from babalab.game.batch import STOP_BITS, Stop
from babalab.game.state import HASH_KINDS, HashKind, State


class LayeredSearch(_core.LayeredSearch):
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
        super().__init__(
            start.level.core,
            start.row,
            HASH_KINDS[same],
            STOP_BITS[drop],
            [int(action) for action in order],
            threads,
        )

    def advance(self, most: int, memory: int | None = None) -> int:
        """Expand up to `most` states and return how many were expanded.

        They are fewer when a child is won, when none is left, or when the next ones might take more
        bytes than `memory`.
        """
        return super().advance(most, sys.maxsize if memory is None else memory)

    @property
    def moves(self) -> str:
        """The moves to the state found last."""
        return format_moves(self.path())
