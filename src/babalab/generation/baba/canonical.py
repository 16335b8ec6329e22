"""A canonical form of levels that differ only in names, in the diagonal and in empty edges."""

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


def canonicalize(level: Level) -> str:
    """Return a line that equivalent levels have in common.

    Two levels are equivalent if one is the other with nouns exchanged, mirrored in the diagonal, or
    with more or less border around it. The line is a map in the usual alphabet without that border,
    in which nouns are named in the order of their first appearance; of this line and that of the
    mirror image, it is the lesser.

    >>> one = Level.parse("______/_b..f_/_B12._/_F13._/______")
    >>> other = Level.parse("_____/_rRS_/_.11_/_.23_/_s.._/_____")
    >>> canonicalize(one) == canonicalize(other)
    True
    """
    rows = strip_border(level.rows)
    mirrored = ["".join(column) for column in zip(*rows, strict=True)]
    return min(_name_in_order("/".join(rows)), _name_in_order("/".join(mirrored)))


def remove_equivalents(levels: Iterable[Level], others: Iterable[Level]) -> list[Level]:
    """Return the levels that are equivalent to none of the others."""
    taken = {canonicalize(other) for other in others}
    return [level for level in levels if canonicalize(level) not in taken]


def strip_border(rows: Iterable[str]) -> list[str]:
    """Return the smallest rectangle that has everything of a map but border."""
    inside = list(rows)
    filled = [y for y, row in enumerate(inside) if row.strip(BORDER)]
    if not filled:
        return [EMPTY]
    inside = inside[filled[0] : filled[-1] + 1]
    left = min(len(row) - len(row.lstrip(BORDER)) for row in inside)
    right = max(len(row.rstrip(BORDER)) for row in inside)
    return [row[left:right] for row in inside]


def _name_in_order(line: str) -> str:
    """Rename nouns in the order of their first appearance, as thing or as word."""
    names: dict[int, int] = {}
    for character in line:
        if character in _NUMBER:
            names.setdefault(_NUMBER[character][0], len(names))
    return line.translate(
        {ord(alphabet[old]): alphabet[new] for old, new in names.items()
         for alphabet in (_THINGS, _NOUN_WORDS)}
    )  # fmt: skip
