"""A curve in a few characters."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

BLOCKS: Final = " ▁▂▃▄▅▆▇█"
PLAIN: Final = " .:-=+*%@"
"""The same for terminals that know ASCII only."""
STEPS: Final = len(BLOCKS) - 1


def draw_curve(
    points: Sequence[tuple[int, float]], end: int, columns: int, lines: int, *, plain: bool = False
) -> str:
    """Draw a curve that stays as it is from each point to the next, until `end`, with blocks.

    The lowest value has one step, the highest fills all lines.

    >>> print(draw_curve([(0, 0.0), (5, 1.0)], end=10, columns=4, lines=1))
    ▁▁██
    """
    values = _sample(points, end, columns)
    low, high = min(values), max(values)
    most = lines * STEPS
    heights = [
        most if high == low else 1 + round((value - low) / (high - low) * (most - 1))
        for value in values
    ]
    blocks = PLAIN if plain else BLOCKS
    return "\n".join(
        "".join(blocks[max(0, min(STEPS, height - STEPS * row))] for height in heights)
        for row in reversed(range(lines))
    )


def _sample(points: Sequence[tuple[int, float]], end: int, columns: int) -> list[float]:
    """Return the value of the curve in the middle of each column."""
    values = []
    place = 0
    for column in range(columns):
        x = (column + 0.5) * end / columns
        while place + 1 < len(points) and points[place + 1][0] <= x:
            place += 1
        values.append(points[place][1])
    return values
