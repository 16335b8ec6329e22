"""The drawing of each type of sprites, chosen by its class, or by the rules if it never moves.

Most things in a game are of one class, Immovable: walls, water, food and floors. Their effects on
others tell them apart.
"""

from __future__ import annotations

import zlib
from collections.abc import Iterator
from functools import lru_cache
from typing import Final

from babalab.games.vgdl.description import Description, Effect, SpriteType

BY_CLASS: Final = {
    "Door": "door",
    "Portal": "portal",
    "Resource": "gem",
    "Flicker": "spark",
    "OrientedFlicker": "blade",
    "Missile": "dart",
    "SpawnPoint": "nest",
    "Bomber": "saucer",
    "RandomBomber": "rotor",
    "RandomNPC": "wanderer",
    "Chaser": "chaser",
    "Fleeing": "hare",
    "MovingAvatar": "walker",
    "FlakAvatar": "gunner",
    "ShootAvatar": "shooter",
}
"""The drawings of classes whatever the rules; missiles that block the way are an exception."""
GROUNDS: Final = ("dots", "tufts", "waves", "planks")
"""The drawings of types that can be walked on; the type's name decides which."""
FLAT: Final = frozenset({*GROUNDS, "hazard"})
"""The drawings that lie on the ground, below other sprites."""
SOLID: Final = frozenset({"bricks", "block"})

_BLOCK: Final = frozenset({"stepBack", "undoAll"})
_KILL: Final = frozenset({"killSprite", "killBoth"})
_TAKE: Final = _KILL | {"transformTo", "killIfOtherHasMore"}
_HURT: Final = _KILL | {"subtractHealthPoints"}


@lru_cache(maxsize=64)
def looks_of(description: Description) -> tuple[str, ...]:
    """Return the name of every type's drawing, by number."""
    return tuple(_look(description, each) for each in description.types)


def _look(description: Description, kind: SpriteType) -> str:
    number = kind.number
    avatars = {each.number for each in description.types if each.avatar}
    done = list(_effects_on(description, number))
    does = list(_effects_of(description, number))
    bars_way = any(effect.kind in _BLOCK and avatars & others for effect, others in does)
    if kind.kind == "Missile" and bars_way:
        return "boulder"
    if kind.kind in BY_CLASS:
        return BY_CLASS[kind.kind]
    taken = any((effect.kind in _TAKE and avatars & others) for effect, others in done) or any(
        effect.kill_second and avatars & others for effect, others in does
    )
    if kind.kind == "Passive":
        pushed = any(effect.kind == "bounceForward" for effect, _ in done)
        return "crate" if pushed else "token" if taken else "boulder"
    if not bars_way and any(
        effect.kind in _KILL and effect.score > 0 and avatars & others for effect, others in done
    ):
        return "token"
    if any(effect.kind in _BLOCK for effect, _ in does):
        return "bricks" if kind.name == "wall" else "block"
    if any(effect.kind in _HURT and avatars & others for effect, others in does):
        return "hazard"
    if taken:
        return "token"
    if any(number in description.family(each.stype) for each in _find_portals(description)):
        return "exit"
    if any(effect.kind in _TAKE for effect, _ in done):
        return "block"
    if kind.name == "wall":
        return "bricks"
    return GROUNDS[zlib.crc32(kind.name.encode()) % len(GROUNDS)]


def _find_portals(description: Description) -> Iterator[SpriteType]:
    return (each for each in description.types if each.kind == "Portal" and each.stype >= 0)


def _effects_on(description: Description, number: int) -> Iterator[tuple[Effect, frozenset[int]]]:
    """Yield the effects on a type, each with the types whose touch causes it."""
    for rule in description.pairs:
        if number in description.family(rule.first):
            for effect in rule.effects:
                yield effect, frozenset(description.family(rule.second))


def _effects_of(description: Description, number: int) -> Iterator[tuple[Effect, frozenset[int]]]:
    """Yield the effects of touching a type, each with the types that it affects."""
    for rule in description.pairs:
        if number in description.family(rule.second):
            for effect in rule.effects:
                yield effect, frozenset(description.family(rule.first))
