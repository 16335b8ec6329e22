"""States as pictures made of pixels, in palette indices."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import lru_cache
from types import MappingProxyType
from typing import TYPE_CHECKING, Final

import numpy as np

from babalab.game.drawing.sprites import SIDE, Indices, fit_scale
from babalab.games.drawing.sheet import Sheet, sheet_of
from babalab.games.vgdl.pictures.art import GRIDS
from babalab.games.vgdl.pictures.colours import colours_of, index_of, to_palette
from babalab.games.vgdl.pictures.legend import LegendEntry, draw_legend
from babalab.games.vgdl.pictures.lettering import ink_of
from babalab.games.vgdl.pictures.looks import looks_of
from babalab.games.vgdl.pictures.status import STATUS_WIDTH, draw_status, status_height
from babalab.games.vgdl.pictures.text import list_drawn

if TYPE_CHECKING:
    from babalab.games.vgdl.game import SpriteView, VgdlGame

BAR: Final = SIDE - 4
"""The length in pixels of the bar that shows the health of a sprite."""
LONGEST_STEP: Final = 2
"""The cells from which on a sprite has jumped rather than gone."""
NO_HEADINGS: Final[Mapping[int, str]] = MappingProxyType({})
LONGEST_AMOUNT: Final = 2
"""The most digits of a number written on a sprite; a longer one would hide it."""


def choose_scale(game: VgdlGame) -> int:
    """Return the scale for pictures for which none is given."""
    return fit_scale(SIDE * max(game.map.columns, game.map.rows))


def draw_frame(
    game: VgdlGame, state: bytes, scale: int = 1, headings: Mapping[int, str] = NO_HEADINGS
) -> Indices:
    """Draw a state in palette indices, not enlarged: the screen, and the status below it.

    The letters are twice as large where the picture will not be enlarged. `headings` says where
    sprites look, by number, of which the game itself does not know it; see `Headings`.
    """
    sheet = sheet_of(type(game))
    letters = 2 if scale == 1 else 1
    height, width = game.map.rows * SIDE, game.map.columns * SIDE
    frame = np.zeros(
        (height + status_height(game, letters), max(width, STATUS_WIDTH * letters)), np.uint8
    )
    left = (frame.shape[1] - width) // 2
    board = frame[:height, left : left + width]
    if sheet.floor is not None:
        board[:] = np.tile(to_palette(sheet.floor), (game.map.rows, game.map.columns))
    tick = game.tick(state)
    for sprite in list_drawn(game, state):
        x, y = (place * SIDE // game.map.block for place in (sprite.x, sprite.y))
        _paste(board, _draw_sprite(game, sheet, sprite, tick, headings), x, y)
    draw_status(game, state, frame[height:], letters)
    return frame


def draw_frames(
    game: VgdlGame, states: Sequence[bytes], scale: int, *, legend: bool, before: Sequence[bytes]
) -> Iterator[Indices]:
    """Yield the frames of states, below each the legend of the whole play if there is one.

    `before` are the states of the same play before these.
    """
    entries = _list_entries(game, [*before, *states]) if legend else []
    headings = Headings(game)
    for state in before:
        headings.watch(state)
    for state in states:
        headings.watch(state)
        frame = draw_frame(game, state, scale, headings.known)
        if entries:
            strip = draw_legend(entries, frame.shape[1], 2 if scale == 1 else 1)
            frame = np.vstack((frame, strip))
        yield frame


class Headings:
    """Where the sprites of a play look, found by watching where they go.

    VGDL turns few of its sprites; the others just move. One that moves sideways looks there until
    it moves to the other side.
    """

    def __init__(self, game: VgdlGame) -> None:
        self.known: dict[int, str] = {}
        """R or L by the number of the sprite."""
        self._game = game
        self._places: dict[int, int] = {}

    def watch(self, state: bytes) -> None:
        """Look at the next state of the play."""
        for sprite in self._game.sprites(state):
            step = sprite.x - self._places.get(sprite.number, sprite.x)
            if 0 < abs(step) < LONGEST_STEP * self._game.map.block:
                self.known[sprite.number] = "R" if step > 0 else "L"
            self._places[sprite.number] = sprite.x


def _list_entries(game: VgdlGame, states: Iterable[bytes]) -> list[LegendEntry]:
    """Return every type that is seen in any of the states, as its first sprite looks."""
    sheet, types = sheet_of(type(game)), game.description.types
    colours = colours_of(game.description)
    first: dict[int, SpriteView] = {}
    for state in states:
        for sprite in list_drawn(game, state):
            first.setdefault(sprite.type, sprite)
    sprites = {
        number: _draw_sprite(game, sheet, sprite, 0, NO_HEADINGS)
        for number, sprite in sorted(first.items())
    }
    return [
        LegendEntry(sprite, types[number].name, colours[number])
        for number, sprite in sprites.items()
    ]


def _paste(board: Indices, sprite: Indices, x: int, y: int) -> None:
    """Lay a sprite on the board, as much of it as is on the screen."""
    top, left = max(0, -y), max(0, -x)
    room = board[max(0, y) : max(0, y + SIDE), max(0, x) : max(0, x + SIDE)]
    part = sprite[top : top + room.shape[0], left : left + room.shape[1]]
    np.copyto(room, part, where=part != 0)


def _draw_sprite(
    game: VgdlGame, sheet: Sheet, sprite: SpriteView, tick: int, headings: Mapping[int, str]
) -> Indices:
    kind = game.description.types[sprite.type]
    facing = direction_of(sprite) if kind.oriented else ""
    value = kind.value if kind.kind == "Resource" else 1
    full = max(sprite.max_health, sprite.health)
    health = -(-BAR * sprite.health // full) if sprite.health > 0 else 0
    heading = facing or headings.get(sprite.number, "")
    own = None if sprite.disabled else _find_own(game, sheet, sprite.type, heading, tick)
    if own is not None:
        return _complete(to_palette(own), value, health)
    look = "fallen" if sprite.disabled else looks_of(game.description)[sprite.type]
    return _make_sprite(look, facing, colours_of(game.description)[sprite.type], value, health)


def _find_own(game: VgdlGame, sheet: Sheet, number: int, facing: str, tick: int) -> Indices | None:
    """Return the game's own sprite of a type, or of the nearest above it; None without."""
    description = game.description
    names = (description.types[each].name for each in description.ancestry(number))
    found = (sheet.find(name, facing, tick) for name in names)
    return next((each for each in found if each is not None), None)


