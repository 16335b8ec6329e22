"""Drawing a map: sprites for the tiles we have them for, coloured squares for others."""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING, Final

import numpy as np
from numpy.typing import NDArray
from PIL import Image

from babalab.game.drawing.palette import INDEX_OF, PALETTE
from babalab.game.drawing.sprites import to_indices
from babalab.game.drawing.things import THINGS
from babalab.generation.problems.drawing.sprites import TILES

if TYPE_CHECKING:
    from babalab.generation.problems.values import Maps, Tile

SIDE: Final = 16
"""Pixels of a tile."""
BORDER: Final = "border"
EMPTY: Final = "empty"
SPRITES: Final = {
    BORDER: THINGS["border"],
    "solid": THINGS["wall"],
    "player": THINGS["baba.down"],
    **TILES,
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
    drawn = [to_indices(SPRITES[BORDER])]
    squares = 0
    for tile in tiles:
        if tile.name in SPRITES:
            drawn.append(to_indices(SPRITES[tile.name]))
        elif tile.name == EMPTY:
            drawn.append(np.zeros((SIDE, SIDE), dtype=np.uint8))
        else:
            drawn.append(_draw_square(squares))
            squares += 1
    return np.stack(drawn)


def _draw_square(number: int) -> NDArray[np.uint8]:
    """Draw one of many different squares: all colours in turn, then all of them smaller."""
    smaller, colour = divmod(number, len(COLOURS))
    margin = 1 + smaller % (SIDE // 2 - 1)
    square = np.zeros((SIDE, SIDE), dtype=np.uint8)
    square[margin : SIDE - margin, margin : SIDE - margin] = INDEX_OF[COLOURS[colour]]
    return square
