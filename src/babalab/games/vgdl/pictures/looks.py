"""What a type of sprites looks like: its class tells, and for still ones what the rules say.

Most of what stands about in a game is of one class, Immovable: walls, water, food and floors.
They are told apart by what they do to others.
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
"""The drawings of classes that have one whatever the rules, but for missiles one can't pass."""
GROUNDS: Final = ("dots", "tufts", "waves", "planks")
"""Of what can be walked on; which of them goes by the name."""
FLAT: Final = frozenset({*GROUNDS, "hazard"})
"""What lies on the ground, and others stand on."""
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
    done = list(_done_to(description, number))
    does = list(_done_by(description, number))
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
    if any(number in description.family(each.stype) for each in _portals(description)):
        return "exit"
    if any(effect.kind in _TAKE for effect, _ in done):
        return "block"
    if kind.name == "wall":
        return "bricks"
    return GROUNDS[zlib.crc32(kind.name.encode()) % len(GROUNDS)]


def _portals(description: Description) -> Iterator[SpriteType]:
    return (each for each in description.types if each.kind == "Portal" and each.stype >= 0)


def _done_to(description: Description, number: int) -> Iterator[tuple[Effect, frozenset[int]]]:
    """Yield the effects on a type, each with those whose touch has it."""
    for rule in description.pairs:
        if number in description.family(rule.first):
            for effect in rule.effects:
                yield effect, frozenset(description.family(rule.second))


def _done_by(description: Description, number: int) -> Iterator[tuple[Effect, frozenset[int]]]:
    """Yield the effects of a type's touch, each with those who have them."""
    for rule in description.pairs:
        if number in description.family(rule.second):
            for effect in rule.effects:
                yield effect, frozenset(description.family(rule.first))
