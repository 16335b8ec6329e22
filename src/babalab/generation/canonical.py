"""One form for all levels that are the same but for names, the diagonal and empty edges."""

from __future__ import annotations

from collections.abc import Iterable

from babalab.game.level import Level
from babalab.game.vocabulary import BORDER, EMPTY, THING_CHARACTERS, WORD_CHARACTERS

_THINGS = "".join(THING_CHARACTERS.values())
_NOUN_WORDS = "".join(WORD_CHARACTERS[noun] for noun in THING_CHARACTERS)
_NUMBER = {
    character: (number, kind)
    for kind, characters in (("t", _THINGS), ("w", _NOUN_WORDS))
    for number, character in enumerate(characters)
}


def canonical(level: Level) -> str:
    """A line that is the same for two levels if one is the other with nouns exchanged, mirrored in
    the diagonal, or with more or less border around it.

    It is a map in the usual alphabet: rows outside which there is only border are cut away,
    and nouns are named in the order in which they come, for the map and for its mirror image;
    the lesser of the two lines is taken.

    >>> one = Level.parse("______/_b..f_/_B12._/_F13._/______")
    >>> other = Level.parse("_____/_rSV_/_.1._/_.23_/_s.._/_____")
    >>> canonical(one) == canonical(one), canonical(one) == canonical(other)
    (True, False)
    """
    rows = _without_border(level.rows)
    mirrored = ["".join(column) for column in zip(*rows, strict=True)]
    return min(_named("/".join(rows)), _named("/".join(mirrored)))


def without(levels: Iterable[Level], others: Iterable[Level]) -> list[Level]:
    """The levels none of the others is equivalent to."""
    taken = {canonical(other) for other in others}
    return [level for level in levels if canonical(level) not in taken]


def _without_border(rows: Iterable[str]) -> list[str]:
    """The smallest rectangle with everything of a map that is not border."""
    inside = list(rows)
    filled = [y for y, row in enumerate(inside) if row.strip(BORDER)]
    if not filled:
        return [EMPTY]
    inside = inside[filled[0] : filled[-1] + 1]
    left = min(len(row) - len(row.lstrip(BORDER)) for row in inside)
    right = max(len(row.rstrip(BORDER)) for row in inside)
    return [row[left:right] for row in inside]


def _named(line: str) -> str:
    """The line with nouns named in the order in which they first come, as thing or as word."""
    names: dict[int, int] = {}
    for character in line:
        if character in _NUMBER:
            names.setdefault(_NUMBER[character][0], len(names))
    return line.translate(
        {ord(alphabet[old]): alphabet[new] for old, new in names.items()
         for alphabet in (_THINGS, _NOUN_WORDS)}
    )  # fmt: skip