def direction_of(sprite: SpriteView) -> str:
    """Return the direction a sprite faces: R, L, D, U, or nothing; the longer axis counts."""
    x, y = sprite.orientation_x, sprite.orientation_y
    if x == y == 0:
        return ""
    if abs(x) >= abs(y):
        return "R" if x > 0 else "L"
    return "D" if y > 0 else "U"


@lru_cache(maxsize=4096)
def _make_sprite(look: str, facing: str, colour: str, value: int, health: int) -> Indices:
    """Return the generic picture of a sprite with its amount and health."""
    sprite = _complete(_turn(look, facing, colour).copy(), value, health)
    sprite.flags.writeable = False
    return sprite


def _complete(sprite: Indices, value: int, health: int) -> Indices:
    """Write the amount on a sprite, and its health above it."""
    if value != 1 and len(str(value)) <= LONGEST_AMOUNT:
        _write_amount(sprite, str(value))
    if health:
        sprite[0:3, 1 : BAR + 3] = index_of("k", "gray")
        sprite[1, 2 : 2 + BAR] = index_of("d", "red")
        sprite[1, 2 : 2 + health] = index_of("l", "green")
    return sprite


def _turn(look: str, facing: str, colour: str) -> Indices:
    """Return the drawing of a look, turned where it is one that turns."""
    if look == "shooter":
        look = {"": "shooterD", "L": "shooterR"}.get(facing, f"shooter{facing}")
        grid = _colour(look, colour)
        return np.fliplr(grid) if facing == "L" else grid
    if look == "dart" and not facing:
        return _colour("ball", colour)
    grid = _colour(look, colour)
    if look not in ("dart", "blade") or facing in ("", "R"):
        return grid
    return np.fliplr(grid) if facing == "L" else np.rot90(grid, 1 if facing == "U" else -1)


def _colour(look: str, colour: str) -> Indices:
    return np.array([[index_of(key, colour) for key in row] for row in GRIDS[look]], np.uint8)


def _write_amount(sprite: Indices, amount: str) -> None:
    """Write a number in the lower right corner, ink around it."""
    ink = ink_of(amount)
    height, width = ink.shape
    sprite[-height - 2 :, -width - 2 :] = index_of("k", "gray")
    corner = sprite[-height - 1 : -1, -width - 1 : -1]
    corner[ink] = index_of("w", "gray")
