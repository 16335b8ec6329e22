"""XSB, the text of Sokoban levels: read with every fault named, and written.

========  ==============  =====  ================
``#``     wall            ``.``  goal
``@``     player          ``+``  player on a goal
``$``     box             ``*``  box on a goal
========  ==============  =====  ================

A blank, ``-`` or ``_`` is floor. A file may hold many levels, with blank lines between. ``; name``
on a line before a map names it; so does ``Title: name`` below it (or above, if nothing before waits
for a name). Other lines with a key and a colon, such as ``Author:``, are left alone, and so is all
from ``Comment:`` to ``Comment-End:``. A level without a name is called as its file.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from pathlib import Path

from babalab.base.diagnostics import Diagnostic, Flaw
from babalab.game.errors import LevelError
from babalab.games.game import GameLevel
from babalab.games.grid import LONGEST_SIDE

MARKS = {
    "#": "wall", "@": "player", "+": "player on a goal", "$": "box", "*": "box on a goal",
    ".": "goal", "-": "floor", "_": "floor",
}  # fmt: skip
_FLOOR = str.maketrans("-_", "  ")
_KEY = re.compile(r"\s*([A-Za-z][A-Za-z -]*):(.*)")
_COMMENT, _COMMENT_END = "comment:", "comment-end:"
Cell = tuple[int, int]


def read_xsb(text: str, source: str = "") -> list[GameLevel]:
    r"""Read the levels of a file's text. Raises `LevelError` with everything wrong in any.

    >>> [level.name for level in read_xsb("; one\n#####\n#@$.#\n#####\n")]
    ['one']
    """
    found = list(_split(text, source))
    file = Path(source).stem
    levels = [
        level if level.name else replace(level, name=_name(file, number, len(found)))
        for number, level in enumerate(found, start=1)
    ]
    if not levels:
        raise LevelError([Diagnostic(Flaw.NO_ROWS, "there are no levels here", source=source)])
    diagnostics = [diagnostic for level in levels for diagnostic in diagnostics_of(level)]
    if diagnostics:
        raise LevelError(diagnostics)
    return levels


def _name(file: str, number: int, count: int) -> str:
    """Name a level that has no name after its file, numbered if that has several."""
    if not file:
        return str(number)
    return file if count == 1 else f"{file}-{number}"


def write_xsb(levels: Iterable[GameLevel]) -> str:
    """Return the text of a file with these levels, which reads back to the same names and maps."""
    return "\n".join(
        f"; {level.name}\n" + "".join(f"{row}\n" for row in level.text.rstrip("\n").split("\n"))
        for level in levels
    )


def read_map(level: GameLevel) -> list[str]:
    """Read the rows of a level, floor as blanks. Raises `LevelError` with all that is wrong."""
    diagnostics = diagnostics_of(level)
    if diagnostics:
        raise LevelError(diagnostics)
    return [row.translate(_FLOOR).rstrip() for row in _split_rows(level)]


def diagnostics_of(level: GameLevel) -> list[Diagnostic]:
    """Return everything wrong with a level's map, each with its place."""
    diagnostics = _diagnose(_split_rows(level))
    if not level.source:
        return list(diagnostics)
    return [
        replace(diagnostic, line=diagnostic.line or 1).at(level.source, level.line)
        for diagnostic in diagnostics
    ]


def _split_rows(level: GameLevel) -> list[str]:
    text = level.text.rstrip("\n")
    return [row.rstrip("\r") for row in text.split("\n")] if text.strip() else []


def _split(text: str, source: str) -> Iterator[GameLevel]:
    """Yield the maps of a text, with their names as far as they have any."""
    name = ""
    found: GameLevel | None = None
    rows: list[str] = []
    for line, row in enumerate(_blank_comments([*text.split("\n"), ""]), start=1):
        row = row.rstrip("\r")
        key = _KEY.match(row)
        if row.strip() and not row.lstrip().startswith(";") and not key:
            rows.append(row)
            continue
        if rows:
            if found is not None:
                yield found
            found = GameLevel(name, "\n".join(rows) + "\n", source, line - 1 - len(rows))
            rows, name = [], ""
        if row.lstrip().startswith(";"):
            name = _clean(row.lstrip()[1:]) or name
        elif key and key[1].strip().lower() == "title":
            if found is not None and not found.name:
                found = replace(found, name=_clean(key[2]))
            else:
                name = _clean(key[2])
    if found is not None:
        yield found


