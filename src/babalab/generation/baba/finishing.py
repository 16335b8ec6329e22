"""Finishing a level: a verified solution, as short as can be had, its difficulty, its mechanics."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Final

from babalab.game.difficulty import Difficulty, rate
from babalab.game.level import Level
from babalab.game.reference import ReferenceGame
from babalab.generation.baba.facts import shorter_way, way_to_win
from babalab.generation.baba.mechanics import mechanics_of

ITERATIONS: Final = 8_000
"""Of the champion, if nothing else is said."""
SHORTEN: Final = 200_000
"""Engine steps to make a solution shorter with. No seconds: the same on every machine."""


@dataclass(frozen=True)
class Finished:
    """A level with all that can be said of it."""

    level: Level
    """With its solution and its mechanics."""
    shortest: bool
    """Whether the solution is proved to be a shortest one."""
    difficulty: Difficulty
    mechanics: tuple[str, ...]


def finished(level: Level, *, known: str = "", iterations: int = ITERATIONS) -> Finished | None:
    """The level with a solution that wins in both engines; None if there is none to be found.

    The champion looks for one within so many iterations. `known` moves that win stand in if it
    finds none, or none as short; moves that do not win are passed over. Of what is on record of the
    level, its name and author are kept.

    >>> done = finished(Level.parse("______/_b..f_/_B12._/_F13._/______"))
    >>> done.level.solution, done.shortest, done.mechanics
    ('rrr', True, ('walk',))
    """
    way = way_to_win(level, known=known, iterations=iterations)
    if way is None:
        return None
    short = shorter_way(level, way.moves, SHORTEN)
    if not _wins_in_the_reference(level, short.moves):
        return None
    mechanics = mechanics_of(level, short.moves)
    return Finished(
        replace(level, id="", solution=short.moves, mechanics=mechanics),
        short.shortest,
        rate(level, short.moves, expanded=way.expanded),
        mechanics,
    )


def _wins_in_the_reference(level: Level, solution: str) -> bool:
    game = ReferenceGame(level.line)
    for move in solution:
        game.step(move)
    return game.won
