"""Choosing levels: good ones that differ from each other, from every class.

One level after the other is taken: the one with the most to add, which is its difficulty score, its
distance from the nearest level that is taken already, and mechanics there are few of yet.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from difflib import SequenceMatcher
from functools import cached_property
from typing import Final

from babalab.game.level import Level
from babalab.game.vocabulary import WORD_OF
from babalab.generation.baba.canonical import canonical
from babalab.generation.baba.finishing import Finished

NEAR: Final = 0.3
"""Levels nearer than this to one that is taken are not taken."""
DISTANCE_COUNTS: Final = 2.0
RARITY_COUNTS: Final = 1.0


@dataclass(frozen=True)
class Piece:
    """A level to choose, with what it is compared by."""

    done: Finished

    @property
    def level(self) -> Level:
        """The level."""
        return self.done.level

    @cached_property
    def words(self) -> Counter[str]:
        """How often each word is there, all nouns taken as one."""
        return Counter(
            character if character.isdigit() else "N"
            for character in self.level.line
            if character in WORD_OF
        )

    @cached_property
    def lines(self) -> str:
        """The map with its nouns named in the order in which they come."""
        return canonical(self.level)

    def distance(self, other: Piece) -> float:
        """From 0, alike, to 1: by mechanics, words, the moves of the solution and the map."""
        mechanics = set(self.done.mechanics), set(other.done.mechanics)
        common = (self.words & other.words).total() / (self.words | other.words).total()
        return (
            (1 - len(mechanics[0] & mechanics[1]) / len(mechanics[0] | mechanics[1]))
            + (1 - common)
            + _unlikeness(self.level.solution, other.level.solution)
            + _unlikeness(self.lines, other.lines)
        ) / 4


def chosen(found: Sequence[Finished], each: int) -> list[Finished]:
    """So many levels of every class, or as many as there are, by class and difficulty score."""
    left = {number: Piece(done) for number, done in enumerate(found)}
    room = Counter(dict.fromkeys({done.difficulty.class_ for done in found}, each))
    nearest = dict.fromkeys(left, 1.0)
    uses: Counter[str] = Counter()
    taken: list[Finished] = []
    while left:
        best = max(left, key=lambda number: _gain(left[number].done, nearest[number], uses))
        piece = left.pop(best)
        class_ = piece.done.difficulty.class_
        taken.append(piece.done)
        room[class_] -= 1
        uses.update(piece.done.mechanics)
        for number, other in list(left.items()):
            nearest[number] = min(nearest[number], piece.distance(other))
            if nearest[number] < NEAR or not room[other.done.difficulty.class_]:
                del left[number]
    return sorted(taken, key=lambda done: (done.difficulty.class_, done.difficulty.score))


def forms(levels: Iterable[Level]) -> set[str]:
    """Everything that another level must not be: these, turned, mirrored, with other nouns."""
    return {form for level in levels for form in (_upright(level), canonical(level))}


def is_new(level: Level, known: set[str]) -> bool:
    """Whether the level is none of those whose `forms` these are."""
    return not {_upright(level), canonical(level)} & known


def _gain(done: Finished, nearest: float, uses: Counter[str]) -> float:
    rarity = sum(1 / (1 + uses[mechanic]) for mechanic in done.mechanics)
    return done.difficulty.score / 100 + DISTANCE_COUNTS * nearest + RARITY_COUNTS * rarity


def _unlikeness(one: str, other: str) -> float:
    return 1 - SequenceMatcher(None, one, other, autojunk=False).ratio()


def _upright(level: Level) -> str:
    """The least of a map's eight mirror images."""
    rows, images = level.rows, []
    for _ in range(4):
        rows = tuple("".join(column) for column in zip(*reversed(rows), strict=True))
        images += ["/".join(rows), "/".join(row[::-1] for row in rows)]
    return min(images)
