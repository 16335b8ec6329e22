"""Read levels drawn as rows of characters, and name every fault with its line and column."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from babalab.base.diagnostics import Diagnostic, Flaw
from babalab.game.errors import LevelError
from babalab.games.game import GameLevel

LONGEST_SIDE = 100


def read_grid(
    level: GameLevel, marks: Mapping[str, str], *, exactly_one: str = "", at_least_one: str = ""
) -> list[str]:
    """Read the rows of a level, padded to equal length with the second mark, empty ground.

    `marks` says what each character means. Raises `LevelError`, which names everything wrong.
    """
    rows = level.text.rstrip("\n").split("\n") if level.text.strip() else []
    diagnostics = [
        diagnostic.at(level.source, level.line) if level.source else diagnostic
        for diagnostic in _diagnose(rows, marks, exactly_one, at_least_one)
    ]
    if diagnostics:
        raise LevelError(diagnostics)
    width = max(map(len, rows))
    return [row.ljust(width, list(marks)[1]) for row in rows]


def _diagnose(
    rows: Sequence[str], marks: Mapping[str, str], exactly_one: str, at_least_one: str
) -> Iterator[Diagnostic]:
    if not rows:
        yield Diagnostic(Flaw.NO_ROWS, "there are no rows")
        return
    if max(len(rows), *map(len, rows)) > LONGEST_SIDE:
        yield Diagnostic(Flaw.TOO_LARGE, f"no side may be longer than {LONGEST_SIDE}")
        return
    known = ", ".join(f"{mark} {meaning}" for mark, meaning in marks.items())
    for line, row in enumerate(rows, start=1):
        for column, mark in enumerate(row, start=1):
            if mark not in marks:
                message = f"{mark!r} means nothing; use {known}"
                yield Diagnostic(Flaw.UNKNOWN_CHARACTER, message, line, column)
    text = "".join(rows)
    for mark in exactly_one:
        if text.count(mark) != 1:
            meaning = marks[mark]
            yield Diagnostic(
                Flaw.BAD_FORMAT, f"there must be one {mark} ({meaning}), not {text.count(mark)}"
            )
    for mark in at_least_one:
        if mark not in text:
            yield Diagnostic(Flaw.BAD_FORMAT, f"there must be a {mark} ({marks[mark]}) at least")
