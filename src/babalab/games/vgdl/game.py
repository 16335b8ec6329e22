"""Games described in VGDL, with the interface of all games."""

from __future__ import annotations

import random
from collections.abc import Sequence
from functools import cached_property, lru_cache
from typing import Any, ClassVar, Final, NamedTuple, overload

import numpy as np
from numpy.typing import NDArray

from babalab import _core
from babalab.games.errors import GameError
from babalab.games.game import Ends, Game, GameLevel, Plans
from babalab.games.layout import Layout
from babalab.games.vgdl.description import Description
from babalab.games.vgdl.features import feature_names
from babalab.games.vgdl.maps import Map, read_map
from babalab.games.vgdl.streams import JavaRandom
from babalab.games.vgdl.tables import ACTION_NUMBERS, make_tables
from babalab.games.vgdl.vocabulary import LAST_TICK

_NEVER_HELD: Final = -(2**63)
_NativeEnds = tuple[
    bytes,
    NDArray[np.int64],
    NDArray[np.float64],
    NDArray[np.bool_],
    NDArray[np.bool_],
    NDArray[np.int64],
]
"""All last states in a row, where each begins, scores, won, lost, and lengths of plays."""


class SpriteView(NamedTuple):
    """A sprite as observers see it; x and y are pixels."""

    type: int
    number: int
    """Sprites count from 0 through the whole play."""
    x: int
    y: int
    orientation_x: float
    orientation_y: float
    health: int
    max_health: int
    disabled: bool
    category: int
    """0 avatar, 1 resource, 2 portal, 3 npc, 4 static, 5 made by the player, 6 other."""
    resources: dict[str, int]
    """The amounts of resources it has ever held, by name."""


class EndStates(Sequence[bytes]):
    """States in one long row, each cut out when it is asked for."""

    def __init__(self, rows: bytes, starts: NDArray[np.int64]) -> None:
        self._rows = rows
        self._starts = starts

    def __len__(self) -> int:
        return len(self._starts) - 1

    @overload
    def __getitem__(self, place: int) -> bytes: ...

    @overload
    def __getitem__(self, place: slice) -> list[bytes]: ...

    def __getitem__(self, place: int | slice) -> bytes | list[bytes]:
        if isinstance(place, slice):
            return [self[each] for each in range(*place.indices(len(self)))]
        place = range(len(self))[place]
        return self._rows[self._starts[place] : self._starts[place + 1]]


