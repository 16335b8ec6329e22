"""Drawing a map: sprites for the tiles we have them for, coloured squares for others."""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING, Final

import numpy as np
from numpy.typing import NDArray
from PIL import Image

from babalab.game.drawing import things
from babalab.game.drawing.palette import INDEX_OF, PALETTE
from babalab.generation.problems.drawing import sprites

if TYPE_CHECKING:
    from babalab.generation.problems.values import Maps, Tile

SIDE: Final = 16
"""Pixels of a tile."""
BORDER: Final = "border"
EMPTY: Final = "empty"
SPRITES: Final = {
    BORDER: things.BORDER_STONE,
    "solid": things.WALL,
    "player": things.BABA_DOWN,
    "crate": sprites.CRATE,
    "target": sprites.TARGET,
    "key": sprites.KEY,
    "door": sprites.DOOR,
    "bat": sprites.BAT,
    "scorpion": sprites.SCORPION,
    "spider": sprites.SPIDER,
}
"""The sprite of each tile, by its name. `EMPTY` is bare ground."""
COLOURS: Final = "wyrgzvoqit"
"""Palette keys for the squares of other tiles, in turn."""


def draw_map(map_: Maps, width: int, tiles: tuple[Tile, ...]) -> Image.Image:
    """Draw a map with the border around it, 16 pixels a tile."""
    numbers = np.pad(map_.reshape(-1, width).astype(np.intp) + 1, 1)  # 0 is the border
    rows, columns = numbers.shape
    pixels = _draw_sprites(tiles)[numbers].swapaxes(1, 2).reshape(rows * SIDE, columns * SIDE)
    return Image.fromarray(np.array(PALETTE, dtype=np.uint8)[pixels])


@cache
def _draw_sprites(tiles: tuple[Tile, ...]) -> NDArray[np.uint8]:
    """Draw the border and every tile, as palette indices."""
    drawn = [_draw_sprite(SPRITES[BORDER])]
    squares = 0
    for tile in tiles:
        if tile.name in SPRITES:
            drawn.append(_draw_sprite(SPRITES[tile.name]))
        elif tile.name == EMPTY:
            drawn.append(np.zeros((SIDE, SIDE), dtype=np.uint8))
        else:
            drawn.append(_draw_square(squares))
            squares += 1
    return np.stack(drawn)


def _draw_sprite(grid: str) -> NDArray[np.uint8]:
    return np.array([[INDEX_OF[key] for key in row] for row in grid.split()], dtype=np.uint8)


def _draw_square(number: int) -> NDArray[np.uint8]:
    """Draw one of many different squares: all colours in turn, then all of them smaller."""
    smaller, colour = divmod(number, len(COLOURS))
    margin = 1 + smaller % (SIDE // 2 - 1)
    square = np.zeros((SIDE, SIDE), dtype=np.uint8)
    square[margin : SIDE - margin, margin : SIDE - margin] = INDEX_OF[COLOURS[colour]]
    return square
