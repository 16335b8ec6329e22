"""The base class of all games: a forward model, which knows nothing about planners."""

from __future__ import annotations

import hashlib
import random
from abc import ABC, abstractmethod
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import Any, ClassVar, Final, Generic, TypeVar

import numpy as np
from numpy.typing import NDArray

from babalab import _core
from babalab.base.registry import ClassRegistry
from babalab.base.suggestions import unknown
from babalab.games.actions import check_actions
from babalab.games.errors import GameError
from babalab.games.layout import Layout, encode_picture, picture_layout

S = TypeVar("S")
"""A state of some game: an immutable value."""

Plans = NDArray[np.uint8]
"""Numbers of actions, one plan a row: shape (plans, length)."""


@dataclass(frozen=True, slots=True)
class GameLevel:
    """A level of a game: a name, and a text that the game can read."""

    name: str
    text: str
    source: str = ""
    """The file it comes from, and in it the line before the first of the text: for messages."""
    line: int = 0


@dataclass(frozen=True, slots=True)
class Ends(Generic[S]):
    """Where some plays ended, in arrays of one number for each."""

    states: Sequence[S]
    scores: NDArray[np.float64]
    won: NDArray[np.bool_]
    lost: NDArray[np.bool_]
    lengths: NDArray[np.int64]
    """Steps made: a play ends when the game is over, or with its plan."""
    actions: Plans
    """The actions played; those beyond the length of a play mean nothing."""

    @property
    def calls(self) -> int:
        """The total number of steps."""
        return int(self.lengths.sum())


