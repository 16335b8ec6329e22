"""Pictures of environments, with the drawings that all of babalab has."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray
from PIL import Image, ImageDraw, ImageFont

from babalab.game.drawing import draw_image, draw_text
from babalab.game.state import State
from babalab.games import Game
from babalab.games.vgdl import VgdlGame
from babalab.games.vgdl.pictures import draw_image as draw_vgdl_image

Frame = str | NDArray[np.uint8]
CELL = 16
"""Pixels of a character's side."""


def draw_baba(state: State, mode: str) -> Frame:
    """Draw a state of Baba as text (two characters a cell), or as an array of pixels."""
    if mode == "ansi":
        return draw_text(state.scene(), colour=False).plain
    return np.asarray(draw_image(state.scene()))


def draw_game(game: Game[Any], state: Any, mode: str) -> Frame:
    """Draw a state of any game as text, or as an array of pixels.

    A game without drawings of its own is drawn as its text.
    """
    if mode == "ansi":
        return game.picture(state)
    if isinstance(game, VgdlGame):
        return np.asarray(draw_vgdl_image(game, state))
    return _draw_characters(game.picture(state))


def _draw_characters(text: str) -> Frame:
    """Draw every character in a cell of its own, as the font is not of one width."""
    rows = text.split("\n")
    size = max(map(len, rows)) * CELL, len(rows) * CELL
    image = Image.new("RGB", size, "white")
    draw, font = ImageDraw.Draw(image), ImageFont.load_default()
    for row, line in enumerate(rows):
        for column, character in enumerate(line):
            middle = (column + 0.5) * CELL, (row + 0.5) * CELL
            draw.text(middle, character, "black", font, anchor="mm")
    return np.asarray(image)
