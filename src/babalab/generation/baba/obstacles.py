"""Obstacles against solutions shorter than the known one: put down, and taken away again.

As with moves taken back, the known solution has won every level that is returned.
"""

from __future__ import annotations

from typing import Final

from babalab.game.level import Level
from babalab.game.vocabulary import EMPTY, THING_CHARACTERS
from babalab.generation.baba.canvas import Canvas
from babalab.generation.baba.clutter import find_pieces
from babalab.generation.baba.dice import Dice
from babalab.generation.baba.layouts import LAYOUTS
from babalab.generation.baba.reverse_moves import LevelChange
from babalab.generation.baba.start_position import Cell, StartPosition, change_cells

MAX_GATES: Final = 8
"""Cells on the way of the known solution to try, one after the other."""


def add_barrier(level: Level, dice: Dice) -> Level | None:
    """Add a line, a room or another shape of obstacles wherever the solution allows it.

    Cells on the way of the solution are tried too: it may win all the same, because it breaks the
    rule first or transforms the obstacles.
    """
    position = StartPosition(level)
    noun = _choose_noun(position, dice)
    if noun is None:
        return None
    canvas = Canvas(level.width - 2, level.height - 2)
    shape = {(y + 1, x + 1) for y, x in dice.pick_weighted(LAYOUTS)(canvas, dice)}
    return _fill(position, sorted(shape & position.free), noun, dice)


def plug_shortcut(level: Level, dice: Dice) -> Level | None:
    """Add obstacles beside the cells that the solution touches, where most shortcuts are."""
    position = StartPosition(level)
    noun = _choose_noun(position, dice)
    beside = [
        (y, x)
        for y, x in sorted(position.free - position.touched)
        if {(y + 1, x), (y - 1, x), (y, x + 1), (y, x - 1)} & position.touched
    ]
    if noun is None or not beside:
        return None
    return _fill(position, dice.sample(beside, dice.integer(1, 4)), noun, dice)


def add_mover(level: Level, dice: Dice) -> Level | None:
    """Add something that moves by itself."""
    return _add_thing(level, "move", dice)


def add_pushable(level: Level, dice: Dice) -> Level | None:
    """Add something to push, in the way or not."""
    return _add_thing(level, "push", dice)


def remove_piece(level: Level, dice: Dice) -> Level | None:
    """Remove a sentence, a wall, a word, or everything of a noun."""
    return change_cells(level, dict.fromkeys(dice.pick(find_pieces(level)), EMPTY))


def _add_thing(level: Level, property_: str, dice: Dice) -> Level | None:
    """Add a thing that has this property to a free cell."""
    position = StartPosition(level)
    nouns, free = position.nouns(property_), sorted(position.free - {position.player})
    if not nouns or not free:
        return None
    return change_cells(level, {dice.pick(free): THING_CHARACTERS[dice.pick(nouns)]})


def _choose_noun(position: StartPosition, dice: Dice) -> str | None:
    """Choose a noun that keeps the player away, or None if there is none."""
    melting = bool(set(position.nouns("you")) & set(position.nouns("melt")))
    nouns = position.nouns("stop") * 3 + position.nouns("kill") * 2 + position.nouns("sink")
    nouns += position.nouns("hot") * 2 if melting else []
    kept = {noun for property_ in ("you", "win", "move") for noun in position.nouns(property_)}
    nouns = [noun for noun in nouns if noun not in kept]
    return dice.pick(nouns) if nouns else None


def _fill(position: StartPosition, cells: list[Cell], noun: str, dice: Dice) -> Level | None:
    """Put things of the noun into as many of these cells as the solution allows."""
    character = THING_CHARACTERS[noun]
    aside = [cell for cell in cells if cell not in position.touched]
    level = change_cells(position.level, dict.fromkeys(aside, character)) if aside else None
    for cell in dice.sample([cell for cell in cells if cell in position.touched], MAX_GATES):
        if cell != position.player:
            level = change_cells(level or position.level, {cell: character}) or level
    return level


OBSTACLES: Final[dict[LevelChange, float]] = {
    add_barrier: 3.0,
    plug_shortcut: 2.0,
    add_mover: 0.7,
    add_pushable: 0.4,
    remove_piece: 3.0,
}
"""The weight of each way to add an obstacle, or to remove one."""
