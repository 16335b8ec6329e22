"""Levels: rows of characters, each of which stands for some sprites."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from babalab.base.diagnostics import Diagnostic, Flaw
from babalab.base.suggestions import list_some
from babalab.game.errors import LevelError
from babalab.games.game import GameLevel
from babalab.games.vgdl.description import Description

LONGEST_SIDE = 200
MOST_SPRITES = 10_000
"""The most sprites at a time: creating another is refused, as by a singleton."""
MOST_CONTACTS = 100_000
"""The most effects of pairs in a tick; further ones are dropped, as thousands of sprites in one
place would take hours."""
SCREEN = 800
"""The approximate length of the longer side in pixels, if the description does not give it."""


@dataclass(frozen=True, slots=True)
class Map:
    """A level at the beginning of a play."""

    columns: int
    rows: int
    block: int
    """The side of a cell in pixels."""
    sprites: tuple[tuple[int, int, int], ...]
    """Type, x and y of every sprite in the order of creation, several avatars among them."""
    warnings: tuple[Diagnostic, ...]

    @property
    def width(self) -> int:
        """The width of the screen in pixels."""
        return self.columns * self.block

    @property
    def height(self) -> int:
        """The height of the screen in pixels."""
        return self.rows * self.block


def read_map(description: Description, level: GameLevel) -> Map:
    """Return the level of a game. Raises `LevelError` with everything wrong."""
    rows = _split_rows(level.text)
    diagnostics = [
        diagnostic.at(level.source, level.line) if level.source else diagnostic
        for diagnostic in _find_errors(rows)
    ]
    if diagnostics:
        raise LevelError(diagnostics)
    columns = len(rows[0])
    longest = max(columns, len(rows))
    block = description.square_size or max(2, SCREEN // longest)
    sprites = tuple(
        (number, x * block, y * block)
        for y, row in enumerate(rows)
        for x, mark in enumerate(row[:columns])
        for number in description.mapping.get(mark, ())
    )
    _check(sprites, description, level)
    warnings = [
        diagnostic.at(level.source, level.line) if level.source else diagnostic
        for diagnostic in _find_warnings(rows, description)
    ]
    return Map(columns, len(rows), block, sprites, tuple(warnings))


def _split_rows(text: str) -> list[str]:
    """Return all rows: blank ones at the end count, as in the framework."""
    rows = text.replace("\r\n", "\n").replace("\r", "\n").split("\n")
    return rows[:-1] if rows[-1] == "" else rows


def _find_errors(rows: list[str]) -> Iterator[Diagnostic]:
    if not rows or not rows[0]:
        yield Diagnostic(Flaw.NO_ROWS, "the level has no rows; the first must not be empty", 1)
        return
    if max(len(rows), len(rows[0])) > LONGEST_SIDE:
        yield Diagnostic(
            Flaw.TOO_LARGE,
            f"the level is {len(rows[0])} x {len(rows)}; no side may be longer than {LONGEST_SIDE}",
        )


def _check(
    sprites: tuple[tuple[int, int, int], ...], description: Description, level: GameLevel
) -> None:
    if len(sprites) > MOST_SPRITES:
        diagnostic = Diagnostic(
            Flaw.TOO_LARGE, f"there are {len(sprites):,} sprites; at most {MOST_SPRITES:,} can be"
        )
    elif not any(description.types[number].avatar for number, _, _ in sprites):
        marks = [
            mark
            for mark, numbers in description.mapping.items()
            if any(description.types[number].avatar for number in numbers)
        ]
        known = f"put {' or '.join(map(repr, marks))} somewhere" if marks else "map one to it"
        diagnostic = Diagnostic(Flaw.BAD_FORMAT, f"no character of the level is an avatar; {known}")
    else:
        return
    raise LevelError([diagnostic.at(level.source, level.line) if level.source else diagnostic])


def _find_warnings(rows: list[str], description: Description) -> Iterator[Diagnostic]:
    columns = len(rows[0])
    if len(rows) > 1 and not rows[-1].strip():
        message = "the level ends with a blank row, which counts as one; was it meant to?"
        yield Diagnostic(Flaw.IGNORED, message, len(rows))
    met: set[str] = set()
    for line, row in enumerate(rows, start=1):
        if len(row) > columns:
            yield Diagnostic(
                Flaw.IGNORED,
                f"the first row has {columns} characters; what is beyond is cut off",
                line,
                columns + 1,
            )
        for column, mark in enumerate(row[:columns], start=1):
            if mark != " " and mark not in description.mapping and mark not in met:
                met.add(mark)
                known = list_some(list(description.mapping), 12)
                yield Diagnostic(
                    Flaw.IGNORED,
                    f"{mark!r} stands for nothing; known: {known}; "
                    f"if it should, write '{mark} >' below LevelMapping",
                    line,
                    column,
                )
