"""The sprite of every piece: a small grid of palette indices, made once and kept."""

from __future__ import annotations

from functools import cache
from typing import Final, NamedTuple

import numpy as np
import numpy.typing as npt

from babalab.game.action import Action
from babalab.game.drawing.letters import set_letters
from babalab.game.drawing.palette import INDEX_OF, dimmed_index
from babalab.game.drawing.sheets import Grid
from babalab.game.drawing.things import THINGS
from babalab.game.scene import Piece
from babalab.game.vocabulary import BORDER, THING_OF, WORD_OF

SIDE: Final = 16
"""Pixels along each side of a sprite."""

MAX_SCALE: Final = 32
"""The most times pictures can be enlarged: the largest boards would not fit in memory beyond."""

LONGEST_SIDE: Final = 640
"""The longest side in pixels of a picture without a given scale, if possible."""

Indices = npt.NDArray[np.uint8]
"""Palette indices by row and column."""


class WordColours(NamedTuple):
    """The palette keys a word is drawn with."""

    tile: str
    edge: str
    """The lower edge of the tile."""
    letters: str
    idle_letters: str
    """The letters of the inactive word, which are dimmed and stand on a dark tile."""


IDLE_TILE: Final = "n"
"""The palette key of the tile of every inactive word."""

#: Nouns have dark letters on the light colour of their thing, properties white letters on a
#: strong colour.
WORD_COLOURS: Final = {
    "baba": WordColours("w", "p", "k", "w"),
    "skull": WordColours("u", "v", "k", "u"),
    "flag": WordColours("y", "A", "k", "y"),
    "floor": WordColours("m", "e", "k", "m"),
    "grass": WordColours("h", "g", "k", "h"),
    "love": WordColours("j", "i", "k", "j"),
    "lava": WordColours("o", "c", "k", "o"),
    "rock": WordColours("t", "b", "k", "t"),
    "wall": WordColours("x", "z", "k", "x"),
    "keke": WordColours("c", "r", "k", "c"),
    "goop": WordColours("a", "q", "k", "a"),
    "is": WordColours("p", "s", "k", "p"),
    "you": WordColours("I", "J", "w", "i"),
    "win": WordColours("A", "B", "w", "y"),
    "kill": WordColours("D", "M", "w", "r"),
    "push": WordColours("B", "E", "w", "t"),
    "stop": WordColours("f", "G", "w", "h"),
    "move": WordColours("v", "V", "w", "u"),
    "hot": WordColours("r", "M", "w", "c"),
    "melt": WordColours("z", "Z", "w", "x"),
    "sink": WordColours("q", "Q", "w", "a"),
}


def look_of(piece: Piece) -> Piece:
    """Return the piece without what does not show, so that pieces drawn alike are equal.

    Raises `ValueError` if its character is not a thing, word or border stone.

    >>> look_of(Piece("r", Action.LEFT)) == look_of(Piece("r", Action.UP)) == Piece("r")
    True
    """
    character = piece.character
    if character in WORD_OF:
        return Piece(character, active=piece.active)
    facing = None if piece.facing is Action.RIGHT else piece.facing
    return Piece(character, facing if facing in _draw_looks(character) else None)


def sprite_of(piece: Piece) -> Indices:
    """Return the read-only picture of a piece; 0 where lower pieces show through.

    Raises `ValueError` if its character is not a thing, word or border stone.
    """
    return _draw_sprite(look_of(piece))


@cache
def _draw_sprite(look: Piece) -> Indices:
    if look.character in WORD_OF:
        sprite = _draw_word(WORD_OF[look.character], look.active)
    else:
        sprite = _draw_looks(look.character)[look.facing]
    sprite.flags.writeable = False
    return sprite


@cache
def _draw_looks(character: str) -> dict[Action | None, Indices]:
    """Return the pictures of a thing or border stone by facing, `None` standing for right."""
    name = "border" if character == BORDER else THING_OF.get(character)
    if name is None:
        raise ValueError(f"{character!r} is not a thing, word or border stone")
    right = to_indices(THINGS[name])
    if f"{name}.down" not in THINGS:
        return {None: right}
    down, up = (to_indices(THINGS[f"{name}.{look}"]) for look in ("down", "up"))
    return {None: right, Action.LEFT: right[:, ::-1], Action.DOWN: down, Action.UP: up}


def to_indices(grid: Grid) -> Indices:
    """Return the palette indices of a picture."""
    return np.array([[INDEX_OF[key] for key in row] for row in grid], dtype=np.uint8)


def _draw_word(word: str, active: bool) -> Indices:
    """Draw letters on a tile with rounded corners: bright if active, else dark and dim."""
    colours = WORD_COLOURS[word]
    sprite = np.zeros((SIDE, SIDE), dtype=np.uint8)
    if active:
        sprite[:-1] = INDEX_OF[colours.tile]
        sprite[-1] = INDEX_OF[colours.edge]
        ink, bottom = INDEX_OF[colours.letters], SIDE - 1
    else:
        sprite[:-1] = INDEX_OF[IDLE_TILE]
        ink, bottom = dimmed_index(colours.idle_letters), SIDE - 2
    for row, column in set_letters(word):
        sprite[row, column] = ink
    sprite[[0, 0, bottom, bottom], [0, -1, 0, -1]] = 0
    return sprite


def check_scale(scale: int) -> None:
    """Raise `ValueError` unless pictures can be enlarged `scale` times."""
    if not isinstance(scale, int) or not 1 <= scale <= MAX_SCALE:
        raise ValueError(f"scale must be a whole number from 1 to {MAX_SCALE}, not {scale!r}")


def fit_scale(longest: int) -> int:
    """Return the scale at which a side of so many pixels gets about `LONGEST_SIDE`, or 1."""
    return max(1, min(MAX_SCALE, LONGEST_SIDE // longest))
