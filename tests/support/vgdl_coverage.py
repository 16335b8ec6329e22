"""What plays of VGDL exercise: the plain twin, counting what it does in the vocabulary's words."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from functools import cache
from typing import Any

from babalab.games.vgdl import Description, Map, read_description
from babalab.games.vgdl.description import Effect, SpriteType, Termination, TimeRule
from babalab.games.vgdl.plain import PlainVgdl
from babalab.games.vgdl.plain_state import PlainState, Point, Sprite
from babalab.games.vgdl.streams import Stream
from babalab.games.vgdl.vocabulary import CLASSES, EFFECTS, SPRITE_KEYS, TERMINATIONS, TIME_KEYS
from support.vgdl_descriptions import MOVING

FIELDS = {
    "rotateInPlace": "rotates",
    "healthPoints": "health",
    "limitHealthPoints": "health_limit",
    "stypeTo": "stype_to",
    "killSecond": "kill_second",
    "killResource": "kill_second",
    "pixelPerfect": "pixel_perfect",
    "scoreChange": "score",
}
"""Where a key is in what was read, unless it is called the same."""
MAY_REFUSE = (
    "spawnIfHasMore",
    "collectResource",
    "changeResource",
    "killIfOtherHasMore",
    "addHealthPoints",
    "subtractHealthPoints",
)
"""Effects that don't always score."""
MOVED_BY = ("stepBack", "undoAll", "bounceForward", "turnAround", "wrapAround", "teleportToExit")
"""Effects that put the first sprite elsewhere."""


class TooManySpritesError(Exception):
    """More sprites than a test wants to wait for."""


def wanted() -> set[str]:
    """Everything that there is to exercise."""
    found = {f"sprite {key}" for key in SPRITE_KEYS}
    for name, kind in CLASSES.items():
        found |= {f"{name} {key}" for key in kind.keys}
        found |= {f"{name} does {action}" for action in kind.actions} or {f"{name} updates"}
    found |= {f"{name} moves" for name in (*MOVING, *MOVED_BY)}
    found |= {f"{name} spends" for name, kind in CLASSES.items() if "ammo" in kind.keys}
    for name, effect in EFFECTS.items():
        found |= {f"{name} {key}" for key in effect.keys}
        found |= {f"{name} happens", f"{name} scores"}
        if not effect.needs_second:
            found.add(f"{name} happens at the edge")
            found.add(f"{name} happens by time")
    found |= {f"{name} does not score" for name in MAY_REFUSE}
    for name, termination in TERMINATIONS.items():
        found |= {f"{name} {key}" for key in termination.keys}
        found |= {f"{name} wins", f"{name} loses"}
    found |= {f"TIME {key}" for key in TIME_KEYS}
    return found | {"square_size", "no square_size", "refused"}


def words_met(found: Iterable[str]) -> set[str]:
    """The words of all that was met: classes, effects, terminations, and keys of any of them."""
    return {word for each in found for word in each.split()}


class CountingVgdl(PlainVgdl):
    """The twin, which counts what happens; it gives up when there are too many sprites."""

    def __init__(
        self, description: Description, level: Map, most: int = 150, met: Counter[str] | None = None
    ) -> None:
        super().__init__(description, level)
        self.most = most
        self.met: Counter[str] = Counter() if met is None else met
        self._by_time = False
        self.met["square_size" if description.square_size else "no square_size"] += 1

    def create(
        self, state: PlainState, number: int, at: Point, *, ignore_singleton: bool = False
    ) -> Sprite | None:
        """See `PlainVgdl`."""
        if sum(map(len, state.sprites)) >= self.most:
            raise TooManySpritesError
        made = super().create(state, number, at, ignore_singleton=ignore_singleton)
        self.met.update(["refused"] if made is None else _changed_of_type(made.type))
        return made

    def _act(self, state: PlainState, player: Sprite, action: str) -> None:
        before = player.at, player.orientation, sum(map(len, state.sprites))
        ammo = dict(player.resources)
        super()._act(state, player, action)
        if ammo != player.resources:
            self.met[f"{player.type.kind} spends"] += 1
        if before != (player.at, player.orientation, sum(map(len, state.sprites))):
            self.met[f"{player.type.kind} does {action}"] += 1

    def _update(self, state: PlainState, sprite: Sprite, stream: Stream) -> None:
        before = sprite.at
        super()._update(state, sprite, stream)
        self.met[f"{sprite.type.kind} updates"] += 1
        if sprite.at != before:
            self.met[f"{sprite.type.kind} moves"] += 1

    def _apply_time_effects(self, state: PlainState, stream: Stream) -> None:
        self._by_time = True
        super()._apply_time_effects(state, stream)
        self._by_time = False

    def _execute(
        self, state: PlainState, effect: Effect, first: Sprite, second: Sprite | None,
        stream: Stream,
    ) -> bool:  # fmt: skip
        before = first.at
        scores = super()._execute(state, effect, first, second, stream)
        if first.at != before:
            self.met[f"{effect.kind} moves"] += 1
        if self._by_time:
            self.met[f"{effect.kind} happens by time"] += 1
            self.met.update(_changed_times(self.description.times))
        elif second is None:
            self.met[f"{effect.kind} happens at the edge"] += 1
        self.met[f"{effect.kind} happens"] += 1
        self.met[f"{effect.kind} {'scores' if scores else 'does not score'}"] += 1
        self.met.update(_changed_of_effect(effect))
        return scores

    def _is_satisfied(self, state: PlainState, termination: Termination) -> bool:
        satisfied = super()._is_satisfied(state, termination)
        if satisfied:
            self.met[f"{termination.kind} {'wins' if termination.win else 'loses'}"] += 1
            self.met.update(_changed_of_termination(termination))
        return satisfied


@cache
def _plain_type(kind: str) -> SpriteType:
    """What a class is without any key."""
    return read_description(
        f"BasicGame\n SpriteSet\n  it > {kind}\n LevelMapping\n InteractionSet\n TerminationSet\n"
    ).by_name["it"]


@cache
def _changed_of_type(kind: SpriteType) -> tuple[str, ...]:
    """The keys of a type that are not what they are without being written."""
    plain = _plain_type(kind.kind)
    common = [f"sprite {key}" for key in _changed(kind, plain, SPRITE_KEYS)]
    own = [f"{kind.kind} {key}" for key in _changed(kind, plain, CLASSES[kind.kind].keys)]
    return (*common, *own)


@cache
def _changed_of_effect(effect: Effect) -> tuple[str, ...]:
    keys = EFFECTS[effect.kind].keys
    return tuple(f"{effect.kind} {key}" for key in _changed(effect, Effect(effect.kind), keys))


@cache
def _changed_of_termination(termination: Termination) -> tuple[str, ...]:
    kind, plain = termination.kind, Termination(termination.kind, win=False)
    places = {"stype1": "stype", "stype2": "stype2", "stype": "stype", "limit": "limit"}
    return tuple(
        f"{kind} {key}"
        for key in TERMINATIONS[kind].keys
        if getattr(termination, places[key]) != getattr(plain, places[key])
    )


def _changed_times(rules: Iterable[TimeRule]) -> Iterator[str]:
    for rule in rules:
        if rule.timer:
            yield "TIME timer"
        if rule.repeating:
            yield "TIME repeating"


def _changed(this: Any, plain: Any, keys: Iterable[str]) -> Iterator[str]:
    for key in keys:
        name = FIELDS.get(key, key)
        if getattr(this, name) != getattr(plain, name):
            yield key
