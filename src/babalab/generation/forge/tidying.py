"""Tidying a level: whatever can go without a shorter solution coming up goes.

What is left matters: without any one of its things and words the solution would be another one.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from babalab.agents import Budget, Champion, Verdict
from babalab.game.level import Level
from babalab.game.vocabulary import EMPTY, THING_OF, WORD_OF
from babalab.generation.baba.sight import Cell, changed
from babalab.generation.baba.variants import embedded

SEARCH: Final = Champion(shorten=200_000)
BUDGET: Final = Budget(iterations=3_000)
LEAST_SIDE: Final = 3
"""Cells inside the border that a level keeps in either direction."""


def tidied(level: Level) -> Level:
    """The level without the things and words it does not need, whole nouns of them first."""
    for cells in _groups(level):
        level = _without(level, cells) or level
    before = None
    while level != before:
        before = level
        for cell in _filled(level):
            level = _without(level, [cell]) or level
    return level


def cropped(level: Level) -> Level:
    """The level without empty rows and columns at its edges, as far as they do not matter."""
    before = None
    while level != before:
        before = level
        for side in ("left", "right", "top", "bottom"):
            smaller = embedded(level, **{side: -1})  # type: ignore[arg-type]
            if smaller is None or min(smaller.width, smaller.height) < LEAST_SIDE + 2:
                continue
            if smaller.solution == level.solution and not has_shorter(smaller):
                level = smaller
    return level


def has_shorter(level: Level) -> bool:
    """Whether a quick search finds a solution that is shorter than the known one."""
    result = SEARCH.solve(level, BUDGET)
    if result.verdict is Verdict.INTERRUPTED:
        raise KeyboardInterrupt  # the search has taken the Ctrl-C that was meant for all of this
    return result.solution is not None and len(result.solution) < len(level.solution)


def _without(level: Level, cells: list[Cell]) -> Level | None:
    """The level with these cells empty, if the known solution is none the longer for it."""
    smaller = changed(level, dict.fromkeys(cells, EMPTY))
    return None if smaller is None or has_shorter(smaller) else smaller


def _groups(level: Level) -> Iterator[list[Cell]]:
    """All things of a noun, for every noun."""
    for thing in THING_OF:
        cells = [cell for cell in _filled(level) if level.rows[cell[0]][cell[1]] == thing]
        if cells:
            yield cells


def _filled(level: Level) -> list[Cell]:
    """Where there are things and words; words last, as they need things to be about."""
    cells = [
        (y, x)
        for y, row in enumerate(level.rows)
        for x, character in enumerate(row)
        if character in THING_OF or character in WORD_OF
    ]
    return sorted(cells, key=lambda cell: level.rows[cell[0]][cell[1]] in WORD_OF)
