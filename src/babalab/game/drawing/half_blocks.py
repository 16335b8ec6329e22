"""Pictures for terminals with colours: a column is a pixel wide, a line two pixels high.

The pixels are those of the sprites, averaged to smaller tiles. Words would be too small to read
that way, so each is a tile of its colour with letters of the terminal on it, in capitals when the
word is part of a rule in force, as in `terminal`.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
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
    letters: dict[tuple[int, int], tuple[str, Colour]] = {}
    for label in labels if side < SIDE else ():
        top, left = label.row * side, label.column * side
        painted[top : top + side, left : left + side] = label.tile
        text = label.word[:side].center(side)
        line = top // 2 + (side // 2 - 1) // 2
        letters |= {
            (line, left + place): (letter, label.letters) for place, letter in enumerate(text)
        }
    for line in range(len(painted) // 2):
        yield _merge_runs(
            _draw_cell(letters.get((line, column)), upper, lower)
            for column, (upper, lower) in enumerate(
                zip(_as_tuples(painted[2 * line]), _as_tuples(painted[2 * line + 1]), strict=True)
            )
        )


def _as_tuples(row: Colours) -> list[Colour]:
    return [(red, green, blue) for red, green, blue in row.tolist()]


def _draw_cell(letter: tuple[str, Colour] | None, upper: Colour, lower: Colour) -> Run:
    if letter is not None and letter[0] != FULL:
        return Run(letter[0], letter[1], lower)
    return Run(FULL, None, lower) if upper == lower else Run(UPPER_HALF, upper, lower)


def _merge_runs(cells: Iterator[Run]) -> list[Run]:
    runs: list[Run] = []
    for cell in cells:
        if runs and runs[-1][1:] == cell[1:]:
            runs[-1] = runs[-1]._replace(text=runs[-1].text + cell.text)
        else:
            runs.append(cell)
    return runs
