"""Levels of the hardest class: drafts in people's style with a long solution, and a hall before.

One draft in some hundred has a long solution, and looking through them is quicker than
climbing that far. A *hall* is a corridor along a side of the map, at whose end the player begins.
"""

from __future__ import annotations

from typing import Final

from babalab.game.level import Level
from babalab.game.vocabulary import BORDER, EMPTY
from babalab.generation.baba.facts import shortest_way, start_of, way_to_win
from babalab.generation.baba.random_levels import random_level
from babalab.generation.baba.sight import Cell, Sight, begins_as_written, changed
from babalab.generation.baba.variants import embedded
from babalab.generation.dice import Dice

DRAFTS: Final = 1_500
"""To look through for one that is long."""
ITERATIONS: Final = 1_500
STEPS: Final = 400_000
"""Engine steps to prove how long a solution has to be."""
LEAST_FOUND: Final = 36
LEAST_NEEDED: Final = 28
"""The least moves of the first solution, and of a shortest one."""
MOST_COLUMNS: Final = 13
MOST_ROWS: Final = 11
"""Inside the border, halls included."""


def long_draft(width: int, height: int, dice: Dice) -> Level | None:
    """The first draft of this size whose shortest solution is long; None if there is none.

    It has one thing that is YOU, and its solution is proved to be a shortest one.
    """
    for _ in range(DRAFTS):
        level = random_level(dice, (width, height))
        if Sight(level).player is None or start_of(level).lacking or not begins_as_written(level):
            continue
        way = way_to_win(level, iterations=ITERATIONS)
        if way is None or len(way.moves) < LEAST_FOUND:
            continue
        short = shortest_way(level, way.moves, STEPS)
        if short.shortest and len(short.moves) >= LEAST_NEEDED:
            return level.with_solution(short.moves)
    return None


def with_hall(level: Level, dice: Dice) -> Level | None:
    """The level with a hall along one of its sides, where the player begins; None if it can't be.

    The hall has its only door at one end and the player at the other.
    """
    side = dice.pick(["top", "bottom", "left", "right"])
    larger = embedded(level, **{side: 2})  # type: ignore[arg-type]
    if larger is None or larger.width > MOST_COLUMNS + 2 or larger.height > MOST_ROWS + 2:
        return None
    across = side in ("top", "bottom")
    length = (larger.width if across else larger.height) - 2
    outer = 1 if side in ("top", "left") else (larger.height if across else larger.width) - 2
    inner = outer + (1 if side in ("top", "left") else -1)
    door, start = (1, length) if dice.coin(0.5) else (length, 1)
    wall = [_cell(at, inner, across) for at in range(1, length + 1) if at != door]
    walled = changed(larger, dict.fromkeys(wall, BORDER))
    if walled is None:
        return None
    sight, begin = Sight(walled), _cell(start, outer, across)
    if sight.player is None or begin not in sight.ways:
        return None
    cells = {sight.player: EMPTY, begin: sight.cells[sight.player]}
    return changed(walled, cells, sight.ways[begin])


def _cell(along: int, across: int, is_row: bool) -> Cell:
    return (across, along) if is_row else (along, across)
