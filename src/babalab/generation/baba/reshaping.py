"""Larger changes of a level than `mutations`: whole sentences, obstacles, pieces.

One cell seldom makes a puzzle better: a wall is an obstacle only as a whole, and a rule has three
words. These changes add, move or remove what belongs together.
"""

from __future__ import annotations

from typing import Final

from babalab.game.level import Level
from babalab.game.vocabulary import EMPTY, NOUNS, THING_CHARACTERS, THING_OF
from babalab.generation.baba import mutations
from babalab.generation.baba.canvas import Canvas, spell_rule
from babalab.generation.baba.clutter import find_pieces
from babalab.generation.baba.dice import Dice
from babalab.generation.baba.ingredients import OBSTACLE_PROPERTIES, USUAL
from babalab.generation.baba.layouts import LAYOUTS
from babalab.generation.baba.mutations import Grid, GridChange


def reshape_level(level: Level, dice: Dice) -> Level:
    """Return the level after one random change, large or small, and without a solution."""
    grid = [list(row) for row in level.rows]
    dice.pick_weighted(CHANGES)(grid, dice)
    return Level(tuple("".join(row) for row in grid), author=level.author)


def remove_piece(grid: Grid, dice: Dice) -> None:
    """Remove a wall, a sentence, a noun with everything about it, or a word."""
    found = find_pieces(Level(tuple("".join(row) for row in grid)))
    if found:
        for y, x in dice.pick(found):
            grid[y][x] = EMPTY


def move_piece(grid: Grid, dice: Dice) -> None:
    """Move a piece as it is to where there is room for it."""
    found = find_pieces(Level(tuple("".join(row) for row in grid)))
    if not found:
        return
    piece = dice.pick(found)
    taken = {cell: grid[cell[0]][cell[1]] for cell in sorted(piece)}
    for y, x in piece:
        grid[y][x] = EMPTY
    height, width = len(grid), len(grid[0])
    shifts = [
        (dy, dx)
        for dy in range(1 - height, height)
        for dx in range(1 - width, width)
        if (dy or dx) and all(_is_free(grid, y + dy, x + dx) for y, x in piece)
    ]
    dy, dx = dice.pick(shifts) if shifts else (0, 0)
    for (y, x), character in taken.items():
        grid[y + dy][x + dx] = character


def write_sentence(grid: Grid, dice: Dice) -> None:
    """Write a rule about a noun that is there."""
    there = _find_nouns(grid)
    if not there:
        return
    noun = dice.pick(there)
    what = dice.pick(there) if dice.coin(0.15) else dice.pick_weighted(PREDICATES)
    _write(grid, dice, noun, what)


def add_barrier(grid: Grid, dice: Dice) -> None:
    """Add an obstacle and its rule."""
    property_ = dice.pick_weighted(
        {each: weight for each, weight in OBSTACLE_PROPERTIES.items() if each}
    )
    noun = dice.pick_weighted(USUAL[property_])
    canvas = Canvas(len(grid[0]) - 2, len(grid) - 2)
    for y, x in dice.pick_weighted(LAYOUTS)(canvas, dice):
        if _is_free(grid, y + 1, x + 1):
            grid[y + 1][x + 1] = THING_CHARACTERS[noun]
    _write(grid, dice, noun, property_)


def extend(grid: Grid, dice: Dice) -> None:
    """Copy a thing into a free cell beside it, so that walls and waters grow."""
    beside = [
        (cell, grid[y][x])
        for y, x in mutations.find_cells(grid, THING_OF)
        for cell in ((y + 1, x), (y - 1, x), (y, x + 1), (y, x - 1))
        if _is_free(grid, *cell)
    ]
    if beside:
        (y, x), character = dice.pick(beside)
        grid[y][x] = character


PREDICATES: Final = {
    "you": 0.08, "win": 0.12, "stop": 0.17, "kill": 0.14, "sink": 0.12, "push": 0.14, "hot": 0.08,
    "melt": 0.08, "move": 0.07,
}  # fmt: skip
"""The weight of each predicate of a new rule."""

CHANGES: Final[dict[GridChange, float]] = {
    **{change: 0.55 * weight for change, weight in mutations.CHANGES.items()},
    remove_piece: 0.14,
    move_piece: 0.09,
    write_sentence: 0.06,
    add_barrier: 0.08,
    extend: 0.08,
}
"""The weight of each change."""


def _write(grid: Grid, dice: Dice, noun: str, what: str) -> None:
    sentence = spell_rule(noun, what)
    height, width = len(grid), len(grid[0])
    runs = [
        run
        for y in range(height)
        for x in range(width)
        for dy, dx in ((0, 1), (1, 0))
        for run in ([(y + i * dy, x + i * dx) for i in range(len(sentence))],)
        if all(_is_free(grid, *cell) for cell in run)
    ]
    if runs:
        for (y, x), word in zip(dice.pick(runs), sentence, strict=True):
            grid[y][x] = word


def _find_nouns(grid: Grid) -> list[str]:
    """Return the nouns of the things on the map."""
    return [noun for noun in NOUNS if any(THING_CHARACTERS[noun] in row for row in grid)]


def _is_free(grid: Grid, y: int, x: int) -> bool:
    return 0 <= y < len(grid) and 0 <= x < len(grid[0]) and grid[y][x] == EMPTY
