"""States for terminals: two columns a cell, in the colours of the sprites, readable without them.

A sprite is its character, with a mark on the side that it faces. Walls and the like fill their
cells, and the ground shows behind the sprites that stand on it.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, NamedTuple

from babalab.game.drawing.palette import Colour
from babalab.games.vgdl.description import Description
from babalab.games.vgdl.pictures.colours import PALETTE, colours_of, index_of
from babalab.games.vgdl.pictures.image import direction_of
from babalab.games.vgdl.pictures.looks import FLAT, SOLID, looks_of
from babalab.games.vgdl.pictures.text import EMPTY, locate_drawn, marks_of

if TYPE_CHECKING:
    from babalab.games.vgdl.game import SpriteView, VgdlGame

TURNED: Final = {"R": "{}>", "L": "<{}", "U": "{}^", "D": "{}v", "": "{} "}
FALLEN: Final = "x"
"""The mark of an avatar that is out of the game."""


class ColouredCell(NamedTuple):
    """A cell, wide and narrow, and its colours in Rich's terms."""

    wide: str
    narrow: str
    style: str


def colour_cells(game: VgdlGame, state: bytes) -> list[list[ColouredCell]]:
    """Return all cells of a state, by rows: of each the topmost visible sprite."""
    bare = ColouredCell(EMPTY * 2, EMPTY, f"on {_format_css(PALETTE[0])}")
    ground = [[0] * game.map.columns for _ in range(game.map.rows)]
    cells = [[bare] * game.map.columns for _ in range(game.map.rows)]
    looks, colours = looks_of(game.description), colours_of(game.description)
    for sprite, row, column in locate_drawn(game, state):
        look, colour = looks[sprite.type], colours[sprite.type]
        if look in FLAT:
            ground[row][column] = index_of("D", colour)
        cells[row][column] = _make_cell(game.description, sprite, look, colour, ground[row][column])
    return cells


def _make_cell(
    description: Description, sprite: SpriteView, look: str, colour: str, ground: int
) -> ColouredCell:
    mark = FALLEN if sprite.disabled else marks_of(description)[sprite.type]
    shades = {key: _format_css(PALETTE[index_of(key, colour)]) for key in "lbd"}
    behind = _format_css(PALETTE[ground])
    if look in SOLID:
        return ColouredCell(mark * 2, mark, f"{shades['b']} on {shades['d']}")
    if look in FLAT:
        return ColouredCell(mark + EMPTY, mark, f"{shades['d']} on {behind}")
    kind = description.types[sprite.type]
    facing = direction_of(sprite) if kind.oriented and not sprite.disabled else ""
    front = shades["l" if kind.avatar else "b"]
    return ColouredCell(TURNED[facing].format(mark), mark, f"bold {front} on {behind}")


def _format_css(colour: Colour) -> str:
    return "#" + bytes(colour).hex()
