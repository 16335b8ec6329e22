"""Fitting into the terminal: parts of boards and pictures, and lines that are cut."""

from __future__ import annotations

from collections.abc import Sequence

from babalab.cli.ui.text import Text
from babalab.game.scene import Scene
from babalab.game.state import Cell, State

COLUMNS_PER_CELL = 2
PLAYERS = "@+"
"""The marks of the player in pictures made of characters, as in XSB."""


def fit_scene(state: State, columns: int, lines: int, middle: Cell | None = None) -> Scene:
    """Return the state's scene cut to what fits as text; see `cut_scene`."""
    return cut_scene(state, columns // COLUMNS_PER_CELL, lines, middle)


def cut_scene(state: State, width: int, height: int, middle: Cell | None = None) -> Scene:
    """Return so many cells of the state's scene, the first YOU thing near their middle.

    `middle` is the cell to show where nothing is YOU.
    """
    scene = state.scene()
    y, x = next(iter(state.you), middle or (0, 0))
    rows, places = cut_window(y, scene.height, height), cut_window(x, scene.width, width)
    return Scene(tuple(row[places] for row in scene.cells[rows]))


def fit_picture(picture: str, columns: int, lines: int) -> str:
    """Return a picture made of characters cut to what fits, the player near its middle."""
    rows = picture.split("\n")
    width = max(map(len, rows))
    y, x = find_player(rows)
    places = cut_window(x, width, columns)
    return "\n".join(row[places] for row in rows[cut_window(y, len(rows), lines)])


def find_player(rows: Sequence[str]) -> Cell:
    """Return the cell of the player in rows of characters, or the middle if there is none."""
    return next(
        ((y, x) for y, row in enumerate(rows) for x, mark in enumerate(row) if mark in PLAYERS),
        (len(rows) // 2, max(map(len, rows)) // 2),
    )


def take_middle(length: int, room: int) -> slice:
    """Return the slice of the middle of a length that fits."""
    return cut_window(length // 2, length, room)


def cut_window(place: int, length: int, room: int) -> slice:
    """Return the slice of a length that fits, the place near its middle."""
    shown = max(1, min(length, room))
    first = max(0, min(place - shown // 2, length - shown))
    return slice(first, first + shown)


def make_line(text: str, style: str = "") -> Text:
    """Return text that is cut where the terminal ends."""
    return Text(text, style=style, no_wrap=True, overflow="ellipsis")
