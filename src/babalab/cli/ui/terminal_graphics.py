"""Find out how the terminal can draw: Kitty's pictures, Sixel, half blocks, or text."""

from __future__ import annotations

import os
import re
import struct
import sys
from dataclasses import dataclass
from enum import StrEnum
from typing import Annotated, Final, NamedTuple

from babalab.cli.ui.console import out
from babalab.cli.ui.help_texts import OUTPUT
from babalab.cli.ui.keys import ask_terminal
from babalab.cli.ui.options import option


class GraphicsMode(StrEnum):
    """The ways to draw on a terminal."""

    AUTO = "auto"
    TEXT = "text"
    BLOCKS = "blocks"
    SIXEL = "sixel"
    KITTY = "kitty"


Graphics = Annotated[
    GraphicsMode,
    option(
        "Draw boards as text, as half blocks, or as pictures: auto, text, blocks, sixel or kitty.",
        "--graphics",
        metavar="WAY",
        envvar="BABALAB_GRAPHICS",
        usual="the best that the terminal says it can",
        panel=OUTPUT,
    ),
]

SECONDS_TO_ANSWER: Final = 1.0
"""Terminals answer at once; this is for those at the end of a slow line."""
CELL: Final = (10, 20)
"""The width and height in pixels of a cell if the terminal does not tell: those of a VT340."""
LARGEST_SCALE: Final = 4
"""Pictures are not enlarged further."""
DRAWN_BY_KITTY: Final = ("kitty", "ghostty", "wezterm", "konsole", "rio", "warp")
"""Terminals that know Kitty's protocol. Others are not even asked: some print the question."""

_CELL_SIZE = re.compile(rb"\x1b\[6;(\d{1,4});(\d{1,4})t")
_ATTRIBUTES = re.compile(rb"\x1b\[\?([\d;]*)c")
_KITTY_WORKS = b"\x1b_Gi=31;OK"
_ASK_KITTY = "\x1b_Gi=31,s=1,v=1,a=q,t=d,f=24;AAAA\x1b\\"
_ASK_CELL_SIZE = "\x1b[16t"
_ASK_ATTRIBUTES = "\x1b[c"
_SIXEL_ATTRIBUTE = b"4"


class Fit(NamedTuple):
    """The size of a board in the terminal: pixels along a tile, and the cells there is room for."""

    side: int
    width: int
    height: int


@dataclass(frozen=True)
class TerminalGraphics:
    """The way to draw on this terminal, and the size of its cells in pixels."""

    mode: GraphicsMode
    cell: tuple[int, int] = CELL

    def fit(self, width: int, height: int, columns: int, lines: int) -> Fit | None:
        """Return how large to draw a board of this size in a part of the terminal.

        None if it is better drawn as text. Half blocks need room for the whole board; pictures
        are cut.
        """
        if self.mode is GraphicsMode.TEXT or columns < 1 or lines < 1:
            return None
        from babalab.game.drawing.half_blocks import SIDES
        from babalab.game.drawing.sprites import SIDE

        match self.mode:
            case GraphicsMode.BLOCKS:
                sides = (
                    side for side in SIDES if width * side <= columns and height * side <= 2 * lines
                )
                side = next(sides, None)
                return None if side is None else Fit(side, width, height)
            case GraphicsMode.SIXEL | GraphicsMode.KITTY:
                room = (columns * self.cell[0], lines * self.cell[1])
                scale = min(room[0] // (SIDE * width), room[1] // (SIDE * height), LARGEST_SCALE)
                side = SIDE * max(1, scale)
                shown = Fit(side, min(width, room[0] // side), min(height, room[1] // side))
                return shown if shown.width and shown.height else None
            case _:
                return None


TEXT: Final = TerminalGraphics(GraphicsMode.TEXT)


def choose_graphics(asked: GraphicsMode) -> TerminalGraphics:
    """Return how to draw on standard output, which is asked what it can if nobody says.

    Anything but a terminal gets text. So does a terminal whose user wants no colours, unless
    something else is asked for.
    """
    if asked is GraphicsMode.TEXT or not sys.stdout.isatty() or out.is_dumb_terminal:
        return TEXT
    if asked is GraphicsMode.AUTO:
        return _find_best()
    out.no_color = False  # what is asked for goes before NO_COLOR
    if asked is GraphicsMode.BLOCKS:
        return TerminalGraphics(asked)
    cell = _read_cell_size() or _parse_cell_size(_ask(_ASK_CELL_SIZE)) or CELL
    return TerminalGraphics(asked, cell)


def _find_best() -> TerminalGraphics:
    if out.no_color or out.color_system not in ("256", "truecolor"):
        return TEXT
    asks_kitty = _may_be_kitty()
    answers = _ask(f"{_ASK_KITTY if asks_kitty else ''}{_ASK_CELL_SIZE}")
    cell = _read_cell_size() or _parse_cell_size(answers) or CELL
    attributes = _ATTRIBUTES.search(answers)
    if _KITTY_WORKS in answers:
        return TerminalGraphics(GraphicsMode.KITTY, cell)
    if attributes is not None and _SIXEL_ATTRIBUTE in attributes[1].split(b";"):
        return TerminalGraphics(GraphicsMode.SIXEL, cell)
    if out.encoding.lower().startswith("utf"):
        return TerminalGraphics(GraphicsMode.BLOCKS)
    return TEXT


def _ask(question: str) -> bytes:
    """Ask the terminal; every terminal answers what its attributes are, so that is the last."""
    return ask_terminal(question + _ASK_ATTRIBUTES, _ATTRIBUTES, SECONDS_TO_ANSWER)


def _may_be_kitty() -> bool:
    """Return whether the environment speaks of a terminal that knows Kitty's protocol."""
    names = f"{os.environ.get('TERM', '')} {os.environ.get('TERM_PROGRAM', '')}".lower()
    return any(name in names for name in DRAWN_BY_KITTY) or bool(
        os.environ.keys() & {"KITTY_WINDOW_ID", "KONSOLE_VERSION"}
    )


def _parse_cell_size(answers: bytes) -> tuple[int, int] | None:
    match = _CELL_SIZE.search(answers)
    size = (int(match[2]), int(match[1])) if match is not None else (0, 0)
    return size if all(size) else None


def _read_cell_size() -> tuple[int, int] | None:
    """Return the size of a cell as the system knows it; None if it does not."""
    if os.name == "nt":
        return None
    import fcntl
    import termios

    try:
        answer = fcntl.ioctl(sys.stdout.fileno(), termios.TIOCGWINSZ, bytes(8))
    except OSError:
        return None
    lines, columns, width, height = struct.unpack("HHHH", answer)
    size = (width // (columns or 1), height // (lines or 1))
    return size if all(size) else None
