"""Sokoban: push every box onto a goal. The engine is native, the levels are text (see `xsb`)."""

from __future__ import annotations

import random
from collections.abc import Sequence
from functools import cache
from importlib import resources
from typing import ClassVar

from babalab import _core
from babalab.games.game import Ends, Game, GameLevel, Plans, register_game
from babalab.games.xsb import read_map, read_xsb


@register_game
class Sokoban(Game[bytes]):
    """Push every box onto a goal. Boxes can't be pulled, nor two be pushed at once.

    The score is the number of boxes on goals. The game is lost when a box stands where no pushes
    could bring it to a goal even if it were the only one, such as in a corner.
    """

    name: ClassVar[str] = "sokoban"
    actions: ClassVar[tuple[str, ...]] = ("left", "right", "up", "down")
    ticks: ClassVar[int] = 300

    def __init__(self, level: GameLevel) -> None:
        super().__init__(level)
        self._core = _core.Sokoban(read_map(level))
        self._start = self._core.start()

    @classmethod
    def levels(cls) -> Sequence[GameLevel]:
        """See `Game`."""
        return _load_shipped()

    @classmethod
    def read_levels(cls, text: str, source: str) -> Sequence[GameLevel]:
        """Return the levels of an XSB file."""
        return read_xsb(text, source)

    def start(self, chance: random.Random) -> bytes:
        """See `Game`."""
        return self._start

    def legal_actions(self, state: bytes) -> Sequence[int]:
        """Return the actions that move the player."""
        return self._core.legal_actions(state)

    def step(self, state: bytes, action: int, chance: random.Random) -> bytes:
        """See `Game`."""
        return self._core.step(state, action)

    def score(self, state: bytes) -> float:
        """See `Game`."""
        return float(self._core.placed(state))

    def won(self, state: bytes) -> bool:
        """See `Game`."""
        return self._core.won(state)

    def lost(self, state: bytes) -> bool:
        """See `Game`."""
        return self._core.lost(state)

    def over(self, state: bytes) -> bool:
        """See `Game`."""
        return self._core.over(state)

    def key(self, state: bytes) -> bytes:
        """See `Game`."""
        return self._core.hash(state)

    def picture(self, state: bytes) -> str:
        """Return the state as XSB, which is the text of a level that starts there."""
        return self._core.picture(state)

    def play_plans(self, state: bytes, plans: Plans, chance: random.Random) -> Ends[bytes]:
        """See `Game`."""
        checked = self._check_plans(plans)
        ends, lengths = self._core.play_plans(state, checked)
        return Ends(*ends, lengths, checked)

    def native_model(self, chance: random.Random) -> _core.Model:
        """See `Game`."""
        return _core.model_of_sokoban(self._core)

    def play_randomly(
        self, states: Sequence[bytes], depth: int, chance: random.Random
    ) -> Ends[bytes]:
        """See `Game`. One number is drawn from the stream for any number of states."""
        ends, lengths, actions = self._core.play_randomly(states, depth, chance.getrandbits(63))
        return Ends(*ends, lengths, actions)


@cache
def _load_shipped() -> tuple[GameLevel, ...]:
    file = resources.files("babalab.games") / "packs" / "sokoban.xsb"
    return tuple(read_xsb(file.read_text(encoding="utf-8"), file.name))
