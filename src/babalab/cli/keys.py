"""Reading single key presses from the terminal."""

from __future__ import annotations

import os
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager

ARROWS = {"A": "up", "B": "down", "C": "right", "D": "left"}
SECONDS_WITHIN_A_SEQUENCE = 0.05
"""An escape followed by nothing for so long was the escape key itself."""

ReadKey = Callable[[], str]


@contextmanager
def key_reader() -> Iterator[ReadKey]:
    """A function that waits for a key: ``up down left right escape``, or the character.

    The terminal is set back on the way out, however that comes about. Ctrl-C raises as ever.
    """
    if os.name == "nt":
        yield _read_windows_key
        return
    import termios
    import tty

    terminal = sys.stdin.fileno()
    before = termios.tcgetattr(terminal)
    tty.setcbreak(terminal)
    try:
        yield lambda: _read_key(terminal)
    finally:
        termios.tcsetattr(terminal, termios.TCSADRAIN, before)


def _read_key(terminal: int) -> str:
    character = _read_character(terminal)
    if character != "\x1b":
        return character
    if not _more_to_come(terminal):
        return "escape"
    if _read_character(terminal) not in ("[", "O"):
        return "escape"
    final = ""
    while not final.isalpha() and final != "~":
        final = _read_character(terminal)
    return ARROWS.get(final, "")


def _read_character(terminal: int) -> str:
    data = os.read(terminal, 1)
    if not data:
        raise EOFError
    return data.decode("ascii", errors="replace")


def _more_to_come(terminal: int) -> bool:
    import select

    return bool(select.select([terminal], [], [], SECONDS_WITHIN_A_SEQUENCE)[0])


def _read_windows_key() -> str:
    import msvcrt

    character: str = msvcrt.getwch()  # type: ignore[attr-defined,unused-ignore]
    if character == "\x03":
        raise KeyboardInterrupt
    if character in ("\x00", "\xe0"):
        code: str = msvcrt.getwch()  # type: ignore[attr-defined,unused-ignore]
        return {"H": "up", "P": "down", "M": "right", "K": "left"}.get(code, "")
    return "escape" if character == "\x1b" else character
