"""Sheets of sprites beside a game: ``NAME_sprites.txt``, pixel art as text.

A sheet has lines of names, each above the rows of their pictures, and a blank line before the next
names; a line that begins with ``;`` is a comment. A picture has 16 rows of 16 keys of colours, or
of 8 for the left half of one that is the same on both sides. ``.`` is a hole.

A picture is named after what it shows: a type of sprites in VGDL, a character of the picture of
any other game. ``NAME.right``, ``.left``, ``.up`` and ``.down`` show something that looks there,
and ``NAME.2``, ``NAME.3`` … are further frames of something that moves. `FLOOR` is what everything
stands on.
"""

from __future__ import annotations

import inspect
from collections.abc import Iterator, Mapping, Sequence
from functools import lru_cache
from pathlib import Path
from typing import Any, Final

import numpy as np

from babalab.base.diagnostics import Diagnostic, Flaw
from babalab.base.errors import BabalabError
from babalab.base.suggestions import unknown
from babalab.game.drawing.palette import COLOURS, Colour
from babalab.game.drawing.sprites import SIDE, Indices
from babalab.games.errors import DescriptionError
from babalab.games.game import Game
from babalab.levels.files import read_bytes

ENDING: Final = "_sprites.txt"
"""The end of the name of a file with sprites."""
FLOOR: Final = "FLOOR"
COMMENT: Final = ";"
TICKS_PER_FRAME: Final = 3
"""The ticks for which a frame of something that moves is shown."""
SHEET_COLOURS: Final[dict[str, Colour]] = {
    **COLOURS,
    "F": (0xF7, 0xCF, 0xA4),  # skin
    "N": (0x3B, 0x7A, 0x45),  # meadow
    "O": (0x4B, 0x91, 0x50),
    "X": (0xE6, 0xEC, 0xF7),  # snow
    "Y": (0xCD, 0xD8, 0xEE),
    "T": (0xA9, 0xD3, 0xE8),  # a sheet of ice
    "U": (0xC4, 0xE3, 0xF1),
    "C": (0x8A, 0x5A, 0x44),  # tiles
    "L": (0x75, 0x49, 0x3A),
    "P": (0xC0, 0x93, 0x62),  # boards
    "H": (0x56, 0x5B, 0x75),  # pavement
}
"""The colour of each key that a sheet may use: those of Baba's sprites, and some for grounds."""
SHEET_PALETTE: Final = tuple(SHEET_COLOURS.values())
_INDEX: Final = {key: index for index, key in enumerate(SHEET_COLOURS)}
_LARGEST: Final = 1_000_000
"""The most bytes of a sheet."""


class Sheet:
    """Sprites by name, in indices of `SHEET_PALETTE`; 0 is a hole."""

    def __init__(self, sprites: Mapping[str, Indices]) -> None:
        self.sprites = sprites
        self._found: dict[tuple[str, str, int], Indices | None] = {}

    def find(self, name: str, facing: str = "", tick: int = 0) -> Indices | None:
        """Return the sprite for something that faces R, L, U, D or nowhere, at a tick.

        What has no picture for its direction is shown as it is, or a mirrored or turned picture.
        """
        moment = tick // TICKS_PER_FRAME
        key = name, facing, moment % self._count_frames(name)
        if key not in self._found:
            self._found[key] = self._turn(name, facing, moment)
        return self._found[key]

    @property
    def floor(self) -> Indices | None:
        """The sprite of the floor, if there is one."""
        return self.find(FLOOR)

    def _count_frames(self, name: str) -> int:
        """Return a number of ticks after which everything of this name is shown again."""
        frames = [each.rpartition(".")[2] for each in self.sprites if each.startswith(f"{name}.")]
        return max([1, *(int(each) for each in frames if each.isdecimal())])

    def _turn(self, name: str, facing: str, moment: int) -> Indices | None:
        def of(direction: str) -> Indices | None:
            return self._at(f"{name}.{direction}" if direction else name, moment)

        right, left, bare = of("right"), of("left"), of("")
        if facing in ("R", "L"):
            same, other = (right, left) if facing == "R" else (left, right)
            if same is not None:
                return same
            if other is not None:
                return np.fliplr(other)
        if facing in ("U", "D"):
            exact = of("up" if facing == "U" else "down")
            if exact is not None:
                return exact
            if bare is None and right is not None:
                return np.rot90(right, 1 if facing == "U" else -1)
        return next((each for each in (bare, right, left) if each is not None), None)

    def _at(self, name: str, moment: int) -> Indices | None:
        """Return the frame of a moment."""
        first = self.sprites.get(name)
        if first is None:
            return None
        frames = [first]
        while (more := self.sprites.get(f"{name}.{len(frames) + 1}")) is not None:
            frames.append(more)
        return frames[moment % len(frames)]


NO_SPRITES: Final = Sheet({})


def find_sheet_file(kind: type[Game[Any]]) -> Path | None:
    """Return the file with the sprites of a game, which is beside the game's own; None without."""
    description = getattr(kind, "description", None)
    source = inspect.getsourcefile(kind) if description is None else description.source
    name = kind.name if description is None else Path(description.source).stem
    file = Path(source).with_name(f"{name}{ENDING}") if source and name else None
    return file if file is not None and file.is_file() else None


