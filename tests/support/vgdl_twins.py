"""The engine of VGDL held against its plain twin, sprite by sprite after every tick."""

from __future__ import annotations

import random
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import Any

import numpy as np

from babalab.games.vgdl import JavaRandom, SpriteView, VgdlGame
from babalab.games.vgdl.features import compute_features, compute_grid
from babalab.games.vgdl.plain import PlainVgdl
from babalab.games.vgdl.plain_state import PlainState, Sprite
from babalab.games.vgdl.streams import SplitStream
from support.vgdl_coverage import CountingVgdl, TooManySpritesError

ACTIONS = ("wait", "use", "left", "right", "down", "up")


@dataclass(frozen=True)
class Seen:
    """All that can be seen of a state."""

    tick: int
    score: int
    result_score: int
    winner: int
    over: bool
    legal: tuple[str, ...]
    avatar: int | None
    sprites: tuple[Any, ...]

    def differences(self, other: Seen) -> Iterator[str]:
        """What another state has otherwise, for people."""
        for name in ("tick", "score", "result_score", "winner", "over", "legal", "avatar"):
            if getattr(self, name) != getattr(other, name):
                yield f"{name}: {getattr(self, name)} here, {getattr(other, name)} there"
        for each in self.sprites:
            if each not in other.sprites:
                yield f"only here: {each}"
        for each in other.sprites:
            if each not in self.sprites:
                yield f"only there: {each}"
        if self.sprites != other.sprites and sorted(self.sprites, key=repr) == sorted(
            other.sprites, key=repr
        ):
            yield "the sprites are in another order"


def seen_in_game(game: VgdlGame, state: bytes) -> Seen:
    """What the engine says."""
    avatar = game.avatar(state)
    won, over = game.won(state), game.over(state)
    return Seen(
        tick=game.tick(state),
        score=int(game.score(state)),
        result_score=game.result_score(state),
        winner=int(won) if over else -1,
        over=over,
        legal=tuple(game.actions[number] for number in game.legal_actions(state)),
        avatar=None if avatar is None else avatar.number,
        sprites=tuple(map(_flat, game.sprites(state))),
    )


def _flat(view: SpriteView) -> Any:
    # Floats as text: 0.0 and -0.0 would be equal, but not their bytes in a state.
    plain = [repr(each) if isinstance(each, float) else each for each in view[:-1]]
    return (*plain, tuple(sorted(view.resources.items())))


def seen_in_twin(twin: PlainVgdl, state: PlainState) -> Seen:
    """What the twin says."""
    player = state.player
    legal: tuple[str, ...] = ()
    if not state.over:
        able = () if player is None or player.disabled else player.type.behaviour.actions
        legal = ("wait", *able)
    names = [each.name for each in twin.description.types]
    return Seen(
        tick=state.tick,
        score=state.score,
        result_score=state.result_score,
        winner=state.winner,
        over=state.over,
        legal=legal,
        avatar=None if player is None else player.number,
        sprites=tuple(_view(each, names) for each in twin.list_sprites(state)),
    )


def _view(sprite: Sprite, names: list[str]) -> Any:
    kind = sprite.type.behaviour
    flags = (
        kind.avatar, sprite.type.kind == "Resource", sprite.type.portal, kind.npc, kind.static,
        sprite.by_use, True,
    )  # fmt: skip
    view = SpriteView(
        type=sprite.type.number,
        number=sprite.number,
        x=sprite.at[0],
        y=sprite.at[1],
        orientation_x=sprite.orientation[0],
        orientation_y=sprite.orientation[1],
        health=sprite.health,
        max_health=sprite.max_health,
        disabled=sprite.disabled,
        category=flags.index(True),
        resources={names[key]: value for key, value in sprite.resources.items()},
    )
    return _flat(view)


@dataclass
class MismatchError(AssertionError):
    """The engine and its twin differ."""

    tick: int
    stream: str
    told: list[str]

    def __str__(self) -> str:
        return f"after tick {self.tick} ({self.stream}):\n" + "\n".join(self.told)


def play_both(
    game: VgdlGame, actions: Iterable[int], seed: int, *, java: bool, most: int = 150,
    twin: CountingVgdl | None = None,
) -> int:  # fmt: skip
    """Play in both, and compare after every tick; how many there were.

    Numbers of actions are those of `ACTIONS`: what the game has not, it waits instead. Raises
    `MismatchError`.
    """
    twin = twin or CountingVgdl(game.description, game.map, most)
    chance = JavaRandom(seed) if java else random.Random(seed)
    twin_chance = JavaRandom(seed) if java else random.Random(seed)
    ticks = 0
    try:
        plain = twin.start()
    except TooManySpritesError:
        return 0
    state = game.start(chance)
    _compare(game, state, twin, plain, ticks, chance, twin_chance)
    for number in actions:
        if plain.over:
            break
        name = ACTIONS[number] if ACTIONS[number] in game.actions else "wait"
        if isinstance(twin_chance, JavaRandom):
            stream: Any = twin_chance
        else:
            stream = SplitStream(twin_chance.getrandbits(64) if game.stochastic else 0)
        try:
            twin.advance(plain, name, stream)
        except TooManySpritesError:
            break
        state = game.step(state, game.actions.index(name), chance)
        ticks += 1
        _compare(game, state, twin, plain, ticks, chance, twin_chance)
    return ticks


def _compare(
    game: VgdlGame, state: bytes, twin: PlainVgdl, plain: PlainState, ticks: int,
    chance: random.Random, twin_chance: random.Random,
) -> None:  # fmt: skip
    stream = type(chance).__name__
    here, there = seen_in_game(game, state), seen_in_twin(twin, plain)
    if here != there:
        raise MismatchError(ticks - 1, stream, list(here.differences(there)))
    if chance.getstate() != twin_chance.getstate():
        raise MismatchError(ticks - 1, stream, ["another number of draws"])
    if ticks % 4 == 0:
        _compare_observations(game, state, ticks, stream)


def _compare_observations(game: VgdlGame, state: bytes, ticks: int, stream: str) -> None:
    """What the core says of a state in arrays, and what their definitions make of its sprites."""
    sprites = game.sprites(state)
    told = game.score(state), game.tick(state), sprites, game.avatar(state)
    if not np.array_equal(game.grid(state), compute_grid(game.description, game.map, sprites)):
        raise MismatchError(ticks - 1, stream, ["another grid"])
    if not np.array_equal(
        game.features(state), compute_features(game.description, game.map, *told)
    ):
        raise MismatchError(ticks - 1, stream, ["other features"])