def _blank_comments(rows: Sequence[str]) -> Iterator[str]:
    """Yield the rows, blank from a bare ``Comment:`` to ``Comment-End:``, if there is one."""
    said = [row.strip().lower() for row in rows]
    end = -1
    for number, row in enumerate(rows):
        if said[number] == _COMMENT and number > end and _COMMENT_END in said[number:]:
            end = said.index(_COMMENT_END, number)
        yield "" if number <= end else row


def _clean(name: str) -> str:
    """Return a name without characters that would confuse terminals."""
    return "".join(character for character in name if character.isprintable()).strip()


def _diagnose(rows: Sequence[str]) -> Iterator[Diagnostic]:
    if not rows:
        yield Diagnostic(Flaw.NO_ROWS, "the map has no rows")
        return
    width, height = max(map(len, rows)), len(rows)
    if max(width, height) > LONGEST_SIDE:
        message = (
            f"the map is {width} x {height}; at most {LONGEST_SIDE} x {LONGEST_SIDE} is supported"
        )
        yield Diagnostic(Flaw.TOO_LARGE, message)
        return
    marks = {
        (y, x): " " if mark in "-_" else mark
        for y, row in enumerate(rows, start=1)
        for x, mark in enumerate(row, start=1)
    }
    known = ", ".join(f"{mark} {meaning}" for mark, meaning in MARKS.items())
    for y, row in enumerate(rows, start=1):
        unknown = [x for x, mark in enumerate(row, start=1) if mark not in MARKS and mark != " "]
        if unknown and "#" not in row:
            message = "this is no row of a map; begin remarks with ;"
            yield Diagnostic(Flaw.UNKNOWN_CHARACTER, message, y, unknown[0])
            continue
        for x in unknown:
            message = f"{row[x - 1]!r} means nothing here; use {known}"
            yield Diagnostic(Flaw.UNKNOWN_CHARACTER, message, y, x)
    players = [cell for cell, mark in marks.items() if mark in "@+"]
    if not players:
        yield Diagnostic(Flaw.BAD_FORMAT, "there is no player; write @, or + on a goal")
    for cell in players[1:]:
        yield Diagnostic(Flaw.BAD_FORMAT, "a second player; there must be one", *cell)
    boxes, goals = (sum(mark in kind for mark in marks.values()) for kind in ("$*", ".*+"))
    if not boxes:
        yield Diagnostic(Flaw.BAD_FORMAT, "there is no box; write $, or * on a goal")
    if boxes != goals:
        message = f"{_count(boxes, 'box', 'boxes')} but {_count(goals, 'goal', 'goals')}"
        yield Diagnostic(Flaw.BAD_FORMAT, f"{message}; there must be as many of both")
    if len(players) == 1:
        yield from _diagnose_walls(marks, players[0], width, height)


def _diagnose_walls(
    marks: dict[Cell, str], player: Cell, width: int, height: int
) -> Iterator[Diagnostic]:
    """Yield gaps through which the player could leave the map, and cells out of reach."""
    inside = {player}
    open_cells = [player]
    gaps = []
    while open_cells:
        y, x = open_cells.pop()
        if y in (1, height) or x in (1, width):
            gaps.append((y, x))
            continue
        for cell in ((y, x - 1), (y, x + 1), (y - 1, x), (y + 1, x)):
            if cell not in inside and marks.get(cell, " ") != "#":
                inside.add(cell)
                open_cells.append(cell)
    if gaps:
        message = "the player could leave the map here; close the wall around"
        yield Diagnostic(Flaw.BAD_FORMAT, message, *min(gaps))
        return
    for cell, mark in marks.items():
        if mark in "$." and cell not in inside:
            message = f"this {MARKS[mark]} is behind walls, where the player can never come"
            yield Diagnostic(Flaw.BAD_FORMAT, message, *cell)


def _count(number: int, one: str, many: str) -> str:
    return f"{number} {one if number == 1 else many}"
