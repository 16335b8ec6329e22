"""Levels of the hardest class: drafts in people's style that happen to have a long solution.

One in some hundred has, and looking through them is quicker than climbing that far. Few of their
solutions can be proved shortest in a short time; what is known of those is that a search around
them finds no shorter one, and that is what tidying goes by here.
"""

from __future__ import annotations

from typing import Final

from babalab.game.level import DIFFICULTY_BOUNDS, Level
from babalab.generation.baba.clutter import pieces, without
from babalab.generation.baba.facts import shorter_way, start_of, way_to_win
from babalab.generation.baba.random_levels import random_level
from babalab.generation.baba.sight import Sight, begins_as_written, wins_at_last
from babalab.generation.dice import Dice

DRAFTS: Final = 1_500
"""To look through for one that is long."""
ITERATIONS: Final = 1_500
STEPS: Final = 100_000
"""Engine steps to find out how long a solution really has to be."""
TIDYING_STEPS: Final = 30_000
"""Engine steps to find out whether there is a shorter one without a piece."""


def long_draft(width: int, height: int, dice: Dice) -> Level | None:
    """The first draft of this size whose solution is of the hardest class; None if there is none.

    It has one thing that is YOU, and its solution is as short as a search around it can make it.
    """
    for _ in range(DRAFTS):
        level = random_level(dice, (width, height))
        if Sight(level).player is None or start_of(level).lacking or not begins_as_written(level):
            continue
        way = way_to_win(level, iterations=ITERATIONS)
        if way is None or len(way.moves) <= DIFFICULTY_BOUNDS[-1]:
            continue
        short = shorter_way(level, way.moves, STEPS)
        if len(short.moves) > DIFFICULTY_BOUNDS[-1]:
            return level.with_solution(short.moves)
    return None


def roughly_tidied(level: Level) -> Level:
    """The level without pieces whose absence leads to no shorter solution that is soon found."""
    before = None
    while level != before:
        before = level
        for piece in pieces(level):
            rest = without(level, piece)
            if rest != level and _is_as_good(rest):
                level = rest
    return level


def _is_as_good(rest: Level) -> bool:
    if not wins_at_last(rest) or Sight(rest).player is None or not begins_as_written(rest):
        return False
    way = way_to_win(rest, known=rest.solution, iterations=ITERATIONS // 3)
    if way is None or len(way.moves) < len(rest.solution):
        return False
    return len(shorter_way(rest, way.moves, TIDYING_STEPS).moves) == len(rest.solution)
