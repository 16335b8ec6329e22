"""Things put in the way of shorter solutions than the known one, and taken away again.

As with moves taken back, the known solution has been played on every level that comes out.
"""

from __future__ import annotations

from typing import Final

from babalab.game.level import Level
from babalab.game.vocabulary import EMPTY, THING_CHARACTERS
from babalab.generation.baba.canvas import Canvas
from babalab.generation.baba.clutter import pieces
from babalab.generation.baba.layouts import BARRIERS
from babalab.generation.baba.reverse_moves import Change
from babalab.generation.baba.sight import Cell, Sight, changed
from babalab.generation.dice import Dice

MOST_GATES: Final = 8
"""Cells on the known way to try, one after the other."""


def barrier(level: Level, dice: Dice) -> Level | None:
    """A line, a room or another shape of what is in the way, wherever the solution allows it.

    It is also tried where the solution leads through: if it wins all the same, then because it
    broke the rule before, or turned these things into others.
    """
    sight = Sight(level)
    noun = _barrier_noun(sight, dice)
    if noun is None:
        return None
    canvas = Canvas(level.width - 2, level.height - 2)
    shape = {(y + 1, x + 1) for y, x in dice.weighed(BARRIERS)(canvas, dice)} & sight.free
    return _filled(sight, sorted(shape), noun, dice)


def plug(level: Level, dice: Dice) -> Level | None:
    """Something in the way beside what the solution touches, where shortcuts mostly are."""
    sight = Sight(level)
    noun = _barrier_noun(sight, dice)
    beside = [
        (y, x)
        for y, x in sorted(sight.free - sight.touched)
        if {(y + 1, x), (y - 1, x), (y, x + 1), (y, x - 1)} & sight.touched
    ]
    if noun is None or not beside:
        return None
    return _filled(sight, dice.sample(beside, dice.whole(1, 4)), noun, dice)


def mover(level: Level, dice: Dice) -> Level | None:
    """Something that moves by itself."""
    sight = Sight(level)
    nouns, free = sight.nouns("move"), sorted(sight.free - {sight.player})
    if not nouns or not free:
        return None
    return changed(level, {dice.pick(free): THING_CHARACTERS[dice.pick(nouns)]})


def pushable(level: Level, dice: Dice) -> Level | None:
    """Something to push, in the way or not."""
    sight = Sight(level)
    nouns, free = sight.nouns("push"), sorted(sight.free - {sight.player})
    if not nouns or not free:
        return None
    return changed(level, {dice.pick(free): THING_CHARACTERS[dice.pick(nouns)]})


def clearing(level: Level, dice: Dice) -> Level | None:
    """Something less: a sentence, a wall, a word, or all of a noun."""
    return changed(level, dict.fromkeys(dice.pick(pieces(level)), EMPTY))


def _barrier_noun(sight: Sight, dice: Dice) -> str | None:
    """A noun that keeps the player away, now or once a sentence about it is complete."""
    melting = bool(set(sight.nouns("you")) & set(sight.nouns("melt")))
    nouns = sight.nouns("stop") * 3 + sight.nouns("kill") * 2 + sight.nouns("sink")
    nouns += sight.nouns("hot") * 2 if melting else []
    kept = set(sight.nouns("you")) | set(sight.nouns("win")) | set(sight.nouns("move"))
    nouns = [noun for noun in nouns if noun not in kept]
    return dice.pick(nouns) if nouns else None


def _filled(sight: Sight, cells: list[Cell], noun: str, dice: Dice) -> Level | None:
    """Things of the noun in as many of these cells as the solution allows."""
    character = THING_CHARACTERS[noun]
    aside = [cell for cell in cells if cell not in sight.touched]
    level = changed(sight.level, dict.fromkeys(aside, character)) if aside else None
    for cell in dice.sample([cell for cell in cells if cell in sight.touched], MOST_GATES):
        if cell != sight.player:
            level = changed(level or sight.level, {cell: character}) or level
    return level


OBSTRUCTED: Final[dict[Change, float]] = {
    barrier: 3.0,
    plug: 2.0,
    mover: 0.7,
    pushable: 0.4,
    clearing: 3.0,
}
"""How often each obstacle is put down, or taken away."""
