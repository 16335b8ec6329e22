"""Single key presses from the terminal."""

from __future__ import annotations

import os
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Protocol

ARROWS = {"A": "up", "B": "down", "C": "right", "D": "left"}
WINDOWS_ARROWS = {"H": "up", "P": "down", "M": "right", "K": "left"}
CTRL_C = "\x03"
SECONDS_WITHIN_A_SEQUENCE = 0.05
"""The time after which an escape that nothing follows is the escape key itself."""
SECONDS_BETWEEN_LOOKS = 0.005
"""The interval of polling, where keys can't be waited for."""


class Keys(Protocol):
    """A source of keys."""

    def read(self) -> str:
        """Wait for a key: ``up down left right escape``, the character, or ``""`` for others.

        Ctrl-C raises `KeyboardInterrupt`, but only here, never in the middle of drawing; the end
        of the input raises `EOFError`.
        """

    def has_key(self, seconds: float = 0) -> bool:
        """Tell whether `read` would return a key at once, or within some seconds."""


@contextmanager
def read_keys() -> Iterator[Keys]:
    """Read keys one by one and unseen. The terminal is set back on the way out."""
    if os.name == "nt":
        yield _WindowsKeys()
        return
    import termios

    terminal = sys.stdin.fileno()
    before = termios.tcgetattr(terminal)
    try:
        yield _TerminalKeys(terminal)
    finally:
        termios.tcsetattr(terminal, termios.TCSADRAIN, before)


class _TerminalKeys(Keys):
    """Keys of a terminal on systems other than Windows."""

    def __init__(self, terminal: int) -> None:
        import termios
        import tty

        self.terminal = terminal
        tty.setcbreak(terminal)
        settings = termios.tcgetattr(terminal)
        settings[tty.LFLAG] &= ~termios.ISIG  # Ctrl-C is a key like any other
        termios.tcsetattr(terminal, termios.TCSADRAIN, settings)

    def read(self) -> str:
        character = self._read_character()
        if character != "\x1b":
            return character
        if not self.has_key(SECONDS_WITHIN_A_SEQUENCE):
            return "escape"
        if self._read_character() not in ("[", "O"):
            return ""  # a key pressed with Alt
        final = self._read_character()
        while final.isdigit() or final == ";":
            final = self._read_character()
        return ARROWS.get(final, "")

    def has_key(self, seconds: float = 0) -> bool:
        import select

        return bool(select.select([self.terminal], [], [], seconds)[0])

    def _read_character(self) -> str:
        data = os.read(self.terminal, 1)
        if not data:
            raise EOFError
        if data == CTRL_C.encode():
            raise KeyboardInterrupt
        return data.decode("ascii", errors="replace")


class _WindowsKeys(Keys):
    """Keys of a console of Windows."""

    def read(self) -> str:
        import msvcrt

        character: str = msvcrt.getwch()  # type: ignore[attr-defined,unused-ignore]
        if character == CTRL_C:
            raise KeyboardInterrupt
        if character in ("\x00", "\xe0"):
            code: str = msvcrt.getwch()  # type: ignore[attr-defined,unused-ignore]
            return WINDOWS_ARROWS.get(code, "")
        return "escape" if character == "\x1b" else character

    def has_key(self, seconds: float = 0) -> bool:
        import msvcrt

        until = time.monotonic() + seconds
        while True:
            pressed: bool = msvcrt.kbhit()  # type: ignore[attr-defined,unused-ignore]
            if pressed or time.monotonic() >= until:
                return pressed
            time.sleep(SECONDS_BETWEEN_LOOKS)
