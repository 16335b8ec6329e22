"""Small changes of a level: things and words moved, added, removed, exchanged.

The result may be unsolvable, easier or harder: it is another puzzle in the same style.
"""

from __future__ import annotations

from collections.abc import Callable, Container
from typing import Final

from babalab.game.level import Level
from babalab.game.vocabulary import BORDER, EMPTY, THING_OF, WORD_CHARACTERS, WORD_OF
from babalab.generation.baba.dice import Dice
from babalab.generation.baba.variants import make_random_variant

Grid = list[list[str]]
Cell = tuple[int, int]
GridChange = Callable[[Grid, Dice], None]


def mutate_level(level: Level, dice: Dice, *, most_inside: int, mean_changes: float = 2.5) -> Level:
    """Return a variant of the level with some changes, possibly none, and without a solution."""
    bare = Level(level.rows)
    variant = make_random_variant(bare, dice, most_inside=most_inside) or bare
    grid = [list(row) for row in variant.rows]
    for _ in range(dice.geometric(mean_changes, 12)):
        dice.pick_weighted(CHANGES)(grid, dice)
    return Level(tuple("".join(row) for row in grid))


def move_one(grid: Grid, dice: Dice) -> None:
    """Move a thing or a word to an empty cell."""
    taken, free = _find_filled(grid), _find_empty(grid)
    if taken and free:
        _exchange(grid, dice.pick(taken), dice.pick(free))


def nudge(grid: Grid, dice: Dice) -> None:
    """Move a word to a cell beside it, which often breaks a rule or makes it possible."""
    words = _find_filled(grid, words=True)
    if not words:
        return
    y, x = dice.pick(words)
    beside = [(y + 1, x), (y - 1, x), (y, x + 1), (y, x - 1)]
    free = [cell for cell in _find_empty(grid) if cell in beside]
    if free:
        _exchange(grid, (y, x), dice.pick(free))


def exchange_two(grid: Grid, dice: Dice) -> None:
    """Exchange two things or words."""
    taken = _find_filled(grid)
    if len(taken) >= 2:
        _exchange(grid, *dice.sample(taken, 2))


def remove_one(grid: Grid, dice: Dice) -> None:
    """Remove a thing or a word."""
    taken = _find_filled(grid)
    if taken:
        y, x = dice.pick(taken)
        grid[y][x] = EMPTY


def copy_one(grid: Grid, dice: Dice) -> None:
    """Copy a thing or a word into an empty cell."""
    taken, free = _find_filled(grid), _find_empty(grid)
    if taken and free:
        y, x = dice.pick(taken)
        into_y, into_x = dice.pick(free)
        grid[into_y][into_x] = grid[y][x]


def add_word(grid: Grid, dice: Dice) -> None:
    """Put any word into an empty cell."""
    free = _find_empty(grid)
    if free:
        y, x = dice.pick(free)
        grid[y][x] = dice.pick(list(WORD_CHARACTERS.values()))


def change_word(grid: Grid, dice: Dice) -> None:
    """Replace a word with another one of its kind."""
    words = _find_filled(grid, words=True)
    if words:
        y, x = dice.pick(words)
        old = grid[y][x]
        alike = [each for each in WORD_OF if each.isdigit() == old.isdigit() and each != "1"]
        if old != "1":
            grid[y][x] = dice.pick(alike)


def move_line(grid: Grid, dice: Dice) -> None:
    """Rotate a row or a column by one cell."""
    height, width = len(grid), len(grid[0])
    if dice.coin(0.5):
        y = dice.integer(0, height - 1)
        cells = [(y, x) for x in range(width) if grid[y][x] != BORDER]
    else:
        x = dice.integer(0, width - 1)
        cells = [(y, x) for y in range(height) if grid[y][x] != BORDER]
    content = [grid[y][x] for y, x in cells]
    by = 1 if dice.coin(0.5) else -1
    for (y, x), character in zip(cells, content[by:] + content[:by], strict=True):
        grid[y][x] = character


CHANGES: Final[dict[GridChange, float]] = {
    move_one: 0.3,
    nudge: 0.2,
    exchange_two: 0.1,
    remove_one: 0.13,
    copy_one: 0.1,
    add_word: 0.06,
    change_word: 0.06,
    move_line: 0.05,
}
"""The weight of each change."""


def find_cells(grid: Grid, characters: Container[str]) -> list[Cell]:
    """Return the cells that have one of these characters."""
    return [
        (y, x)
        for y, row in enumerate(grid)
        for x, character in enumerate(row)
        if character in characters
    ]


def _find_filled(grid: Grid, *, words: bool = False) -> list[Cell]:
    """Return the cells with a thing or a word, or only those with a word."""
    return find_cells(grid, WORD_OF if words else WORD_OF | THING_OF)


def _find_empty(grid: Grid) -> list[Cell]:
    return find_cells(grid, (EMPTY,))


def _exchange(grid: Grid, one: Cell, other: Cell) -> None:
    (y, x), (v, u) = one, other
    grid[y][x], grid[v][u] = grid[v][u], grid[y][x]
