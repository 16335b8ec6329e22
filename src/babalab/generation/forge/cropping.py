"""Cropping a level: rows and columns at its edges that do not matter go."""

from __future__ import annotations

from typing import Final

from babalab.game.level import Level
from babalab.generation.baba.facts import shortest_way
from babalab.generation.baba.variants import embedded

STEPS: Final = 200_000
"""Engine steps for the proof that nothing is shorter on the smaller map."""
LEAST_SIDE: Final = 3
"""Cells inside the border that a level keeps in either direction."""


def cropped(level: Level) -> Level:
    """The level without empty rows and columns at its edges, as far as they do not matter.

    Its solution has to be a shortest one, and still is.

    >>> cropped(Level.parse("_______/_b..f._/_B12.._/_F13.._/_....._/_______", solution="rrr"))
    Level.parse('______/_b..f_/_B12._/_F13._/______')
    """
    before = None
    while level != before:
        before = level
        for left, right, top, bottom in (
            (-1, 0, 0, 0),
            (0, -1, 0, 0),
            (0, 0, -1, 0),
            (0, 0, 0, -1),
        ):
            smaller = embedded(level, left=left, right=right, top=top, bottom=bottom)
            if smaller is not None and _is_as_good(smaller, level):
                level = smaller
    return level


def _is_as_good(smaller: Level, level: Level) -> bool:
    if min(smaller.width, smaller.height) < LEAST_SIDE + 2 or smaller.solution != level.solution:
        return False
    found = shortest_way(smaller, smaller.solution, STEPS)
    return found.shortest and len(found.moves) == len(level.solution)
