"""A game so small that everything about it can be worked out by hand."""

from __future__ import annotations

import random
from collections.abc import Sequence
from typing import ClassVar

from babalab.games.game import Game, GameLevel


class Corridor(Game[int]):
    """A place from 0 on; the score is the place. The level says where it is won and lost."""

    name: ClassVar[str] = "corridor"
    actions: ClassVar[tuple[str, ...]] = ("wait", "left", "right")
    ticks: ClassVar[int] = 50

    def __init__(self, level: GameLevel) -> None:
        super().__init__(level)
        self._start, self._lost, self._won = map(int, level.text.split())

    @classmethod
    def levels(cls) -> Sequence[GameLevel]:
        """Begins at 3, is lost at 0 and won at 20."""
        return (GameLevel("long", "3 0 20"),)

    def start(self, chance: random.Random) -> int:  # noqa: ARG002
        """See `Game`."""
        return self._start

    def step(self, state: int, action: int, chance: random.Random) -> int:  # noqa: ARG002
        """See `Game`."""
        return state if self.over(state) else state + (0, -1, 1)[action]

    def score(self, state: int) -> float:
        """See `Game`."""
        return float(state)

    def won(self, state: int) -> bool:
        """See `Game`."""
        return state == self._won

    def lost(self, state: int) -> bool:
        """See `Game`."""
        return state == self._lost


def corridor(text: str = "3 0 20") -> Corridor:
    """One that begins at the first of these places, is lost at the next and won at the last."""
    return Corridor(GameLevel("made", text))
