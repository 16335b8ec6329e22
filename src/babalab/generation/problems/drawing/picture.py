"""A map as a picture: sprites from the game where they fit, and those of `sprites` beside them."""

from __future__ import annotations

from functools import cache
from typing import Final

import numpy as np
from numpy.typing import NDArray
from PIL import Image

from babalab.game.drawing import things
from babalab.game.drawing.palette import INDEX_OF, PALETTE
from babalab.generation.problems.drawing import sprites

BORDER: Final = "border"
GRIDS: Final = {
    BORDER: things.BORDER_STONE,
    "#": things.WALL,
    "@": things.BABA_DOWN,
    "$": sprites.CRATE,
    "o": sprites.TARGET,
    "k": sprites.KEY,
    "D": sprites.DOOR,
    "b": sprites.BAT,
    "s": sprites.SCORPION,
    "x": sprites.SPIDER,
}
"""The sprite of every character a map is written with; anything else is bare ground."""


def draw_map(text: str) -> Image.Image:
    """Draw a map written as text, with the border around it, 16 pixels a tile."""
    lines = text.splitlines()
    edge = [BORDER] * (len(lines[0]) + 2)
    rows = [edge, *([BORDER, *line, BORDER] for line in lines), edge]
    pixels = np.concatenate(
        [np.concatenate([_sprite(tile) for tile in row], axis=1) for row in rows]
    )
    return Image.fromarray(np.array(PALETTE, dtype=np.uint8)[pixels])


@cache
def _sprite(tile: str) -> NDArray[np.uint8]:
    grid = GRIDS.get(tile)
    if grid is None:
        return np.zeros((16, 16), dtype=np.uint8)
    return np.array([[INDEX_OF[key] for key in row] for row in grid.split()], dtype=np.uint8)
