"""States as plain text: a character a cell, that of the level's mapping where there is one."""

from __future__ import annotations

import string
from collections.abc import Iterable, Iterator, Mapping
from functools import lru_cache
from typing import TYPE_CHECKING, Final

from babalab.games.vgdl.description import Description

if TYPE_CHECKING:
    from babalab.games.vgdl.game import SpriteView, VgdlGame

EMPTY: Final = " "
UNKNOWN: Final = "?"
"""The character of types that are left when all others are taken."""
_CHARACTERS: Final = string.ascii_letters + string.digits + "@#$%&*+=~^!;:/|<>-_()[]{}'`,."


def state_text(game: VgdlGame, state: bytes) -> str:
    """Return the state in rows of characters, the topmost visible sprite of each cell."""
    marks = marks_of(game.description)
    rows = [[EMPTY] * game.map.columns for _ in range(game.map.rows)]
    for sprite, row, column in locate_drawn(game, state):
        rows[row][column] = marks[sprite.type]
    return "\n".join("".join(row) for row in rows)


def list_drawn(game: VgdlGame, state: bytes) -> list[SpriteView]:
    """Return the visible sprites from lowest to topmost, as the description lists the types."""
    types = game.description.types
    place = _order_types(game.description)
    visible = [each for each in game.sprites(state) if not types[each.type].invisible]
    return sorted(visible, key=lambda each: place[each.type])


def locate_drawn(game: VgdlGame, state: bytes) -> Iterator[tuple[SpriteView, int, int]]:
    """Yield the drawn sprites with the row and column of the cell that their middle is in."""
    block = game.map.block
    for each in list_drawn(game, state):
        row, column = (each.y + block // 2) // block, (each.x + block // 2) // block
        if 0 <= row < game.map.rows and 0 <= column < game.map.columns:
            yield each, row, column


@lru_cache(maxsize=64)
def marks_of(description: Description) -> Mapping[int, str]:
    """Return a character for every type, no two alike as long as there are enough.

    A type has that of the mapping which stands for it alone, or for it on top of others; else the
    first letter of its name that is free, or anything that is.
    """
    place = _order_types(description)
    mapped = {mark: numbers for mark, numbers in description.mapping.items() if numbers}
    found: dict[int, str] = {}
    for alone in (True, False):
        for mark, numbers in mapped.items():
            top = max(numbers, key=lambda number: place[number])
            if (len(set(numbers)) == 1) == alone:
                found.setdefault(top, mark)
    # A character of the mapping keeps its meaning, even if no type has it for its own.
    taken = {EMPTY, *description.mapping}
    for each in description.types:
        if each.number not in found:
            mark = _free([*each.name, *each.name.upper(), *_CHARACTERS], taken)
            found[each.number] = mark
            taken.add(mark)
    return found


def _free(wanted: Iterable[str], taken: set[str]) -> str:
    return next(
        (mark for mark in wanted if mark not in taken and mark.isascii() and mark.isprintable()),
        UNKNOWN,
    )


@lru_cache(maxsize=64)
def _order_types(description: Description) -> Mapping[int, int]:
    """Return each type's place in the order of drawing; one without sprites is lowest."""
    listed = {number: place for place, number in enumerate(description.order)}
    return {each.number: listed.get(each.number, -1) for each in description.types}
