"""The text of a file, with the line and column of every character.

A large file is read through a window: a reader asks for more of it as it comes to the end, and
lets go of what it is done with. Offsets are those of the whole text all the time.
"""

from __future__ import annotations

import codecs
from bisect import bisect_right
from collections.abc import Iterable, Iterator
from itertools import chain

from babalab.base.diagnostics import Diagnostic, Flaw
from babalab.game.errors import LevelError

MOST_CHARACTERS = 64 * 2**20
"""No level is as long; a device or a film given by mistake is, and is not read whole."""

Place = tuple[int, int]
"""(line, column), both counted from 1, as editors do."""


class SourceText:
    r"""A text and the name of the file it came from, ``""`` if from none.

    `text` is the part in the window, which begins at the offset `base`; `more` has what follows.

    >>> SourceText("ab\ncd", "levels.txt").place(4)
    (2, 2)
    """

    def __init__(self, text: str, name: str = "", more: Iterable[str] = ()) -> None:
        self.text = text
        self.name = name
        self.base = 0
        self._more = iter(more)
        self._origin: Place = (1, 1)
        self._starts: list[int] | None = None
        self._pinned: dict[int, Place] = {}

    def grow(self) -> bool:
        """Read on; return False at the end of the text."""
        piece = next(self._more, "")
        if piece and len(self.text) > MOST_CHARACTERS:
            line, column = self.place(self.base)
            message = f"over {MOST_CHARACTERS >> 20} million characters belong together here"
            raise LevelError([Diagnostic(Flaw.BAD_FORMAT, message, line, column, self.name)])
        self.text += piece
        self._starts = None
        return bool(piece)

    def forget(self, offset: int) -> None:
        """Let go of everything before an offset, but for places that are pinned."""
        self._origin = self.place(offset)
        self.text = self.text[offset - self.base :]
        self.base = offset
        self._starts = None

    def pin(self, offset: int) -> None:
        """Remember the place of a character, whatever becomes of the text around it."""
        self._pinned[offset] = self.place(offset)

    def cut(self, start: int, end: int) -> str:
        """Return the text between two offsets in the window."""
        return self.text[start - self.base : end - self.base]

    def place(self, offset: int) -> Place:
        """Return the line and column of a character, or of the end of the text."""
        if offset < self.base:
            return self._pinned[offset]
        if self._starts is None:  # found once, so that finding many places stays cheap
            self._starts = [0]
            for row in self.text.split("\n"):
                self._starts.append(self._starts[-1] + len(row) + 1)
        inside = offset - self.base
        line = bisect_right(self._starts, inside)
        column = inside - self._starts[line - 1] + 1
        first_line, first_column = self._origin
        return first_line + line - 1, column + (first_column - 1 if line == 1 else 0)


def decode(data: bytes, name: str = "") -> SourceText:
    """Return the text of a file's bytes: UTF-8, with or without a byte order mark.

    Raises `LevelError` that names the first byte that is not text.
    """
    return SourceText("".join(decode_chunks([data], name)), name)


def decode_chunks(chunks: Iterable[bytes], name: str = "") -> Iterator[str]:
    """Yield the text of a file as its bytes come. Raises as `decode` does, when it gets there."""
    decoder = codecs.getincrementaldecoder("utf-8")()
    done, line, column = 0, 1, 1
    begun = False
    for chunk in chain(chunks, [b""]):
        kept = decoder.getstate()[0]
        data = kept + chunk
        offset, reason = data.find(0), "a NUL byte, so this is not a text file"
        try:
            text = decoder.decode(chunk, final=not chunk)
        except UnicodeDecodeError as error:
            if offset < 0:
                offset, reason = error.start, "not UTF-8; save the file as text in UTF-8"
        if offset >= 0:
            before = data[:offset].decode("utf-8", errors="replace")
            if not begun:
                before = before.removeprefix("\ufeff")
            line, column = _advance(before, line, column)
            where = done - len(kept) + offset
            message = f"the byte at offset {where} (0x{data[offset]:02x}) is {reason}"
            raise LevelError([Diagnostic(Flaw.BAD_FORMAT, message, line, column, name)])
        done += len(chunk)
        if text and not begun:
            begun = True
            text = text.removeprefix("\ufeff")
        line, column = _advance(text, line, column)
        if text:
            yield text


def _advance(text: str, line: int, column: int) -> Place:
    """Return the place behind a text that begins at a place."""
    breaks = text.count("\n")
    return line + breaks, len(text) - text.rfind("\n") if breaks else column + len(text)
