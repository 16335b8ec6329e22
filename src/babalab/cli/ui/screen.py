"""A part of the terminal that is redrawn: only what has changed, and all of that at once."""

from __future__ import annotations

import os
from itertools import chain
from typing import Final

from rich.console import Group, RenderableType
from rich.segment import Segment
from rich.style import Style

from babalab.cli.ui.console import Console, out
from babalab.cli.ui.pictures import Picture
from babalab.cli.ui.terminal_graphics import GraphicsMode
from babalab.game.drawing.kitty import delete_kitty

OPEN: Final = "\x1b[?1049h\x1b[H\x1b[2J"
CLOSE: Final = "\x1b[?1049l"
HIDE_CURSOR: Final = "\x1b[?25l"
SHOW_CURSOR: Final = "\x1b[?25h"
CLEAR: Final = "\x1b[H\x1b[2J"
BEGIN_UPDATE: Final = "\x1b[?2026h"
END_UPDATE: Final = "\x1b[?2026l"
"""Terminals that know these show what is between them at once; others ignore them."""
ERASE_REST: Final = "\x1b[K"

Character = tuple[str, Style | None]


class Screen:
    """The screen of something under way: a screen of its own, or the lines below the cursor.

    A group is drawn part by part, each beginning on a line of its own. What was shown last stays
    on the terminal if the screen is not one of its own.
    """

    def __init__(self, *, whole: bool, console: Console = out) -> None:
        self._whole = whole
        self._console = console
        self._size = console.size
        self._rows: list[list[Segment] | None] = []
        """The content of each line; None if that is not known."""
        self._row = 0
        """The line of the cursor."""
        self._picture: tuple[int, Picture] | None = None
        """The picture that is on the screen, and its first line."""
        self._number = os.getpid() % 2**24 + 1

    def __enter__(self) -> Screen:
        self._write(f"{OPEN if self._whole else ''}{HIDE_CURSOR}")
        return self

    def __exit__(self, *_: object) -> None:
        end = self._remove_picture() if self._whole else self._move_to(max(0, len(self._rows) - 1))
        self._write(f"{end}{SHOW_CURSOR}{CLOSE if self._whole else chr(10)}")

    @property
    def resized(self) -> bool:
        """Whether the terminal has another size than what was shown last."""
        return self._console.size != self._size

    def show(self, what: RenderableType) -> None:
        """Show this instead of what was shown before."""
        parts = []
        if self.resized and self._whole:
            parts.append(f"{self._remove_picture()}{CLEAR}")
            self._rows, self._row = [], 0
        self._size = self._console.size
        rows, picture = self._lay_out(what)
        parts += [self._leave_picture(picture), self._draw_rows(rows, picture)]
        self._rows = [*rows]
        update = "".join(parts)
        if update:
            self._write(f"{BEGIN_UPDATE}{update}{END_UPDATE}")

    def _lay_out(
        self, what: RenderableType
    ) -> tuple[list[list[Segment]], tuple[int, Picture] | None]:
        """Return the lines to show, and the picture that goes over some of them."""
        rows: list[list[Segment]] = []
        picture = None
        for part in what.renderables if isinstance(what, Group) else [what]:
            if isinstance(part, Picture) and part.in_blocks:
                rows += part.draw_runs()
            elif isinstance(part, Picture):
                picture = (len(rows), part)
                rows += [[Segment(" " * part.columns)] for _ in range(part.lines)]
            else:
                rows += self._console.render_lines(part, pad=False)
        rows = rows[: self._size.height]
        if picture is not None and picture[0] + picture[1].lines > len(rows):
            picture = None
        return rows, picture

    def _draw_rows(self, rows: list[list[Segment]], picture: tuple[int, Picture] | None) -> str:
        """Draw the lines that have changed, then what has changed of the picture."""
        parts = []
        redrawn = set()
        for number, row in enumerate(rows):
            before = self._rows[number] if number < len(self._rows) else None
            if before != row:
                parts.append(self._draw_row(number, row, before))
                redrawn.add(number)
        parts += [
            f"{self._move_to(number)}{ERASE_REST}" for number in range(len(rows), len(self._rows))
        ]
        if picture is not None:
            top, drawn = picture
            covered = redrawn & set(range(top, top + drawn.lines))
            parts.append(self._draw_picture(top, drawn, whole=bool(covered)))
            self._picture = picture
        return "".join(parts)

    def _draw_row(self, number: int, row: list[Segment], before: list[Segment] | None) -> str:
        """Draw a line; of one that has stayed as long, only what has changed."""
        width = Segment.get_line_length(row)
        if before is None or Segment.get_line_length(before) != width or not _is_drawing(row):
            rest = ERASE_REST if width < self._size.width else ""
            return f"{self._move_to(number)}{self._console.encode(row)}{rest}"
        new, old = _split_characters(row), _split_characters(before)
        changed = [
            place for place, pair in enumerate(zip(new, old, strict=False)) if len({*pair}) > 1
        ]
        first, last = changed[0], changed[-1]
        text = self._console.encode(_join_characters(new[first : last + 1]))
        return f"{self._move_to(number)}{_go_right(first)}{text}"

    def _draw_picture(self, top: int, picture: Picture, *, whole: bool) -> str:
        former = None if self._picture is None else self._picture[1]
        if whole or former is None:
            return f"{self._move_to(top)}{picture.encode(self._number)}"
        change = picture.find_change(former)
        if change is None:
            return ""
        if picture.graphics.mode is GraphicsMode.KITTY:
            return f"{self._move_to(top)}{picture.encode(self._number)}"
        lines, columns = change
        place = f"{self._move_to(top + lines.start)}{_go_right(columns.start)}"
        return f"{place}{picture.encode_part(lines, columns)}"

    def _leave_picture(self, following: tuple[int, Picture] | None) -> str:
        """Take away the picture that is shown, unless the following one is in the same place."""
        if self._picture is None:
            return ""
        top, picture = self._picture
        if (
            following is not None
            and following[0] == top
            and following[1].enlarged.shape == picture.enlarged.shape
        ):
            return ""
        for number in range(top, min(top + picture.lines, len(self._rows))):
            self._rows[number] = None
        return self._remove_picture()

    def _remove_picture(self) -> str:
        """Forget the picture, and return what takes it away where writing over it does not."""
        picture, self._picture = self._picture, None
        if picture is not None and picture[1].graphics.mode is GraphicsMode.KITTY:
            return delete_kitty(self._number)
        return ""

    def _move_to(self, row: int) -> str:
        """Return what moves the cursor to the beginning of a line, which may be a new one."""
        way, self._row = row - self._row, row
        if way < 0:
            return f"\r\x1b[{-way}A"
        return "\r" + "\n" * way

    def _write(self, text: str) -> None:
        self._console.file.write(text)
        self._console.file.flush()


def _go_right(columns: int) -> str:
    return f"\x1b[{columns}C" if columns else ""


def _is_drawing(row: list[Segment]) -> bool:
    """Return whether a line is made of coloured pixels, which are long to write."""
    return any(segment.style is not None and "▀" in segment.text for segment in row)


def _split_characters(row: list[Segment]) -> list[Character]:
    return list(
        chain.from_iterable([(each, segment.style) for each in segment.text] for segment in row)
    )


def _join_characters(characters: list[Character]) -> list[Segment]:
    return list(Segment.simplify(Segment(text, style) for text, style in characters))
