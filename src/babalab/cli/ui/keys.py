"""Single key presses from the terminal."""

from __future__ import annotations

import os
import re
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Protocol

ARROWS = {"A": "up", "B": "down", "C": "right", "D": "left"}
WINDOWS_ARROWS = {"H": "up", "P": "down", "M": "right", "K": "left"}
CTRL_C = "\x03"
BELL = "\a"
STRINGS = ("P", "]", "^", "_", "X")
"""The characters that follow the escape at the beginning of control strings."""
SECONDS_WITHIN_A_SEQUENCE = 0.05
"""The time after which an escape that nothing follows is the escape key itself."""
SECONDS_BETWEEN_LOOKS = 0.005
"""The interval of polling, where keys can't be waited for."""

_ANSWER = re.compile(rb"\x1b\[\?[\d;]*c|\x1b\[[\d;]*t|\x1b_[^\x1b]*\x1b\\")
"""The answers of terminals about attributes, size, or pictures in Kitty's protocol."""

_typed_ahead = bytearray()
"""The keys typed while the terminal was being asked something."""


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


def ask_terminal(question: str, end: re.Pattern[bytes], seconds: float) -> bytes:
    """Send a question to the terminal, and return its answers up to `end`, which is the last.

    Returns nothing if it can't be asked or does not answer in time. Keys typed meanwhile are kept.
    """
    if os.name == "nt" or not (sys.stdin.isatty() and sys.stdout.isatty()):
        return b""
    import select
    import termios
    import tty

    terminal = sys.stdin.fileno()
    if os.tcgetpgrp(terminal) != os.getpgrp():  # in the background a question would stop us
        return b""
    before = termios.tcgetattr(terminal)
    received = b""
    deadline = time.monotonic() + seconds
    try:
        tty.setcbreak(terminal, termios.TCSADRAIN)
        sys.stdout.write(question)
        sys.stdout.flush()
        while not end.search(received):
            left = deadline - time.monotonic()
            if left <= 0 or not select.select([terminal], [], [], left)[0]:
                break
            data = os.read(terminal, 1024)
            if not data:
                break
            received += data
    finally:
        termios.tcsetattr(terminal, termios.TCSADRAIN, before)
    _typed_ahead.extend(_ANSWER.sub(b"", received))
    return b"".join(match[0] for match in _ANSWER.finditer(received))


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
        first = self._read_character()
        if first in STRINGS:  # a late answer of the terminal
            self._skip_string()
        if first not in ("[", "O"):
            return ""  # a key pressed with Alt
        final = self._read_character()
        while first == "[" and not "@" <= final <= "~":
            final = self._read_character()
        return ARROWS.get(final, "")

    def has_key(self, seconds: float = 0) -> bool:
        import select

        return bool(_typed_ahead) or bool(select.select([self.terminal], [], [], seconds)[0])

    def _skip_string(self) -> None:
        """Read on up to the end of a control string."""
        while self.has_key(SECONDS_WITHIN_A_SEQUENCE):
            character = self._read_character()
            if character == BELL or (character == "\x1b" and self._read_character() == "\\"):
                return

    def _read_character(self) -> str:
        data = bytes([_typed_ahead.pop(0)]) if _typed_ahead else os.read(self.terminal, 1)
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
