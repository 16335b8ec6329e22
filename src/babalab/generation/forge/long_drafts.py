"""Levels of the hardest class: random drafts with a long solution, and a hall in front of them.

One draft in a few hundred has a long solution, and looking for it is faster than climbing that far.
A *hall* is a corridor along a side of the map, at whose end the player begins.
"""

from __future__ import annotations

from typing import Final

from babalab.game.level import Level
from babalab.game.vocabulary import BORDER, EMPTY
from babalab.generation.baba.dice import Dice
from babalab.generation.baba.facts import find_solution, inspect_start, prove_shortest
from babalab.generation.baba.random_levels import random_level
from babalab.generation.baba.start_position import (
    Cell,
    StartPosition,
    begins_as_written,
    change_cells,
)
from babalab.generation.baba.variants import resize_level

DRAFTS: Final = 1_500
"""Drafts to look through for a long one."""
ITERATIONS: Final = 1_500
STEPS: Final = 400_000
"""Engine steps to prove that a solution is a shortest one."""
LEAST_FOUND: Final = 36
LEAST_NEEDED: Final = 28
"""The fewest moves of the first solution found, and of a shortest one."""
MAX_COLUMNS: Final = 13
MAX_ROWS: Final = 11
"""Inside the border, halls included."""


def find_long_draft(width: int, height: int, dice: Dice) -> Level | None:
    """Return the first draft of this size whose shortest solution is long, or None.

    Exactly one thing is YOU at its start, and its solution is proved to be a shortest one.
    """
    for _ in range(DRAFTS):
        level = random_level(dice, (width, height))
        if StartPosition(level).player is None or not begins_as_written(level):
            continue
        if inspect_start(level).lacking:
            continue
        found = find_solution(level, iterations=ITERATIONS)
        if found is None or len(found) < LEAST_FOUND:
            continue
        short = prove_shortest(level, found, STEPS)
        if short.shortest and len(short.moves) >= LEAST_NEEDED:
            return level.with_solution(short.moves)
    return None


def add_hall(level: Level, dice: Dice) -> Level | None:
    """Add a hall along one side of the level; return None if that does not work.

    The hall has its only door at one end, and the player begins at the other.
    """
    side = dice.pick(["top", "bottom", "left", "right"])
    larger = resize_level(level, **{side: 2})  # type: ignore[arg-type]
    if larger is None or larger.width > MAX_COLUMNS + 2 or larger.height > MAX_ROWS + 2:
        return None
    across = side in ("top", "bottom")
    length = (larger.width if across else larger.height) - 2
    outer = 1 if side in ("top", "left") else (larger.height if across else larger.width) - 2
    inner = outer + (1 if side in ("top", "left") else -1)
    door, start = (1, length) if dice.coin(0.5) else (length, 1)
    wall = [_make_cell(at, inner, across) for at in range(1, length + 1) if at != door]
    walled = change_cells(larger, dict.fromkeys(wall, BORDER))
    if walled is None:
        return None
    position, begin = StartPosition(walled), _make_cell(start, outer, across)
    if position.player is None or begin not in position.ways:
        return None
    cells = {position.player: EMPTY, begin: position.cells[position.player]}
    return change_cells(walled, cells, position.ways[begin])


def _make_cell(along: int, across: int, is_row: bool) -> Cell:
    return (across, along) if is_row else (along, across)
