"""Pictures for terminals with colours: a column is a pixel wide, a line two pixels high.

The pixels are those of the sprites, averaged to smaller tiles. Words would be too small to read
that way, so each is a tile of its colour with letters of the terminal on it, in capitals when the
word is part of a rule in force, as in `terminal`.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import lru_cache
from itertools import groupby
from typing import Final, NamedTuple

import numpy as np
import numpy.typing as npt
from PIL import Image

from babalab.game.drawing.frames import image_of
from babalab.game.drawing.palette import INDEX_OF, PALETTE, Colour, dimmed_index
from babalab.game.drawing.sprites import IDLE_TILE, SIDE, WORD_COLOURS, Indices
from babalab.game.scene import Scene
from babalab.game.vocabulary import WORD_OF

UPPER_HALF: Final = "▀"
FULL: Final = " "
"""The character of a cell of one colour, which is that of the background."""

SIDES: Final = (16, 12, 8, 6, 4)
"""The sides of tiles in pixels: even, as a line has two pixels."""

Colours = npt.NDArray[np.uint8]
"""Red, green and blue by row and column."""


class Label(NamedTuple):
    """A word on its tile. The place is that of the tile, in cells of the board."""

    row: int
    column: int
    word: str
    letters: Colour
    tile: Colour


Letter = tuple[int, str, Colour]
"""A letter of a word, its column before it and its colour behind it."""


class Run(NamedTuple):
    """Characters in a row with the same colours; without letters the background is all."""

    text: str
    front: Colour | None
    back: Colour


def label_words(scene: Scene) -> list[Label]:
    """Return a label for every word that is on top of its cell."""
    labels = []
    for y, row in enumerate(scene.cells):
        for x, pieces in enumerate(row):
            if not pieces or pieces[-1].character not in WORD_OF:
                continue
            word, active = WORD_OF[pieces[-1].character], pieces[-1].active
            colours = WORD_COLOURS[word]
            letters = INDEX_OF[colours.letters] if active else dimmed_index(colours.idle_letters)
            tile = INDEX_OF[colours.tile if active else IDLE_TILE]
            text = word.upper() if active else word.capitalize()
            labels.append(Label(y, x, text, PALETTE[letters], PALETTE[tile]))
    return labels


def average(pixels: Indices, palette: Sequence[Colour], side: int) -> Colours:
    """Return the colours of a picture whose tiles are `side` pixels wide instead of `SIDE`."""
    height, width = (length * side // SIDE for length in pixels.shape)
    image = image_of(pixels, palette).convert("RGB")
    return np.asarray(image.resize((width, height), Image.Resampling.BOX))


def draw_half_blocks(
    colours: Colours, side: int = SIDE, labels: Sequence[Label] = ()
) -> Iterator[list[Run]]:
    """Yield the lines of a picture of even height, its labels on tiles of this side."""
    painted = colours.copy()
    letters: dict[int, list[Letter]] = {}
    for label in labels if side < SIDE else ():
        top, left = label.row * side, label.column * side
        painted[top : top + side, left : left + side] = label.tile
        line = top // 2 + (side // 2 - 1) // 2
        letters.setdefault(line, []).extend(
            (left + place, letter, label.letters)
            for place, letter in enumerate(label.word[:side].center(side))
            if letter != FULL
        )
    for line in range(len(painted) // 2):
        upper, lower = painted[2 * line : 2 * line + 2]
        yield _draw_line(upper.tobytes(), lower.tobytes(), tuple(letters.get(line, ())))


@lru_cache(maxsize=1024)
def _draw_line(upper: bytes, lower: bytes, letters: tuple[Letter, ...]) -> list[Run]:
    """Return a line of two rows of pixels. Most lines are as they were in the last picture."""
    cells = [
        Run(FULL, None, below) if above == below else Run(UPPER_HALF, above, below)
        for above, below in zip(_as_colours(upper), _as_colours(lower), strict=True)
    ]
    for column, letter, colour in letters:
        cells[column] = Run(letter, colour, cells[column].back)
    runs = []
    for (front, back), alike in groupby(cells, key=lambda cell: (cell.front, cell.back)):
        runs.append(Run("".join(cell.text for cell in alike), front, back))
    return runs


def _as_colours(row: bytes) -> Iterator[Colour]:
    parts = iter(row)
    return zip(parts, parts, parts, strict=True)
