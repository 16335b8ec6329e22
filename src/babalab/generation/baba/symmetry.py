"""Finding levels that are another one in disguise: renamed, mirrored or turned.

A mirrored map is no level with the same rules, as words are read to the right and down. So what is
compared is where things and loose words are, where sentences stand, and what they say. Sentences
may then say it in another place. Whether such a level plays alike is another question: movers
face right at first, and the order of things, by rows, sometimes decides.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Final

from babalab.game.level import Level
from babalab.game.vocabulary import BORDER, THING_OF, WORD_OF
from babalab.generation.baba.canonical import canonicalize, strip_border
from babalab.generation.baba.clutter import find_sentences

SPOKEN: Final = "*"
"""A word of a sentence."""


class DuplicateFinder:
    """Knows levels, and says of another whether it is one of them."""

    def __init__(self, known: Iterable[tuple[str, Level]] = ()) -> None:
        self._same: dict[str, str] = {}
        self._equivalent: dict[str, str] = {}
        self._alike: dict[str, str] = {}
        for name, level in known:
            self.add(name, level)

    def add(self, name: str, level: Level) -> str | None:
        """Add a level; return in words which one it is, None if it is new.

        >>> finder = DuplicateFinder()
        >>> finder.add("one", Level.parse("______/_b..f_/_B12._/_F13._/______"))
        >>> finder.add("two", Level.parse("______/_f..b_/_.B12_/_.F13_/______"))
        'the same as one, mirrored or turned'
        """
        equivalent, alike = canonicalize(level), make_layout_key(level)
        found = (
            (self._same.get(level.line), "the same map as {}"),
            (self._equivalent.get(equivalent), "the same as {}, renamed or mirrored"),
            (self._alike.get(alike), "the same as {}, mirrored or turned"),
        )
        self._same.setdefault(level.line, name)
        self._equivalent.setdefault(equivalent, name)
        self._alike.setdefault(alike, name)
        return next((words.format(other) for other, words in found if other is not None), None)


def make_layout_key(level: Level) -> str:
    """Return a text that a level shares with its mirrored, turned and renamed copies."""
    return min(_write_key(rows, level.start().rules) for rows in _orient(_mask_sentences(level)))


def _mask_sentences(level: Level) -> list[str]:
    spoken = {cell for sentence in find_sentences(level) for cell in sentence}
    rows = [
        "".join(SPOKEN if (y, x) in spoken else character for x, character in enumerate(row))
        for y, row in enumerate(level.rows)
    ]
    return strip_border(rows)


def _orient(rows: list[str]) -> Iterator[list[str]]:
    """Yield the rows as they are, mirrored, and both turned."""
    columns = ["".join(column) for column in zip(*rows, strict=True)]
    for each in (rows, columns):
        for one in (each, each[::-1]):
            yield one
            yield [row[::-1] for row in one]


def _write_key(rows: list[str], rules: Iterable[str]) -> str:
    """Write a map and its rules, with the nouns numbered in the order of their appearance."""
    numbers: dict[str, int] = {}
    parts = []
    for character in "/".join(rows):
        noun = THING_OF.get(character)
        word = WORD_OF.get(character, "")
        if noun is None and word in THING_OF.values():
            noun = word
        if noun is None:
            parts.append(character)
        else:
            number = numbers.setdefault(noun, len(numbers))
            parts.append(f"{'w' if character in WORD_OF else 't'}{number};")
    said = sorted(
        "-".join(
            f"n{numbers[word]}" if word in numbers else "n?" if word in THING_OF.values() else word
            for word in rule.split("-")
        )
        for rule in rules
    )
    return f"{''.join(parts)} {' '.join(said)}".replace(BORDER, "_")
