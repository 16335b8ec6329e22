"""Finishing a level: find, shorten and verify a solution, and rate its difficulty."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Final

from babalab.game.difficulty import Difficulty, rate
from babalab.game.level import Level
from babalab.game.reference import ReferenceGame
from babalab.generation.baba.facts import find_solution, prove_or_shorten
from babalab.generation.baba.mechanics import find_mechanics

ITERATIONS: Final = 8_000
"""The champion's default limit."""
SHORTENING_STEPS: Final = 200_000
"""Engine steps to shorten a solution. Not seconds, so that every machine gets the same."""


@dataclass(frozen=True)
class FinishedLevel:
    """A level and all that is known of it."""

    level: Level
    """The level with its solution and its mechanics."""
    shortest: bool
    """Whether the solution is proved to be a shortest one."""
    difficulty: Difficulty
    mechanics: tuple[str, ...]


def finish_level(
    level: Level, *, known: str = "", iterations: int = ITERATIONS
) -> FinishedLevel | None:
    """Solve a level, shorten the solution and verify it in both engines.

    The champion looks for a solution within `iterations`. `known` moves that win stand in if it
    finds none, or none as short. Of the level's metadata only name and author are kept. Return None
    if there is no solution.

    >>> done = finish_level(Level.parse("______/_b..f_/_B12._/_F13._/______"))
    >>> done.level.solution, done.shortest, done.mechanics
    ('rrr', True, ('walk',))
    """
    found = find_solution(level, known=known, iterations=iterations)
    if found is None:
        return None
    short = prove_or_shorten(level, found, SHORTENING_STEPS)
    if not _wins_in_reference(level, short.moves):
        return None
    mechanics = find_mechanics(level, short.moves)
    return FinishedLevel(
        replace(level, id="", solution=short.moves, mechanics=mechanics),
        short.shortest,
        rate(level, short.moves),
        mechanics,
    )


def _wins_in_reference(level: Level, solution: str) -> bool:
    game = ReferenceGame(level.line)
    for move in solution:
        game.step(move)
    return game.won
