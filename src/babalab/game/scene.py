"""Scenes to draw: every cell's pieces from the bottom up, however they are stored.

The drawing modules know scenes only, so that a state, a level under edit or a reference game can
be drawn alike.
"""

from __future__ import annotations

from dataclasses import dataclass

from babalab.game.action import Action


@dataclass(frozen=True, slots=True)
class Piece:
    """A thing, a word or a border stone, by its map character."""

    character: str
    facing: Action | None = None
    active: bool = False
    """Of a word: whether it is part of a rule in force."""


@dataclass(frozen=True, slots=True)
class Scene:
    """A picture to draw: `cells[y][x]` holds the pieces of a cell, the topmost last."""

    cells: tuple[tuple[tuple[Piece, ...], ...], ...]

    @property
    def height(self) -> int:
        """The number of rows."""
        return len(self.cells)

    @property
    def width(self) -> int:
        """The number of columns."""
        return len(self.cells[0])
