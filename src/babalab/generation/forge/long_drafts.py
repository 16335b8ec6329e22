"""Levels of the hardest class: drafts in people's style that happen to have a long solution.

One in some hundred has, and looking through them is quicker than climbing that far. Not all of
their solutions can be proved shortest in a reasonable time; of those it is known that
millions of engine steps spent on a proof led to no shorter one.
"""

from __future__ import annotations

from typing import Final

from babalab.game.level import DIFFICULTY_BOUNDS, Level
from babalab.generation.baba.clutter import pieces, without
from babalab.generation.baba.facts import shorter_way, shortest_way, start_of, way_to_win
from babalab.generation.baba.random_levels import random_level
from babalab.generation.baba.sight import Sight, begins_as_written, wins_at_last
from babalab.generation.dice import Dice

DRAFTS: Final = 1_500
"""To look through for one that is long."""
ITERATIONS: Final = 1_500
QUICK_STEPS: Final = 100_000
STEPS: Final = 2_000_000
"""Engine steps to find out how long a solution really has to be, first and in the end."""
TIDYING_STEPS: Final = 200_000
"""Engine steps to find out whether there is a shorter one without a piece."""


def long_draft(width: int, height: int, dice: Dice) -> Level | None:
    """The first draft of this size whose solution is of the hardest class; None if there is none.

    It has one thing that is YOU, and its solution is as short as so many steps can make it.
    """
    for _ in range(DRAFTS):
        level = random_level(dice, (width, height))
        if Sight(level).player is None or start_of(level).lacking or not begins_as_written(level):
            continue
        way = way_to_win(level, iterations=ITERATIONS)
        if way is None or not is_long(way.moves):
            continue
        moves = shorter_way(level, way.moves, QUICK_STEPS).moves
        if is_long(moves) and is_long(moves := shortest_way(level, moves, STEPS).moves):
            return level.with_solution(moves)
    return None


def is_long(moves: str) -> bool:
    """Whether a level with this solution is of the hardest class."""
    return len(moves) > DIFFICULTY_BOUNDS[-1]


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
    found = shortest_way(rest, rest.solution, TIDYING_STEPS)
    return len(found.moves) == len(rest.solution)
