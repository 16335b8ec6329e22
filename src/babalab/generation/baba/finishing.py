"""Finishing a level: a verified solution, as short as can be had, its difficulty, its mechanics."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Final

from babalab.agents import Budget, Champion, Verdict
from babalab.agents.shortening import shorten
from babalab.game.difficulty import Difficulty, rate
from babalab.game.level import Level
from babalab.game.reference import ReferenceGame
from babalab.generation.baba.mechanics import mechanics_of
from babalab.generation.baba.variants import winning_part

SHORTEN: Final = 400_000
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


def finished(level: Level, *, known: str = "", iterations: int = 8_000) -> Finished | None:
    """The level with a solution that wins in both engines; None if there is none to be found.

    The champion looks for one within so many iterations. `known` moves that win stand in if it
    finds none, or none as short; moves that do not win are passed over. Of what is on record of the
    level, its name and author are kept.

    >>> done = finished(Level.parse("______/_b..f_/_B12._/_F13._/______"))
    >>> done.level.solution, done.shortest, done.mechanics
    ('rrr', True, ('walk',))
    """
    result = Champion(shorten=0).solve(level, Budget(iterations=iterations))
    if result.verdict is Verdict.INTERRUPTED:
        raise KeyboardInterrupt  # the search has taken the Ctrl-C that was meant for all of this
    ways = [moves for moves in (result.solution, winning_part(level, known)) if moves]
    if not ways:
        return None
    short = shorten(level, min(ways, key=len), Budget(steps=SHORTEN))
    if not _wins_in_the_reference(level, short.moves):
        return None
    mechanics = mechanics_of(level, short.moves)
    expanded = result.statistics.get("found_after", result.iterations)
    return Finished(
        replace(level, id="", solution=short.moves, mechanics=mechanics),
        short.shortest,
        rate(level, short.moves, expanded=expanded),
        mechanics,
    )


def _wins_in_the_reference(level: Level, solution: str) -> bool:
    game = ReferenceGame(level.line)
    for move in solution:
        game.step(move)
    return game.won
