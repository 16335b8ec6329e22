"""A game of VGDL behind the protocol of all games."""

from __future__ import annotations

import hashlib
import pickle
import random
from collections.abc import Sequence
from functools import lru_cache
from typing import Any, ClassVar, NamedTuple

import numpy as np
from numpy.typing import NDArray

from babalab.games.errors import GameError
from babalab.games.game import Game, GameLevel
from babalab.games.vgdl.description import Description
from babalab.games.vgdl.maps import Map, read_map
from babalab.games.vgdl.plain import PlainState, PlainVgdl
from babalab.games.vgdl.streams import JavaRandom, SplitStream, Stream
from babalab.games.vgdl.vocabulary import LAST_TICK


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
    disabled: bool
    resources: dict[str, int]
    """What it has ever held, by name."""
    category: int
    """0 avatar, 1 resource, 2 portal, 3 npc, 4 static, 5 made by the player, 6 other."""


class VgdlGame(Game[bytes]):
    """Base of all games of VGDL; `vgdl_game` makes one of a description."""

    description: ClassVar[Description]
    own_levels: ClassVar[tuple[GameLevel, ...]] = ()
    ticks: ClassVar[int] = LAST_TICK + 1

    def __init__(self, level: GameLevel) -> None:
        super().__init__(level)
        self.map: Map = read_map(self.description, level)
        self._engine = PlainVgdl(self.description, self.map)
        self._start = pickle.dumps(self._engine.start())
        self._last: tuple[bytes, PlainState] | None = None

    @classmethod
    def levels(cls) -> Sequence[GameLevel]:
        """See `Game`."""
        return cls.own_levels

    def start(self, chance: random.Random) -> bytes:  # noqa: ARG002 - the level draws nothing
        """See `Game`."""
        return self._start

    def _state(self, state: bytes) -> PlainState:
        if self._last is None or self._last[0] != state:
            self._last = state, pickle.loads(state)
        return self._last[1]

    def step(self, state: bytes, action: int, chance: random.Random) -> bytes:
        """See `Game`. Draws one number of 64 bits from the stream, or all from a `JavaRandom`."""
        now = pickle.loads(state)
        if now.over:
            return state
        self._engine.advance(now, self.actions[action], self._stream(chance))
        return pickle.dumps(now)

    def score(self, state: bytes) -> float:
        """See `Game`."""
        return float(self._state(state).score)

    def result_score(self, state: bytes) -> int:
        """As the framework reports it at the end: a win counts 1 at least."""
        return self._state(state).result_score

    def won(self, state: bytes) -> bool:
        """See `Game`."""
        return self._state(state).winner == 1

    def lost(self, state: bytes) -> bool:
        """See `Game`."""
        return self._state(state).over and not self.won(state)

    def tick(self, state: bytes) -> int:
        """How many ticks were played."""
        return self._state(state).tick

    def legal_actions(self, state: bytes) -> Sequence[int]:
        """Waiting and what the avatar can do; only waiting once it is disabled."""
        now = self._state(state)
        if now.over:
            return ()
        player = now.player
        if player is None or player.disabled:
            return (0,)
        able = player.type.behaviour.actions
        return [0, *(number for number, each in enumerate(self.actions) if each in able)]

    def key(self, state: bytes) -> bytes:
        """See `Game`."""
        return hashlib.blake2b(state, digest_size=16).digest()

    def sprites(self, state: bytes) -> list[SpriteView]:
        """All sprites, by type and within a type in the order of creation."""
        types = self.description.types
        return [
            SpriteView(
                each.type.number, each.number, *each.at, *each.orientation, each.health,
                each.disabled, {types[key].name: value for key, value in each.resources.items()},
                _category(each),
            )
            for each in self._engine.all_sprites(self._state(state))
        ]  # fmt: skip

    def avatar(self, state: bytes) -> SpriteView | None:
        """The player's sprite, disabled or not; None if there is none."""
        player = self._state(state).player
        if player is None:
            return None
        return next(each for each in self.sprites(state) if each.number == player.number)

    def grid(self, state: bytes) -> NDArray[np.uint8]:
        """Which types are in which cells, hidden ones not: an array (types, rows, columns) of 0, 1.

        A sprite between cells is in up to four of them; what is outside of the screen is in none.
        """
        found = np.zeros((len(self.description.types), self.map.rows, self.map.columns), np.uint8)
        block = self.map.block
        for each in self.sprites(state):
            if self.description.types[each.type].hidden:
                continue
            for row in range(each.y // block, (each.y + block - 1) // block + 1):
                for column in range(each.x // block, (each.x + block - 1) // block + 1):
                    if 0 <= row < self.map.rows and 0 <= column < self.map.columns:
                        found[each.type, row, column] = 1
        return found

    def picture(self, state: bytes) -> str:
        """The cells as the characters of the level's mapping, the topmost sprite of each."""
        from babalab.games.vgdl.pictures.text import state_text

        return state_text(self, state)

    def _stream(self, chance: random.Random) -> Stream:
        if isinstance(chance, JavaRandom):
            return chance
        return SplitStream(chance.getrandbits(64) if self.stochastic else 0)

    def __reduce__(self) -> tuple[Any, ...]:
        return _again, (self.description, self.own_levels, self.level)


def _category(sprite: Any) -> int:
    kind = sprite.type.behaviour
    flags = (
        kind.avatar, sprite.type.kind == "Resource", sprite.type.portal, kind.npc, kind.static,
        sprite.by_use,
    )  # fmt: skip
    return flags.index(True) if True in flags else len(flags)


def vgdl_game(description: Description, levels: Sequence[GameLevel] = ()) -> type[VgdlGame]:
    """The game that a description describes, with some levels of its own.

    Raises `GameError` if nothing in it can be played.
    """
    return _made(description.text, description.source, description.name, tuple(levels))


@lru_cache(maxsize=256)
def _made(text: str, source: str, name: str, levels: tuple[GameLevel, ...]) -> type[VgdlGame]:
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


def _again(description: Description, levels: tuple[GameLevel, ...], level: GameLevel) -> VgdlGame:
    return vgdl_game(description, levels)(level)
