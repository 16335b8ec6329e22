"""States for terminals: two columns a cell, in the sprites' colours, readable without them.

A sprite is its character, with a mark on the side it looks to where it looks somewhere. Walls and
the like fill their cells, and what lies on the ground is behind what stands on it.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, NamedTuple

from babalab.game.drawing.palette import Colour
from babalab.games.vgdl.description import Description
from babalab.games.vgdl.pictures.colours import PALETTE, colours_of, index_of
from babalab.games.vgdl.pictures.image import direction
from babalab.games.vgdl.pictures.looks import FLAT, SOLID, looks_of
from babalab.games.vgdl.pictures.text import EMPTY, marks_of, seen

if TYPE_CHECKING:
    from babalab.games.vgdl.game import SpriteView, VgdlGame

TURNED: Final = {"R": "{}>", "L": "<{}", "U": "{}^", "D": "{}v", "": "{} "}
FALLEN: Final = "x"
"""The avatar that is out of the game."""


class Cell(NamedTuple):
    """A cell, wide and narrow, and its colours in Rich's terms."""

    wide: str
    narrow: str
    style: str


def coloured_cells(game: VgdlGame, state: bytes) -> list[list[Cell]]:
    """Return all cells of a state, by rows: of each the topmost visible sprite."""
    bare = Cell(EMPTY * 2, EMPTY, f"on {_css(PALETTE[0])}")
    ground = [[0] * game.map.columns for _ in range(game.map.rows)]
    cells = [[bare] * game.map.columns for _ in range(game.map.rows)]
    looks, colours = looks_of(game.description), colours_of(game.description)
    for sprite, row, column in seen(game, state):
        look, colour = looks[sprite.type], colours[sprite.type]
        if look in FLAT:
            ground[row][column] = index_of("D", colour)
        cells[row][column] = _cell(game.description, sprite, look, colour, ground[row][column])
    return cells


def _cell(
    description: Description, sprite: SpriteView, look: str, colour: str, ground: int
) -> Cell:
    mark = FALLEN if sprite.disabled else marks_of(description)[sprite.type]
    behind = _css(PALETTE[ground])
    if look in SOLID:
        front, behind = (_css(PALETTE[index_of(key, colour)]) for key in "bd")
        return Cell(mark * 2, mark, f"{front} on {behind}")
    if look in FLAT:
        return Cell(mark + EMPTY, mark, f"{_css(PALETTE[index_of('d', colour)])} on {behind}")
    oriented = description.types[sprite.type].oriented and not sprite.disabled
    wide = TURNED[direction(sprite) if oriented else ""].format(mark)
    shade = "l" if description.types[sprite.type].avatar else "b"
    return Cell(wide, mark, f"bold {_css(PALETTE[index_of(shade, colour)])} on {behind}")


def _css(colour: Colour) -> str:
    return "#" + bytes(colour).hex()