def sheet_of(kind: type[Game[Any]]) -> Sheet:
    """Return the sprites of a game; none if it has no file with them.

    Raises `DescriptionError` with everything wrong with the file, or `FileError`.
    """
    try:
        file = find_sheet_file(kind)
    except (OSError, TypeError):  # the class was typed in by hand, so it is in no file
        file = None
    return NO_SPRITES if file is None else _read_sheet(file, file.stat().st_mtime_ns)


def check_sheet(kind: type[Game[Any]], names: Sequence[str] | None = None) -> list[Diagnostic]:
    """Return everything wrong with the sprites of a game.

    `names` are those of all that it can show, if it shows more than characters.
    """
    try:
        sheet = sheet_of(kind)
    except DescriptionError as error:
        return list(error.diagnostics)
    except BabalabError as error:
        return [Diagnostic(Flaw.BAD_FORMAT, str(error))]
    source = str(find_sheet_file(kind) or "")
    found = []
    for shown in dict.fromkeys(map(_shown_by, sheet.sprites)):
        if shown == FLOOR or shown in (names or ()) or (names is None and len(shown) == 1):
            continue
        message = (
            f"{shown!r} is no character, so this is never shown"
            if names is None
            else f"{unknown('sprite', shown, names, limit=5)}; its picture is never shown"
        )
        found.append(Diagnostic(Flaw.IGNORED, message, source=source))
    return found


def _shown_by(name: str) -> str:
    """Return what a picture shows: its name without direction and frame."""
    return name if len(name) == 1 else name[0] + name[1:].partition(".")[0]


@lru_cache(maxsize=64)
def _read_sheet(file: Path, _changed: int) -> Sheet:
    return read_sheet(read_bytes(file, _LARGEST), str(file))


def read_sheet(data: bytes, source: str) -> Sheet:
    """Return the sprites of a file's content. Raises `DescriptionError` with all that is wrong."""
    try:
        text = data.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        message = "this is no text file in UTF-8"
        raise DescriptionError([Diagnostic(Flaw.BAD_FORMAT, message, source=source)]) from error
    sprites: dict[str, Indices] = {}
    wrong: list[Diagnostic] = []
    for band in _cut_bands(text):
        for name, grid in _read_band(band, wrong):
            if name in sprites:
                message = f"there are two pictures of {name!r}"
                wrong.append(Diagnostic(Flaw.BAD_FORMAT, message, band[0][0]))
            sprites[name] = grid
    if wrong:
        raise DescriptionError([each.at(source) for each in wrong])
    return Sheet(sprites)


_Band = list[tuple[int, str]]
"""Lines of names and pictures that belong together, each with its number."""


def _cut_bands(text: str) -> Iterator[_Band]:
    band: _Band = []
    for number, line in enumerate(text.splitlines(), start=1):
        if line.startswith(COMMENT):
            continue
        if line.strip():
            band.append((number, line))
        elif band:
            yield band
            band = []
    if band:
        yield band


def _read_band(band: _Band, wrong: list[Diagnostic]) -> Iterator[tuple[str, Indices]]:
    """Yield the pictures below a line of names; add what is wrong with them."""
    (first, line), *rows = band
    names = line.split()
    if len(rows) != SIDE:
        message = f"below {names[0]!r} there are {len(rows)} rows, not {SIDE}"
        wrong.append(Diagnostic(Flaw.RAGGED_ROW, message, first))
        return
    cells = [row.split() for _, row in rows]
    for (number, _), pieces in zip(rows, cells, strict=True):
        if len(pieces) != len(names):
            message = f"there are {len(names)} names above, and {len(pieces)} pieces here"
            wrong.append(Diagnostic(Flaw.RAGGED_ROW, message, number))
            return
    for place, name in enumerate(names):
        picture = [pieces[place] for pieces in cells]
        found = list(_find_faults(picture, place, rows))
        wrong.extend(found)
        if not found:
            whole = [row if len(row) == SIDE else row + row[::-1] for row in picture]
            pixels = np.array([[_INDEX[key] for key in row] for row in whole], np.uint8)
            pixels.flags.writeable = False
            yield name, pixels


def _find_faults(picture: Sequence[str], place: int, rows: _Band) -> Iterator[Diagnostic]:
    width = len(picture[0])
    for (number, line), row in zip(rows, picture, strict=True):
        start = _column_of(line, place)
        if width not in (SIDE, SIDE // 2) or len(row) != width:
            message = f"a row has {SIDE} keys of colours, or {SIDE // 2} for the left half"
            yield Diagnostic(Flaw.RAGGED_ROW, f"{message}, not {len(row)}", number, start)
            return
        for column, key in enumerate(row):
            if key not in _INDEX:
                message = f"{key!r} is no colour; use {''.join(SHEET_COLOURS)}"
                yield Diagnostic(Flaw.UNKNOWN_CHARACTER, message, number, start + column)


def _column_of(line: str, place: int) -> int:
    """Return the column, from 1, at which a piece of a line begins."""
    column = 0
    for _ in range(place + 1):
        while line[column].isspace():
            column += 1
        start = column
        while column < len(line) and not line[column].isspace():
            column += 1
    return start + 1
