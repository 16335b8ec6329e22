"""Pictures of environments of any game."""

from __future__ import annotations

from typing import Any

import numpy as np
from PIL import Image, ImageDraw, ImageFont

from babalab.games import Game
from babalab.games.vgdl import VgdlGame
from babalab.games.vgdl.pictures import draw_image
from babalab.learning.rendering import Frame

MARGIN = 8
"""Pixels around a text."""


def draw_game(game: Game[Any], state: Any, mode: str) -> Frame:
    """A state as text, or as an array of pixels: drawn where the game can be, else its text."""
    if mode == "ansi":
        return game.picture(state)
    if isinstance(game, VgdlGame):
        return np.asarray(draw_image(game, state))
    return _as_pixels(game.picture(state))


def _as_pixels(text: str) -> Frame:
    font = ImageFont.load_default()
    ruler = ImageDraw.Draw(Image.new("L", (1, 1)))
    _, _, right, bottom = ruler.multiline_textbbox((0, 0), text, font)
    size = int(right) + 2 * MARGIN, int(bottom) + 2 * MARGIN
    image = Image.new("RGB", size, "white")
    ImageDraw.Draw(image).multiline_text((MARGIN, MARGIN), text, "black", font)
    return np.asarray(image)
