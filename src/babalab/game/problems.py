"""What can be wrong with a map: one call names *all* the reasons, each with its place.

Errors make a map unusable. Warnings are about levels that load and play but may surprise: an
author wants to hear that nothing is YOU, yet such a level exists in the wild and may even be won.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from enum import Enum

from babalab.game.vocabulary import (
    BORDER,
    CHARACTERS,
    EMPTY,
    IS,
    MAX_SIDE,
    NOUNS,
    THING_CHARACTERS,
    WORD_CHARACTERS,
    WORD_OF,
)


class Kind(Enum):
    """Every kind of problem; the value is its stable name in JSON output."""

    NO_ROWS = "no-rows"
    RAGGED_ROW = "ragged-row"
    UNKNOWN_CHARACTER = "unknown-character"
    TOO_LARGE = "too-large"
    NO_YOU_RULE = "no-you-rule"
    NOBODY_TO_CONTROL = "nobody-to-control"
    NO_WIN_WORD = "no-win-word"
    NO_IS_WORD = "no-is-word"
    OPEN_BORDER = "open-border"
    BAD_SOLUTION = "bad-solution"
    BAD_FORMAT = "bad-format"
    DUPLICATE_ID = "duplicate-id"
    UNKNOWN_NAME = "unknown-name"
    IGNORED = "ignored"

    @property
    def is_error(self) -> bool:
        """Whether a map with this problem can't be used at all."""
        return self in _ERRORS


_ERRORS = {
    Kind.NO_ROWS, Kind.RAGGED_ROW, Kind.UNKNOWN_CHARACTER, Kind.TOO_LARGE, Kind.BAD_FORMAT,
    Kind.UNKNOWN_NAME,
}  # fmt: skip


@dataclass(frozen=True, slots=True)
class Problem:
    """One thing wrong, and where: `line` and `column` count from 1, 0 meaning the whole."""

    kind: Kind
    message: str
    line: int = 0
    column: int = 0
    source: str = ""

    @property
    def is_error(self) -> bool:
        """False for a warning."""
        return self.kind.is_error

    def at(self, source: str, line_offset: int = 0) -> Problem:
        """The same problem, placed in a file."""
        return replace(
            self, source=source, line=self.line + line_offset if self.line else line_offset
        )

    @property
    def place(self) -> str:
        """``file:line:column`` in a file, ``line 2, column 5`` elsewhere, as far as known."""
        if self.source:
            numbers = [str(number) for number in (self.line, self.column) if number]
            return ":".join([self.source, *numbers])
        named = (("line", self.line), ("column", self.column))
        return ", ".join(f"{name} {number}" for name, number in named if number)

    def __str__(self) -> str:
        severity = "error" if self.is_error else "warning"
        return ": ".join(part for part in (self.place, severity, self.message) if part)


def find_problems(rows: Sequence[str]) -> list[Problem]:
    """Everything wrong with a map, errors first."""
    errors = list(_errors(rows))
    return errors or list(_warnings(rows))


def _errors(rows: Sequence[str]) -> Iterator[Problem]:
    if not rows or not any(rows):
        yield Problem(Kind.NO_ROWS, "the map has no rows; write at least one row of characters")
        return
    width = len(rows[0])
    if len(rows) > MAX_SIDE or width > MAX_SIDE:
        yield Problem(
            Kind.TOO_LARGE,
            f"the map is {width} x {len(rows)}; at most {MAX_SIDE} x {MAX_SIDE} is supported",
        )
    for y, row in enumerate(rows, start=1):
        if len(row) != width:
            yield Problem(
                Kind.RAGGED_ROW,
                f"this row has {len(row)} characters, the first has {width}; make them equal",
                y,
                min(len(row), width) + 1,
            )
        for x, character in enumerate(row, start=1):
            if character not in CHARACTERS:
                yield Problem(
                    Kind.UNKNOWN_CHARACTER,
                    f"{character!r} is not a map character; the alphabet is "
                    f"{BORDER} {EMPTY} {''.join(THING_CHARACTERS.values())} "
                    f"{''.join(WORD_CHARACTERS.values())}",
                    y,
                    x,
                )


def _warnings(rows: Sequence[str]) -> Iterator[Problem]:
    text = "".join(rows)
    controlled = set(_you_nouns(rows))
    if not controlled:
        yield Problem(Kind.NO_YOU_RULE, "no rule makes anything YOU at the start")
    elif not any(THING_CHARACTERS[noun] in text for noun in controlled):
        nouns = " and ".join(sorted(controlled))
        yield Problem(Kind.NOBODY_TO_CONTROL, f"{nouns} is YOU, but there is none on the map")
    if WORD_CHARACTERS["win"] not in text:
        yield Problem(Kind.NO_WIN_WORD, "there is no WIN word (3), so the level can't be won")
    if WORD_CHARACTERS[IS] not in text:
        yield Problem(Kind.NO_IS_WORD, "there is no IS word (1), so no rule can ever hold")
    ring = [
        (y, x)
        for y, row in enumerate(rows, start=1)
        for x, character in enumerate(row, start=1)
        if character != BORDER and (y in (1, len(rows)) or x in (1, len(row)))
    ]
    if ring:
        yield Problem(
            Kind.OPEN_BORDER,
            f"{len(ring)} cells of the outermost ring are no border; "
            "the competition's picture hides what stands there",
            *ring[0],
        )


def _you_nouns(rows: Sequence[str]) -> Iterator[str]:
    """The nouns some rule makes YOU in the map as it is written."""
    words = {
        (y, x): WORD_OF[character]
        for y, row in enumerate(rows)
        for x, character in enumerate(row)
        if character in WORD_OF
    }
    for (y, x), word in words.items():
        if word == IS:
            for before, after in (((y, x - 1), (y, x + 1)), ((y - 1, x), (y + 1, x))):
                if words.get(before) in NOUNS and words.get(after) == "you":
                    yield words[before]
