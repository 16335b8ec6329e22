"""Cropping a level: remove rows and columns at its edges that don't matter."""

from __future__ import annotations

from typing import Final

from babalab.game.level import Level
from babalab.generation.baba.facts import is_shortest
from babalab.generation.baba.variants import resize_level

STEPS: Final = 200_000
"""Engine steps for the proof that nothing is shorter on the smaller map."""
LEAST_SIDE: Final = 3
"""The least width and height inside the border."""


def crop_level(level: Level) -> Level:
    """Remove empty rows and columns at the edges of a level as far as they don't matter.

    The solution must be a shortest one, and stays one.

    >>> crop_level(Level.parse("_______/_b..f._/_B12.._/_F13.._/_....._/_______", solution="rrr"))
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
            smaller = resize_level(level, left=left, right=right, top=top, bottom=bottom)
            if smaller is not None and _is_as_good(smaller, level):
                level = smaller
    return level


def _is_as_good(smaller: Level, level: Level) -> bool:
    if min(smaller.width, smaller.height) < LEAST_SIDE + 2 or smaller.solution != level.solution:
        return False
    return is_shortest(smaller, STEPS)
