"""The strip below a picture that shows every sprite with its name."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import Final, NamedTuple

import numpy as np

from babalab.game.drawing.sprites import SIDE, Indices
from babalab.games.vgdl.pictures.colours import index_of
from babalab.games.vgdl.pictures.lettering import ink_of

MARGIN: Final = 2


class LegendEntry(NamedTuple):
    """A sprite and its name."""

    sprite: Indices
    name: str
    colour: str


def draw_legend(entries: Sequence[LegendEntry], width: int, letters: int) -> Indices:
    """Draw all entries in as many rows as needed, with text enlarged `letters` times."""
    rows = list(_break_rows([(each, _enlarge(each.name, letters)) for each in entries], width))
    strip = np.full((len(rows) * (SIDE + MARGIN) + MARGIN, width), index_of("k", "gray"), np.uint8)
    for number, row in enumerate(rows):
        top, left = MARGIN + number * (SIDE + MARGIN), MARGIN
        for entry, ink in row:
            _lay(strip, entry.sprite, entry.sprite != 0, top, left)
            middle = top + (SIDE - ink.shape[0]) // 2
            name = np.full(ink.shape, index_of("l", entry.colour), np.uint8)
            _lay(strip, name, ink, middle, left + SIDE + MARGIN)
            left += _width(ink)
    return strip


def _break_rows(
    entries: Iterable[tuple[LegendEntry, Indices]], width: int
) -> Iterator[list[tuple[LegendEntry, Indices]]]:
    row: list[tuple[LegendEntry, Indices]] = []
    for entry, ink in entries:
        if row and MARGIN + sum(_width(other) for _, other in row) + _width(ink) > width:
            yield row
            row = []
        row.append((entry, ink))
    if row:
        yield row


def _enlarge(name: str, letters: int) -> Indices:
    return ink_of(name).repeat(letters, axis=0).repeat(letters, axis=1).astype(np.uint8)


def _width(ink: Indices) -> int:
    return SIDE + MARGIN + int(ink.shape[1]) + 2 * MARGIN


def _lay(strip: Indices, pixels: Indices, where: Indices, top: int, left: int) -> None:
    """Copy the pixels selected by `where`, as far as they fit."""
    room = strip[top : top + pixels.shape[0], left : left + pixels.shape[1]]
    fitting = slice(room.shape[0]), slice(room.shape[1])
    np.copyto(room, pixels[fitting], where=where[fitting].astype(np.bool_))
