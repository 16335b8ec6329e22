"""The text of a file, with the line and column of every character."""

from __future__ import annotations

from bisect import bisect_right
from dataclasses import dataclass
from functools import cached_property

from babalab.base.diagnostics import Diagnostic, Flaw
from babalab.game.errors import LevelError

Place = tuple[int, int]
"""(line, column), both counted from 1, as editors do."""


@dataclass(frozen=True)
class SourceText:
    r"""A text and the name of the file it came from, ``""`` if from none.

    >>> SourceText("ab\ncd", "levels.txt").place(4)
    (2, 2)
    """

    text: str
    name: str = ""

    @cached_property
    def _line_starts(self) -> list[int]:
        """The offset of each line, found once so that finding many places stays cheap."""
        starts = [0]
        for line in self.text.split("\n"):
            starts.append(starts[-1] + len(line) + 1)
        return starts

    def place(self, offset: int) -> Place:
        """Return the line and column of a character, or of the end of the text."""
        line = bisect_right(self._line_starts, offset)
        return line, offset - self._line_starts[line - 1] + 1


def decode(data: bytes, name: str = "") -> SourceText:
    """Return the text of a file's bytes: UTF-8, with or without a byte order mark.

    Raises `LevelError` that names the first byte that is not text.
    """
    if (offset := data.find(0)) >= 0:
        raise _text_error(data, offset, name, "a NUL byte, so this is not a text file")
    try:
        text = data.decode("utf-8")
    except UnicodeDecodeError as error:
        reason = "not UTF-8; save the file as text in UTF-8"
        raise _text_error(data, error.start, name, reason) from None
    return SourceText(text.removeprefix("\ufeff"), name)


def _text_error(data: bytes, offset: int, name: str, reason: str) -> LevelError:
    before = data[:offset].decode("utf-8-sig", errors="replace")
    line, column = SourceText(before).place(len(before))
    message = f"the byte at offset {offset} (0x{data[offset]:02x}) is {reason}"
    return LevelError([Diagnostic(Flaw.BAD_FORMAT, message, line, column, name)])
