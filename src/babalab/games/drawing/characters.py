"""Pictures of states that are seen as text: a sprite for every character, or its letter."""

from __future__ import annotations

from functools import lru_cache
from typing import Final

import numpy as np
from PIL import Image, ImageDraw, ImageFont

from babalab.game.drawing.sprites import SIDE, Indices
from babalab.games.drawing.sheet import SHEET_COLOURS, Sheet

BLANK: Final = " "
LETTERS: Final = list(SHEET_COLOURS).index("w")
"""The index of the colour of letters."""


def draw_characters(picture: str, sheet: Sheet) -> Indices:
    """Draw rows of characters in indices of `SHEET_PALETTE`, a cell each.

    A character without a sprite in the sheet is drawn as a letter.
    """
    rows = picture.split("\n")
    board = np.zeros((len(rows) * SIDE, max(1, *map(len, rows)) * SIDE), np.uint8)
    if sheet.floor is not None:
        board[:] = np.tile(sheet.floor, (len(rows), board.shape[1] // SIDE))
    for y, row in enumerate(rows):
        for x, character in enumerate(row):
            sprite = sheet.find(character)
            if sprite is None:
                sprite = _draw_letter(character)
            room = board[y * SIDE : (y + 1) * SIDE, x * SIDE : (x + 1) * SIDE]
            np.copyto(room, sprite, where=sprite != 0)
    return board


@lru_cache(maxsize=1024)
def _draw_letter(character: str) -> Indices:
    """Return a character in the middle of a cell."""
    if not character.isprintable() or character == BLANK:
        return np.zeros((SIDE, SIDE), np.uint8)
    image = Image.new("1", (SIDE, SIDE))
    middle = SIDE // 2, SIDE // 2
    ImageDraw.Draw(image).text(middle, character, 1, ImageFont.load_default(), anchor="mm")
    return np.asarray(image).astype(np.uint8) * np.uint8(LETTERS)
