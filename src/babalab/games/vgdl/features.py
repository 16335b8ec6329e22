"""A play of VGDL as a short row of numbers, the same for all levels of a game.

Every number is from -1 to 1. The first ten are about the play and the avatar, then there is one for
each resource, then four for each type of sprites that a play can have and that is not hidden:

- ``score``: s / (|s| + 10);
- ``tick``: the share of the longest play that is over;
- ``alive``: 1 while the avatar can act;
- ``x``, ``y``: of the avatar, as shares of the screen's width and height;
- ``facing x``, ``facing y``: its orientation;
- ``health``: as a share of its type's limit; ``health left``: of the most it had; ``most health``:
  the most it had as a share of the limit;
- ``has NAME``: how much of a resource the avatar has, as a share of its limit;
- ``NAME count``: n / (n + 1), so 0, 1/2, 2/3 …;
- ``NAME dx``, ``NAME dy``: from the avatar to the nearest one, as shares of width and height;
- ``NAME distance``: to that one, along the axes, as a share of width + height; 1 if there is none.

The nearest is that of the least distance along the axes in pixels, of several the oldest; the
avatar itself does not count. This is the definition: the core computes the same in bulk.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Final

import numpy as np
from numpy.typing import NDArray

from babalab.games.vgdl.description import Description
from babalab.games.vgdl.maps import Map
from babalab.games.vgdl.vocabulary import LAST_TICK

if TYPE_CHECKING:
    from babalab.games.vgdl.game import SpriteView

OF_THE_PLAY: Final = (
    "score", "tick", "alive", "x", "y", "facing x", "facing y", "health", "health left",
    "most health",
)  # fmt: skip
OF_A_TYPE: Final = ("count", "dx", "dy", "distance")
USUAL_SCORE: Final = 10.0
"""The score that counts one half."""


def feature_names(description: Description) -> tuple[str, ...]:
    """Return the name of each number."""
    types = description.types
    return (
        *OF_THE_PLAY,
        *(f"has {types[number].name}" for number in description.resources),
        *(
            f"{types[number].name} {what}"
            for number in seen_types(description)
            for what in OF_A_TYPE
        ),
    )


def seen_types(description: Description) -> tuple[int, ...]:
    """Return the types that have features: those that can occur and are not hidden."""
    return tuple(
        number for number in sorted(description.met) if not description.types[number].hidden
    )


def compute_features(
    description: Description,
    level: Map,
    score: float,
    tick: int,
    sprites: Sequence[SpriteView],
    avatar: SpriteView | None,
) -> NDArray[np.float32]:
    """Return the numbers of a state."""
    row = [score / (abs(score) + USUAL_SCORE), tick / (LAST_TICK + 1)]
    row += _describe_avatar(description, level, avatar)
    for number in seen_types(description):
        row += _describe_type(level, avatar, [each for each in sprites if each.type == number])
    return np.clip(np.array(row, np.float64), -1.0, 1.0).astype(np.float32)


def compute_grid(
    description: Description, level: Map, sprites: Sequence[SpriteView]
) -> NDArray[np.uint8]:
    """Compute which visible types are in which cells, as the core does, in plain Python."""
    found = np.zeros((len(description.types), level.rows, level.columns), np.uint8)
    block = level.block
    for each in sprites:
        if description.types[each.type].hidden:
            continue
        for row in range(each.y // block, (each.y + block - 1) // block + 1):
            for column in range(each.x // block, (each.x + block - 1) // block + 1):
                if 0 <= row < level.rows and 0 <= column < level.columns:
                    found[each.type, row, column] = 1
    return found


def _describe_avatar(
    description: Description, level: Map, avatar: SpriteView | None
) -> list[float]:
    if avatar is None:
        return [0.0] * (len(OF_THE_PLAY) - 2 + len(description.resources))
    limit = max(1, description.types[avatar.type].health_limit)
    amounts = [
        avatar.resources.get(description.types[number].name, 0)
        / max(1, description.types[number].limit)
        for number in description.resources
    ]
    return [
        0.0 if avatar.disabled else 1.0,
        avatar.x / level.width,
        avatar.y / level.height,
        avatar.orientation_x,
        avatar.orientation_y,
        avatar.health / limit,
        avatar.health / max(1, avatar.max_health),
        avatar.max_health / limit,
        *amounts,
    ]


def _describe_type(
    level: Map, avatar: SpriteView | None, there: Sequence[SpriteView]
) -> list[float]:
    count = len(there) / (len(there) + 1)
    others = [] if avatar is None else [each for each in there if each.number != avatar.number]
    if avatar is None or not others:
        return [count, 0.0, 0.0, 1.0]
    nearest = min(others, key=lambda each: abs(each.x - avatar.x) + abs(each.y - avatar.y))
    dx, dy = nearest.x - avatar.x, nearest.y - avatar.y
    distance = (abs(dx) + abs(dy)) / (level.width + level.height)
    return [count, dx / level.width, dy / level.height, distance]