class Game(ABC, Generic[S]):
    """A game on one of its levels. Derive from this, in one file, to add a game.

    A state is a value: no method changes one. Everything random is drawn from the stream that is
    passed, so that the same state, action and stream give the same state. Actions are indices of
    `actions`; an action that is not legal has the effect of doing nothing.

    The bulk methods (`play_plans`, `play_randomly`) are plain loops here. Games whose steps are
    native play everything in one call.
    """

    name: ClassVar[str]
    actions: ClassVar[tuple[str, ...]]
    """The names of the actions; `left right up down` are the arrow keys, `use` is the space bar."""
    stochastic: ClassVar[bool] = False
    """Whether anything is drawn from the stream."""
    ticks: ClassVar[int] = 500
    """The number of ticks after which a play ends without being won."""
    observations: ClassVar[tuple[str, ...]] = ("picture",)
    """The kinds of arrays that `observe` can make, the usual one first."""

    def __init__(self, level: GameLevel) -> None:
        """Read the level. Raises `LevelError` if the game has no such levels."""
        self.level = level

    @classmethod
    @abstractmethod
    def levels(cls) -> Sequence[GameLevel]:
        """Return the levels that come with the game, the easiest first."""

    @classmethod
    def substance(cls) -> str:
        """Return the text that a game is read from, if any.

        Results are stored for this text: another text is another game.
        """
        return ""

    @classmethod
    def read_levels(cls, text: str, source: str) -> Sequence[GameLevel]:
        """Return the levels in the text of a file, here one; `source` is the name of the file."""
        return [GameLevel(Path(source).stem, text, source)]

    @classmethod
    def level_named(cls, name: str) -> GameLevel:
        """Return one of the game's own levels by name; a number counts from 1."""
        own = cls.levels()
        by_name = {level.name: level for level in own}
        if name in by_name:
            return by_name[name]
        if name.isdecimal() and 1 <= int(name) <= len(own):
            return own[int(name) - 1]
        message = unknown("level", name, by_name, owner=cls.name, limit=5)
        raise GameError(f"{message}; a number from 1 to {len(own)} is a level too")

    @abstractmethod
    def start(self, chance: random.Random) -> S:
        """Return the first state."""

    def legal_actions(self, state: S) -> Sequence[int]:
        """Return the actions that may make a difference; none when the game is over."""
        return () if self.over(state) else range(len(self.actions))

    @abstractmethod
    def step(self, state: S, action: int, chance: random.Random) -> S:
        """Return the following state; after the game is over, the same one."""

    @abstractmethod
    def score(self, state: S) -> float:
        """Return the points so far: more is better."""

    @abstractmethod
    def won(self, state: S) -> bool:
        """Return whether the game is over and won."""

    @abstractmethod
    def lost(self, state: S) -> bool:
        """Return whether the game is over and can't be won any more."""

    def over(self, state: S) -> bool:
        """Return whether nothing can follow."""
        return self.won(state) or self.lost(state)

    def copy(self, state: S) -> S:
        """Return an equal, independent state; the same one where states can't be changed."""
        return state

    def key(self, state: S) -> bytes:
        """Return a hash of 128 bits: the same for equal states, in every process.

        By default of `repr(state)`, which must then say all about the state, and always the same.
        """
        return hashlib.blake2b(repr(state).encode(), digest_size=16).digest()

    def picture(self, state: S) -> str:
        """Return the state as text, for people."""
        return str(state)

    def layout(self, kind: str) -> Layout:
        """Describe the observations of a kind on this level."""
        self._check_kind(kind)
        return self._picture_layout

    def observe(self, state: S, kind: str) -> NDArray[Any]:
        """Return the state as an array for learners; here only ``picture``: its character codes.

        Games that know a better way override this, `layout` and `observations`.
        """
        self._check_kind(kind)
        return encode_picture(self.picture(state), self._picture_layout)

    @cached_property
    def _picture_layout(self) -> Layout:
        return picture_layout(self.picture(self.start(random.Random(0))))

    def _check_kind(self, kind: str) -> None:
        if kind not in self.observations:
            raise GameError(unknown("observation", kind, self.observations, owner=self.name))

    def play_plans(self, state: S, plans: Plans, chance: random.Random) -> Ends[S]:
        """Play every plan from this state, until its end or the game's."""
        checked = self._check_plans(plans)
        return self._play([state] * len(checked), checked.shape[1], chance, checked)

    def _check_plans(self, plans: Any) -> Plans:
        """Return a copy of plans in which every number is an action. Raises `GameError` else."""
        shape = np.shape(plans)
        if len(shape) != 2:
            raise GameError(f"plans must be rows of actions, not of the shape {shape}")
        return check_actions(plans, shape, len(self.actions), "plans")

    def play_randomly(self, states: Sequence[S], depth: int, chance: random.Random) -> Ends[S]:
        """Play up to `depth` equally likely actions from each state."""
        return self._play(states, depth, chance, None)

    def native_model(self, chance: random.Random) -> _core.Model | None:
        """Return what planners in the core play on, exactly as `play_plans` does with this stream.

        None, as here, if steps are not native: then `play_plans` is called. The plays of a call
        draw one number of 64 bits from the stream, and nothing unless the game is `stochastic`.
        """
        return None

    def _play(
        self, states: Sequence[S], depth: int, chance: random.Random, plans: Plans | None
    ) -> Ends[S]:
        draw, choices = chance.random, len(self.actions)
        given = None if plans is None else plans.tolist()
        lengths: list[int] = []
        ends: list[S] = []
        made: list[list[int]] = []
        for number, state in enumerate(states):
            played: list[int] = []
            while len(played) < depth and not self.over(state):
                action = int(draw() * choices) if given is None else given[number][len(played)]
                state = self.step(state, action, chance)
                played.append(action)
            ends.append(state)
            lengths.append(len(played))
            made.append(played + [0] * (depth - len(played)))
        return Ends(
            ends,
            np.array([self.score(state) for state in ends], np.float64),
            np.array([self.won(state) for state in ends], np.bool_),
            np.array([self.lost(state) for state in ends], np.bool_),
            np.array(lengths, np.int64),
            np.array(made, np.uint8).reshape(len(ends), depth) if plans is None else plans,
        )

    def __reduce__(self) -> tuple[Any, ...]:
        """Send a game to another process as its level, which is read again there."""
        return type(self), (self.level,)


GAMES: Final = ClassRegistry(Game, GameError, "babalab.games")  # type: ignore[type-abstract]
games = GAMES.all
register_game = GAMES.register
