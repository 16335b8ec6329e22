"""Baba Is You, in the competition's dialect, as one of the games; the native engine plays it."""

from __future__ import annotations

import random
from collections.abc import Sequence
from functools import cache
from typing import ClassVar, Final

import numpy as np

from babalab import _core
from babalab.game.action import Action
from babalab.game.batch import STOP_BITS, Batch, States, Stop
from babalab.game.level import Level
from babalab.game.state import HASH_KINDS
from babalab.games.game import Ends, Game, GameLevel, Plans, register_game
from babalab.levels import load_level
from babalab.levels.formats import read_source
from babalab.levels.source_text import SourceText

SHIPPED: Final = (
    "first-steps/across",
    "grammar/any-goal",
    "metamorphosis/be-the-flag",
    "elements/keke-first",
    "first-steps/stepping-stone",
    "first-steps/open-sesame",
    "grammar/know-thyself",
    "elements/meltdown",
    "grammar/wrong-way",
    "metamorphosis/costume-party",
    "mastery/wake-keke",
    "mastery/three-voices",
)
"""Levels of our packs, by the length of their shortest solutions: from 4 moves to 72."""


@register_game
class Baba(Game[States]):
    """Change the rules by pushing their words about, and reach what is WIN.

    A state is its row of bytes (see `Batch`). `stop` decides when a play is lost: when nothing can
    follow, or as soon as nothing is YOU, which the published agents call death. The score is the
    `attraction` of the state: the nearness of YOU to WIN, words and PUSH.
    """

    name: ClassVar[str] = "baba"
    actions: ClassVar[tuple[str, ...]] = tuple(action.name.lower() for action in Action)
    ticks: ClassVar[int] = 200

    def __init__(self, level: GameLevel, stop: Stop = "lost") -> None:
        super().__init__(level)
        self.stop = stop
        self.batch = Batch(Level.parse(level.text, name=level.name))
        self._core = self.batch.level.core
        self._lost = STOP_BITS[stop]
        self._over = _core.WON | self._lost

    @classmethod
    def of(cls, level: Level, stop: Stop = "lost") -> Baba:
        """Return the game on a `Level`."""
        return cls(_make_level(level), stop)

    @classmethod
    def levels(cls) -> Sequence[GameLevel]:
        """See `Game`."""
        return _load_shipped()

    @classmethod
    def read_levels(cls, text: str, source: str) -> Sequence[GameLevel]:
        """Return the levels of a file in any format that `babalab levels` knows."""
        return [
            _make_level(level, level.id or level.name or str(number), source)
            for number, level in enumerate(
                read_source(SourceText(text, source)).require_levels(), start=1
            )
        ]

    @classmethod
    def level_named(cls, name: str) -> GameLevel:
        """Return one of the game's own levels, or the level at an address: a pack, file or map."""
        if name.isdecimal() or any(level.name == name for level in cls.levels()):
            return super().level_named(name)
        return _make_level(load_level(name), name)

    def start(self, chance: random.Random) -> States:
        """See `Game`."""
        return np.frombuffer(self._core.start(), np.uint8)

    def step(self, state: States, action: int, chance: random.Random) -> States:
        """See `Game`."""
        if state[_core.STATUS_AT] & self._over:
            return state
        return np.frombuffer(self._core.step(state.tobytes(), action), np.uint8)

    def score(self, state: States) -> float:
        """See `Game`."""
        return float(self.batch.attraction(state)[0])

    def won(self, state: States) -> bool:
        """See `Game`."""
        return bool(state[_core.STATUS_AT] & _core.WON)

    def lost(self, state: States) -> bool:
        """See `Game`."""
        status = int(state[_core.STATUS_AT])
        return bool(status & self._lost) and not status & _core.WON

    def over(self, state: States) -> bool:
        """See `Game`."""
        return bool(state[_core.STATUS_AT] & self._over)

    def copy(self, state: States) -> States:
        """See `Game`."""
        return state.copy()

    def key(self, state: States) -> bytes:
        """Return the exact hash: of everything that can influence the future."""
        return self._core.hash(state.tobytes(), HASH_KINDS["exact"]).to_bytes(16, "little")

    def picture(self, state: States) -> str:
        """See `Game`."""
        return self.batch.state(state).picture

    def play_plans(self, state: States, plans: Plans, chance: random.Random) -> Ends[States]:
        """See `Game`."""
        checked = self._check_plans(plans)
        plays = self.batch.play_plans(state, checked, stop=self.stop)
        return Ends(
            plays.states,  # type: ignore[arg-type]  # an array is a sequence of its rows
            self.batch.attraction(plays.states),
            plays.won,
            plays.over,
            plays.lengths,
            checked,
        )

    def native_model(self, chance: random.Random) -> _core.Model:
        """See `Game`."""
        return _core.model_of_baba(self._core, self._over, self.batch.threads)

    def play_randomly(
        self, states: Sequence[States], depth: int, chance: random.Random
    ) -> Ends[States]:
        """See `Game`. One number is drawn from the stream for any number of states."""
        if len(states) == 1:  # tree searches do this, and it is much faster
            rows = states[0][np.newaxis]
        else:
            rows = np.asarray(states, np.uint8).reshape(-1, self.batch.state_bytes)
        ends, actions, lengths = self._core.rollout(
            rows, depth, chance.getrandbits(63), 0, self._over, self.batch.threads
        )
        status = ends[:, _core.STATUS_AT]
        won = (status & _core.WON) != 0
        return Ends(
            ends,  # type: ignore[arg-type]  # as above
            self.batch.attraction(ends),
            won,
            ((status & self._lost) != 0) & ~won,
            lengths.astype(np.int64),
            actions,
        )

    def __reduce__(self) -> tuple[type[Baba], tuple[GameLevel, Stop]]:
        return type(self), (self.level, self.stop)


def _make_level(level: Level, name: str = "", source: str = "") -> GameLevel:
    return GameLevel(name or level.id or level.name, level.map, source)


@cache
def _load_shipped() -> tuple[GameLevel, ...]:
    return tuple(_make_level(load_level(address), address) for address in SHIPPED)
