"""One picture with all our sprites, and the place of each in it.

The page draws its boards with it. The sprites are those of `babalab.game.drawing`, so a board looks
the same in the browser, in a PNG and in the terminal.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from io import BytesIO
from typing import Any, Final

import numpy as np
from PIL import Image

from babalab.game.action import Action
from babalab.game.drawing.palette import PALETTE
from babalab.game.drawing.sprites import SIDE, Indices, look_of, sprite_of
from babalab.game.scene import Piece
from babalab.game.vocabulary import BORDER, THING_OF, WORD_OF

COLUMNS: Final = 8
LOOKS: Final = {Action.UP: "u", Action.DOWN: "d", Action.LEFT: "l"}
"""The letters of the looks that have a sprite of their own; without one it is that to the right."""


@dataclass(frozen=True)
class SpriteSheet:
    """A picture of all sprites, in rows of `COLUMNS`."""

    png: bytes
    places: Mapping[str, int]
    """The number of each sprite, row by row, by its key: see `list_pieces`."""

    def as_json(self, name: str) -> dict[str, Any]:
        """Return the index, with `name` as the file of the picture."""
        return {"side": SIDE, "sheet": name, "columns": COLUMNS, "places": dict(self.places)}


def list_pieces() -> Iterator[tuple[str, Piece]]:
    """Yield every piece with a sprite of its own, and its key.

    A thing has its character as key (``b``), with ``.u``, ``.d`` or ``.l`` behind it where it looks
    up, down or left; an active word has a star (``B*``).
    """
    for character in THING_OF:
        yield character, Piece(character)
        for facing, letter in LOOKS.items():
            piece = Piece(character, facing)
            if look_of(piece) == piece:
                yield f"{character}.{letter}", piece
    for character in WORD_OF:
        yield character, Piece(character)
        yield f"{character}*", Piece(character, active=True)
    yield BORDER, Piece(BORDER)


def make_sprite_sheet() -> SpriteSheet:
    """Draw all sprites into one PNG, with the ground see-through."""
    pieces = dict(list_pieces())
    rows = -(-len(pieces) // COLUMNS)
    sheet = np.zeros((rows * SIDE, COLUMNS * SIDE), dtype=np.uint8)
    for number, piece in enumerate(pieces.values()):
        row, column = divmod(number, COLUMNS)
        cell = np.s_[row * SIDE : (row + 1) * SIDE, column * SIDE : (column + 1) * SIDE]
        sheet[cell] = sprite_of(piece)
    return SpriteSheet(encode_see_through(sheet), {key: n for n, key in enumerate(pieces)})


def encode_see_through(pixels: Indices) -> bytes:
    """Return a PNG of palette indices in which index 0 is see-through."""
    image = Image.fromarray(pixels)
    image.putpalette([part for colour in PALETTE for part in colour])
    buffer = BytesIO()
    image.save(buffer, "PNG", optimize=True, transparency=0)
    return buffer.getvalue()
