"""The layout of observations in arrays, and pictures as observations."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

OTHER_CHARACTER = 255
"""The code of all characters that a byte can't hold."""


@dataclass(frozen=True, slots=True)
class Layout:
    """The shape, type and range of the arrays of a kind of observation."""

    shape: tuple[int, ...]
    type: np.dtype[Any]
    least: float
    most: float

    def empty(self, count: int | None = None) -> NDArray[Any]:
        """Return an array of zeros for one observation, or for `count` of them."""
        return np.zeros(self.shape if count is None else (count, *self.shape), self.type)


def merge_layouts(layouts: Sequence[Layout]) -> Layout:
    """Return a layout large enough for observations of all of these."""
    first = layouts[0]
    shape = tuple(max(sides) for sides in zip(*(each.shape for each in layouts), strict=True))
    least, most = min(each.least for each in layouts), max(each.most for each in layouts)
    return Layout(shape, first.type, least, most)


def place(seen: NDArray[Any], into: NDArray[Any]) -> None:
    """Put an observation at the beginning of every axis of a larger array, and zeros elsewhere."""
    if seen.shape != into.shape:
        into[...] = 0
    into[tuple(slice(side) for side in seen.shape)] = seen


def picture_layout(picture: str) -> Layout:
    """Return the layout of pictures as large as this one."""
    rows = picture.split("\n")
    shape = len(rows), max(map(len, rows))
    return Layout(shape, np.dtype(np.uint8), 0, OTHER_CHARACTER)


def encode_picture(picture: str, layout: Layout) -> NDArray[np.uint8]:
    """Return the codes of a picture's characters, 0 where there is none, cropped to fit.

    >>> encode_picture("me", picture_layout("here")).tolist()
    [[109, 101, 0, 0]]
    """
    codes: NDArray[np.uint8] = layout.empty()
    rows, columns = layout.shape
    for row, line in enumerate(picture.split("\n")[:rows]):
        for column, character in enumerate(line[:columns]):
            codes[row, column] = min(ord(character), OTHER_CHARACTER)
    return codes
