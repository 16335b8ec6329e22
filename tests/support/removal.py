"""What is left of a level without some of its cells, judged by brute force."""

from __future__ import annotations

from collections.abc import Iterable

from babalab.agents import Exhaustive, Verdict
from babalab.base.budget import Budget
from babalab.game.level import Level
from babalab.game.reference import ReferenceGame
from babalab.game.vocabulary import EMPTY, WORD_OF

Cell = tuple[int, int]


def cleared(level: Level, cells: Iterable[Cell]) -> Level:
    """The level with these cells empty."""
    gone = set(cells)
    rows = tuple(
        "".join(EMPTY if (y, x) in gone else character for x, character in enumerate(row))
        for y, row in enumerate(level.rows)
    )
    return Level(rows, solution=level.solution)


def wins_in_reference(level: Level, moves: str) -> bool:
    """Whether these moves win in the reference engine, with the last of them and not before."""
    game = ReferenceGame(level.line)
    for number, move in enumerate(moves, start=1):
        game.step(move)
        if game.won:
            return number == len(moves)
    return False


def shortest_length(level: Level) -> int | None:
    """Moves of a shortest solution by breadth-first search; None if there provably is none."""
    result = Exhaustive().solve(level, Budget(iterations=300_000))
    assert result.shortest or result.verdict is Verdict.UNSOLVABLE
    return None if result.solution is None else len(result.solution)


def can_go(level: Level, cells: Iterable[Cell]) -> bool:
    """Whether without these cells the solution wins and nothing shorter does."""
    rest = cleared(level, cells)
    return wins_in_reference(rest, rest.solution) and shortest_length(rest) == len(level.solution)


def words_and_kinds(level: Level) -> list[list[Cell]]:
    """Every word by itself, and all things of each kind together."""
    at = {
        (y, x): character
        for y, row in enumerate(level.rows)
        for x, character in enumerate(row)
        if character not in "._"
    }
    words = [[cell] for cell, character in at.items() if character in WORD_OF]
    kinds = sorted({character for character in at.values() if character not in WORD_OF})
    return words + [[cell for cell, each in at.items() if each == kind] for kind in kinds]
