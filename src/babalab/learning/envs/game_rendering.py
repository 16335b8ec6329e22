"""Pictures of environments of any game."""

from __future__ import annotations

from typing import Any

import numpy as np
from PIL import Image, ImageDraw, ImageFont

from babalab.games import Game
from babalab.games.vgdl import VgdlGame
from babalab.games.vgdl.pictures import draw_image
from babalab.learning.envs.rendering import Frame

CELL = 16
"""Pixels of a character's side."""


def draw_game(game: Game[Any], state: Any, mode: str) -> Frame:
    """A state as text, or as an array of pixels: drawn where the game can be, else its text."""
    if mode == "ansi":
        return game.picture(state)
    if isinstance(game, VgdlGame):
        return np.asarray(draw_image(game, state))
    return _as_pixels(game.picture(state))


def _as_pixels(text: str) -> Frame:
    """Every character in a cell of its own, as the font is not of one width."""
    rows = text.split("\n")
    size = max(map(len, rows)) * CELL, len(rows) * CELL
    image = Image.new("RGB", size, "white")
    draw, font = ImageDraw.Draw(image), ImageFont.load_default()
    for row, line in enumerate(rows):
        for column, character in enumerate(line):
            middle = (column + 0.5) * CELL, (row + 0.5) * CELL
            draw.text(middle, character, "black", font, anchor="mm")
    return np.asarray(image)
