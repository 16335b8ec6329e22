"""Choosing good levels of every class that differ from each other.

Levels are chosen one after the other. The next one is always the one that adds most: a high
difficulty score, a large distance from the nearest chosen level, rare mechanics, and free space.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from difflib import SequenceMatcher
from functools import cached_property
from typing import Final

from babalab.game.level import Level
from babalab.game.vocabulary import THING_OF, WORD_OF
from babalab.generation.baba.canonical import canonicalize
from babalab.generation.baba.finishing import FinishedLevel
from babalab.generation.baba.naming import NameGiver, make_slug

NEAR: Final = 0.25
"""Levels nearer than this to a chosen one are not chosen."""
DISTANCE_WEIGHT: Final = 2.0
RARITY_WEIGHT: Final = 1.0
CROWD_WEIGHT: Final = 0.5


@dataclass(frozen=True)
class LevelCandidate:
    """A level that may be chosen, and what it is compared by."""

    done: FinishedLevel

    @property
    def level(self) -> Level:
        """Return the level."""
        return self.done.level

    @cached_property
    def words(self) -> Counter[str]:
        """Count each word, with all nouns as one."""
        return Counter(
            character if character.isdigit() else "N"
            for character in self.level.line
            if character in WORD_OF
        )

    @cached_property
    def lines(self) -> str:
        """Return the canonical form of the map."""
        return canonicalize(self.level)

    def measure_distance(self, other: LevelCandidate) -> float:
        """Return the distance from 0 to 1, by mechanics, words, moves of the solution and map."""
        mechanics = set(self.done.mechanics), set(other.done.mechanics)
        common = (self.words & other.words).total() / (self.words | other.words).total()
        return (
            (1 - len(mechanics[0] & mechanics[1]) / len(mechanics[0] | mechanics[1]))
            + (1 - common)
            + _measure_difference(self.level.solution, other.level.solution)
            + _measure_difference(self.lines, other.lines)
        ) / 4


def curate(
    found: Iterable[FinishedLevel], known: Iterable[Level], each: int, names: Iterable[str]
) -> list[Level]:
    """Choose and name the best new levels; `each` is the number of levels per class."""
    old, giver = collect_forms(known), NameGiver(names)
    levels = []
    for done in choose([done for done in found if is_new(done.level, old)], each):
        name = giver.choose(done.level)
        levels.append(replace(done.level, name=name, id=make_slug(name), author="babalab"))
    return levels


def choose(found: Sequence[FinishedLevel], each: int) -> list[FinishedLevel]:
    """Choose up to `each` levels of every length class; sort them by class and difficulty."""
    left = {number: LevelCandidate(done) for number, done in enumerate(found)}
    room = Counter(dict.fromkeys({done.level.length_class for done in found}, each))
    nearest = dict.fromkeys(left, 1.0)
    uses: Counter[str] = Counter()
    taken: list[FinishedLevel] = []
    while left:
        best = max(left, key=lambda number: _rate_gain(left[number].done, nearest[number], uses))
        candidate = left.pop(best)
        class_ = candidate.done.level.length_class
        taken.append(candidate.done)
        room[class_] -= 1
        uses.update(candidate.done.mechanics)
        for number, other in list(left.items()):
            nearest[number] = min(nearest[number], candidate.measure_distance(other))
            if nearest[number] < NEAR or not room[other.done.level.length_class]:
                del left[number]
    return sorted(taken, key=lambda done: (done.level.length_class, done.difficulty.score))


def collect_forms(levels: Iterable[Level]) -> set[str]:
    """Return the forms of these levels that no new level may have; see `is_new`."""
    return {form for level in levels for form in _make_forms(level)}


def is_new(level: Level, known: set[str]) -> bool:
    """Return whether the level is none of those with these forms, in any orientation."""
    return not known.intersection(_make_forms(level))


def _rate_gain(done: FinishedLevel, nearest: float, uses: Counter[str]) -> float:
    rarity = sum(1 / (1 + uses[mechanic]) for mechanic in done.mechanics)
    cells = "".join(done.level.rows)
    crowd = sum(cell in THING_OF for cell in cells) / len(cells)
    return (
        done.difficulty.score / 100
        + DISTANCE_WEIGHT * nearest
        + RARITY_WEIGHT * rarity
        - CROWD_WEIGHT * crowd
    )


def _measure_difference(one: str, other: str) -> float:
    return 1 - SequenceMatcher(None, one, other, autojunk=False).ratio()


def _make_forms(level: Level) -> tuple[str, str]:
    """Return a form without orientation, and one without nouns' names."""
    return _orient(level), canonicalize(level)


def _orient(level: Level) -> str:
    """Return the least of the eight rotated and mirrored images of a map."""
    rows, images = level.rows, []
    for _ in range(4):
        rows = tuple("".join(column) for column in zip(*reversed(rows), strict=True))
        images += ["/".join(rows), "/".join(row[::-1] for row in rows)]
    return min(images)