class VgdlGame(Game[bytes]):
    """Base of all games of VGDL; `vgdl_game` makes one from a description.

    Chance comes from the stream that is passed. A `JavaRandom` is drawn from number by number, as
    in the framework. From any other stream a step draws one number of 64 bits, from which the core
    derives all that it needs; if nothing is random, it draws none.
    """

    description: ClassVar[Description]
    own_levels: ClassVar[tuple[GameLevel, ...]] = ()
    ticks: ClassVar[int] = LAST_TICK + 1
    observations: ClassVar[tuple[str, ...]] = ("grid", "features", "picture")

    def __init__(self, level: GameLevel) -> None:
        super().__init__(level)
        self.map: Map = read_map(self.description, level)
        numbers = [ACTION_NUMBERS[action] for action in self.actions]
        self._core = _core.Vgdl(make_tables(self.description), self.map, numbers)
        self._start = self._core.start()

    @property
    def core(self) -> _core.Vgdl:
        """The native game on this level, for playing many at once."""
        return self._core

    @classmethod
    def levels(cls) -> Sequence[GameLevel]:
        """See `Game`."""
        return cls.own_levels

    @classmethod
    def substance(cls) -> str:
        """Return the engine's digest, the text, and the tables made from it."""
        described = cls.description
        return f"{_core.VGDL_DIGEST}\n{described.text}\n{make_tables(described)}"

    def start(self, chance: random.Random) -> bytes:
        """See `Game`."""
        return self._start

    def step(self, state: bytes, action: int, chance: random.Random) -> bytes:
        """See `Game`."""
        if isinstance(chance, JavaRandom):
            state, chance.state = self._core.step(state, action, True, chance.state)
            return state
        return self._core.step(state, action, False, self._seed(chance))[0]

    def score(self, state: bytes) -> float:
        """See `Game`."""
        return float(self._core.status(state)[0])

    def result_score(self, state: bytes) -> int:
        """Return the score as the framework reports it at the end: a win counts 1 at least."""
        score, _, winner, _ = self._core.status(state)
        return 1 if winner == 1 and score <= 0 else score

    def won(self, state: bytes) -> bool:
        """See `Game`."""
        return self._core.status(state)[2] == 1

    def lost(self, state: bytes) -> bool:
        """See `Game`."""
        _, _, winner, over = self._core.status(state)
        return over and winner != 1

    def over(self, state: bytes) -> bool:
        """See `Game`."""
        return self._core.status(state)[3]

    def tick(self, state: bytes) -> int:
        """Return the number of ticks played."""
        return self._core.status(state)[1]

    def legal_actions(self, state: bytes) -> Sequence[int]:
        """Return waiting and the actions of the avatar; only waiting once it is disabled."""
        if self.over(state):
            return ()
        player = self._core.player(state)
        if player is None or player[2]:
            return (0,)
        return self._able[player[0]]

    @cached_property
    def _able(self) -> dict[int, tuple[int, ...]]:
        """Return the actions of each type of avatar."""
        return {
            each.number: (
                0,
                *(
                    number
                    for number, action in enumerate(self.actions)
                    if action in each.behaviour.actions
                ),
            )
            for each in self.description.types
            if each.avatar
        }

    def key(self, state: bytes) -> bytes:
        """See `Game`."""
        return self._core.hash(state)

    def play_plans(self, state: bytes, plans: Plans, chance: random.Random) -> Ends[bytes]:
        """See `Game`. One number is drawn from the stream for any number of plans."""
        if isinstance(chance, JavaRandom):
            return super().play_plans(state, plans, chance)
        checked = self._check_plans(plans)
        return _make_ends(self._core.play_plans(state, checked, self._seed(chance)), checked)

    def play_randomly(
        self, states: Sequence[bytes], depth: int, chance: random.Random
    ) -> Ends[bytes]:
        """See `Game`. One number is drawn from the stream for any number of states."""
        if isinstance(chance, JavaRandom):
            return super().play_randomly(states, depth, chance)
        seed = chance.getrandbits(64)
        return _make_ends(*self._core.play_randomly(states, depth, seed))

    def native_model(self, chance: random.Random) -> _core.Model | None:
        """See `Game`."""
        return None if isinstance(chance, JavaRandom) else _core.model_of_vgdl(self._core)

    def sprites(self, state: bytes) -> list[SpriteView]:
        """Return all sprites, by type and within a type in the order of creation."""
        numbers, orientations, amounts = self._core.sprites(state)
        names = [self.description.types[number].name for number in self.description.resources]
        return [
            SpriteView(
                number, of, x, y, facing[0], facing[1], health, most, bool(disabled), category,
                {
                    name: amount
                    for name, amount in zip(names, held, strict=True)
                    if amount != _NEVER_HELD
                },
            )
            for (number, of, x, y, health, most, disabled, category), facing, held in zip(
                numbers.tolist(), orientations.tolist(), amounts.tolist(), strict=True
            )
        ]  # fmt: skip

    def avatar(self, state: bytes) -> SpriteView | None:
        """Return the player's sprite, disabled or not; None if there is none."""
        player = self._core.player(state)
        if player is None:
            return None
        return next(each for each in self.sprites(state) if each.number == player[1])

    def grid(self, state: bytes) -> NDArray[np.uint8]:
        """Return which visible types are in which cells: an array (types, rows, columns).

        A sprite between cells is in up to four of them, one outside of the screen in none.
        """
        return self._core.grid(state)

    def features(self, state: bytes) -> NDArray[np.float32]:
        """Return the state as a row of numbers: see `babalab.games.vgdl.features`."""
        return self._core.features(state)

    def layout(self, kind: str) -> Layout:
        """See `Game`."""
        if kind == "grid":
            shape = len(self.description.types), self.map.rows, self.map.columns
            return Layout(shape, np.dtype(np.uint8), 0, 1)
        if kind == "features":
            length = len(feature_names(self.description))
            return Layout((length,), np.dtype(np.float32), -1, 1)
        return super().layout(kind)

    def observe(self, state: bytes, kind: str) -> NDArray[Any]:
        """See `Game`. ``grid`` and ``features`` are the methods of these names."""
        if kind == "grid":
            return self.grid(state)
        return self.features(state) if kind == "features" else super().observe(state, kind)

    def picture(self, state: bytes) -> str:
        """Return the cells as the characters of the level's mapping, the topmost sprite of each."""
        from babalab.games.vgdl.pictures.text import state_text

        return state_text(self, state)

    def _seed(self, chance: random.Random) -> int:
        return chance.getrandbits(64) if self.stochastic else 0

    def __reduce__(self) -> tuple[Any, ...]:
        return _restore, (self.description, self.own_levels, self.level)


def _make_ends(found: _NativeEnds, actions: Plans) -> Ends[bytes]:
    rows, starts, scores, won, lost, lengths = found
    return Ends(EndStates(rows, starts), scores, won, lost, lengths, actions)


def vgdl_game(description: Description, levels: Sequence[GameLevel] = ()) -> type[VgdlGame]:
    """Return the game that a description describes, with some levels of its own.

    Raises `GameError` if nothing in it can be played.
    """
    return _make_game(description.text, description.source, description.name, tuple(levels))


@lru_cache(maxsize=256)
def _make_game(text: str, source: str, name: str, levels: tuple[GameLevel, ...]) -> type[VgdlGame]:
    from babalab.games.vgdl.reading import read_description

    description = read_description(text, source, name)
    if not description.avatars:
        raise GameError(f"{source or name}: there is no avatar among the sprites; add one")
    return type(
        "".join(word.capitalize() for word in name.replace("-", " ").replace("_", " ").split()),
        (VgdlGame,),
        {
            "__doc__": description.about or f"A game of VGDL, {name}.",
            "__module__": __name__,
            "description": description,
            "own_levels": levels,
            "name": name,
            "actions": description.actions,
            "stochastic": description.stochastic,
        },
    )


def _restore(description: Description, levels: tuple[GameLevel, ...], level: GameLevel) -> VgdlGame:
    return vgdl_game(description, levels)(level)
