"""The colours sprites are drawn with: few enough that a GIF holds them all exactly.

A picture is a grid of palette indices, as those of Baba's levels are: 0 is a hole in a sprite, and
the bare ground in a finished picture.
"""

from __future__ import annotations

import zlib
from collections.abc import Iterator
from functools import lru_cache
from typing import Final

import numpy as np

from babalab.game.drawing.palette import COLOURS, GROUND_KEY, Colour
from babalab.game.drawing.sprites import Indices
from babalab.games.drawing.sheet import SHEET_PALETTE
from babalab.games.vgdl.description import Description, SpriteType

NAMED: Final[dict[str, Colour]] = {
    name: (int(code[:2], 16), int(code[2:4], 16), int(code[4:], 16))
    for name, code in {
        "black": "3a3d4d",  # so light that it is seen on the ground
        "darkgray": "5a5f70",
        "gray": "858b9e",
        "lightgray": "b9bdca",
        "white": "f2f1ea",
        "red": "dd4444",
        "lightred": "f58f84",
        "orange": "f28c38",
        "lightorange": "f9bd7c",
        "gold": "d9a521",
        "yellow": "f7d94c",
        "brown": "99683f",
        "green": "4fa64a",
        "lightgreen": "9bdc6e",
        "teal": "27a39c",
        "blue": "4878d0",
        "darkblue": "3b4c9b",
        "lightblue": "84bdf0",
        "purple": "8a5fd0",
        "pink": "f08abb",
    }.items()
}
"""By the names that descriptions use, and some more."""
OTHER_NAMES: Final = {
    "grey": "gray", "darkgrey": "darkgray", "lightgrey": "lightgray", "violet": "purple",
    "magenta": "pink", "cyan": "lightblue", "darkgreen": "green", "darkred": "red",
}  # fmt: skip
SPARE: Final = (
    "green", "orange", "purple", "lightblue", "red", "teal", "pink", "gold", "brown", "lightgreen",
    "yellow", "lightred", "blue", "lightorange",
)  # fmt: skip
"""Colours for sprites that name none, a different one for each as long as there are enough."""
WALL: Final = "gray"
AVATAR: Final = "blue"

SHADES: Final = "lbdeD"
"""Of each colour: light, the body itself, dark, darker, and deep, which is nearly the ground."""
FIXED: Final = GROUND_KEY + "kwsfryp"
"""Keys of colours that are the same for all sprites: ink, white, steel, face and others."""
_FACE: Final[Colour] = (0xF7, 0xCF, 0xA4)


def _make_shades(body: Colour) -> Iterator[Colour]:
    ground = COLOURS[GROUND_KEY]
    yield _mix(body, (255, 255, 255), 0.45)
    yield body
    yield _mix(body, (0, 0, 0), 0.38)
    yield _mix(body, ground, 0.6)
    yield _mix(body, ground, 0.8)


def _mix(one: Colour, other: Colour, share: float) -> Colour:
    red, green, blue = (round((1 - share) * a + share * b) for a, b in zip(one, other, strict=True))
    return red, green, blue


PALETTE: Final[tuple[Colour, ...]] = (
    *(_FACE if key == "f" else COLOURS[key] for key in FIXED),
    *(shade for body in NAMED.values() for shade in _make_shades(body)),
    *SHEET_PALETTE[1:],
)
"""The colour of every index: the fixed ones, the shades of each that has a name, and those of the
sprites that games bring along."""


def index_of(key: str, colour: str) -> int:
    """Return the index of a key in the drawing of a sprite of a colour.

    >>> PALETTE[index_of("b", "gray")] == NAMED["gray"], index_of(".", "gray")
    (True, 0)
    """
    if key in SHADES:
        return len(FIXED) + len(SHADES) * list(NAMED).index(colour) + SHADES.index(key)
    return FIXED.index(key)


def to_palette(sprite: Indices) -> Indices:
    """Return a sprite of a sheet in indices of `PALETTE`."""
    return np.where(sprite == 0, 0, sprite + (len(PALETTE) - len(SHEET_PALETTE))).astype(np.uint8)


@lru_cache(maxsize=64)
def colours_of(description: Description) -> tuple[str, ...]:
    """Return the name of every type's colour, by number.

    A type that names none it knows gets one by its class and name, and one that no other type of
    the game has as long as there is any.
    """
    found = {each.number: _choose_by_name(each) for each in description.types}
    used = {found[number] for number in description.met}
    in_play = sorted(description.types, key=lambda each: each.number not in description.met)
    for each in in_play:
        if not found[each.number]:
            first = zlib.crc32(f"{each.kind} {each.name}".encode()) % len(SPARE)
            turn = [*SPARE[first:], *SPARE[:first]]
            found[each.number] = next((name for name in turn if name not in used), turn[0])
            used.add(found[each.number])
    return tuple(found[number] for number in range(len(found)))


def _choose_by_name(kind: SpriteType) -> str:
    name = kind.color.lower()
    name = OTHER_NAMES.get(name, name)
    if name in NAMED:
        return name
    if kind.name == "wall":
        return WALL
    return AVATAR if kind.avatar and kind.name == "avatar" else ""
