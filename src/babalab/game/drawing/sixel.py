"""Pictures in Sixel, the format of DEC's terminals: bands of six rows, one colour after another."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import groupby
from typing import Final

import numpy as np

from babalab.game.drawing.palette import Colour
from babalab.game.drawing.sprites import Indices

BAND: Final = 6
"""Rows of pixels in a band; a character is a column of as many pixels, one bit each."""
FIRST: Final = ord("?")
"""The character of a column without a pixel."""
SHORTEST_RUN: Final = 4
"""Fewer equal characters are not longer than their count and one of them."""
MOST_COLOURS: Final = 256
"""What terminals can be expected to tell apart in one picture."""


def encode_sixel(pixels: Indices, palette: Sequence[Colour]) -> str:
    """Return the control string that draws a picture at the cursor."""
    height, width = pixels.shape
    used = [int(index) for index in np.unique(pixels)]
    colours = "".join(f"#{index};2;{_to_percents(palette[index])}" for index in used)
    bands = "-".join(_encode_band(pixels[top : top + BAND]) for top in range(0, height, BAND))
    # The second number keeps what is not drawn as it is, in place of filling it.
    return f'\x1bP0;1;0q"1;1;{width};{height}{colours}{bands}\x1b\\'


def _to_percents(colour: Colour) -> str:
    return ";".join(str(round(part * 100 / 255)) for part in colour)


def _encode_band(rows: Indices) -> str:
    """Return a band: a line for each colour, all at the same place."""
    bits = (1 << np.arange(len(rows), dtype=np.uint8))[:, None]
    lines = []
    for index in np.unique(rows):
        columns = ((rows == index) * bits).sum(axis=0, dtype=np.uint8) + FIRST
        lines.append(f"#{index}{''.join(_encode_runs(columns.tobytes().decode('ascii')))}")
    return "$".join(lines)


def _encode_runs(line: str) -> Iterator[str]:
    for character, run in groupby(line.rstrip(chr(FIRST))):
        count = len(list(run))
        yield character * count if count < SHORTEST_RUN else f"!{count}{character}"
