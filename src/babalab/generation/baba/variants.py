"""Variants of a level: mirrored in the diagonal, with other nouns, on a larger map.

Rules are read to the right and down, so a level mirrored in its main diagonal is played in the same
way with right and down exchanged, and left and up. There are exceptions: things that move by
themselves face right at first, and the order of things sometimes matters to the engine. So the
solution is carried over and played, and a variant in which it does not win is rejected.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

from babalab import _core
from babalab.game.action import parse_moves
from babalab.game.level import Level
from babalab.game.vocabulary import BORDER, EMPTY, NOUNS, THING_CHARACTERS, WORD_CHARACTERS
from babalab.generation.baba.dice import Dice

_MIRRORED_MOVES = str.maketrans("udlrUDLR", "lrudLRUD")


def transpose_level(level: Level) -> Level | None:
    """Mirror the level in its main diagonal; return None if its solution no longer wins.

    >>> transpose_level(Level.parse("______/_b..f_/_B12._/_F13._/______", solution="rrr"))
    Level.parse('_____/_bBF_/_.11_/_.23_/_f.._/_____')
    """
    rows = tuple("".join(column) for column in zip(*level.rows, strict=True))
    return _check(replace(level, rows=rows, solution=level.solution.translate(_MIRRORED_MOVES)))


def rename_nouns(level: Level, names: Mapping[str, str]) -> Level | None:
    """Exchange nouns, both things and words; return None if the solution no longer wins.

    Nouns that are not in `names` stay. Raise `ValueError` if two nouns would become one.
    """
    full = {noun: names.get(noun, noun) for noun in NOUNS}
    if sorted(full.values()) != sorted(NOUNS):
        raise ValueError("a renaming must give every noun a name of its own")
    characters = str.maketrans(
        {THING_CHARACTERS[old]: THING_CHARACTERS[new] for old, new in full.items()}
        | {WORD_CHARACTERS[old]: WORD_CHARACTERS[new] for old, new in full.items()}
    )
    return _check(replace(level, rows=tuple(row.translate(characters) for row in level.rows)))


def resize_level(
    level: Level, *, left: int = 0, right: int = 0, top: int = 0, bottom: int = 0, fill: str = EMPTY
) -> Level | None:
    """Add rows and columns, empty or of border, between the level and its border.

    Negative numbers remove rows and columns instead. Return None if there is anything on those, or
    if the solution no longer wins.
    """
    inside = list(level.rows)
    if not _read_edge(inside).strip(BORDER):
        inside = [row[1:-1] for row in inside[1:-1]]
    if not inside or not inside[0]:
        return None
    height, width = len(inside), len(inside[0])
    for lines, count in (
        (inside, -top),
        (inside[::-1], -bottom),
        (columns := list(zip(*inside, strict=True)), -left),
        (columns[::-1], -right),
    ):
        if any(set(line) - {EMPTY, BORDER} for line in lines[: max(0, count)]):
            return None
    if height + top + bottom < 1 or width + left + right < 1:
        return None
    inside = inside[max(0, -top) : height - max(0, -bottom)]
    inside = [row[max(0, -left) : width - max(0, -right)] for row in inside]
    inside = [fill * max(0, left) + row + fill * max(0, right) for row in inside]
    empty = fill * len(inside[0])
    inside = [empty] * max(0, top) + inside + [empty] * max(0, bottom)
    edge = BORDER * (len(empty) + 2)
    rows = (edge, *(BORDER + row + BORDER for row in inside), edge)
    return _check(replace(level, rows=rows))


def make_random_variant(level: Level, dice: Dice, *, most_inside: int) -> Level | None:
    """Return a random variant, at most `most_inside` cells wide and high inside its border.

    Without a solution to check, it is never None.
    """
    variant: Level | None = level
    if dice.coin(0.5):
        variant = transpose_level(level)
    if variant is not None and dice.coin(0.7):
        variant = rename_nouns(variant, draw_names(dice))
    if variant is not None and dice.coin(0.25):
        wide = max(0, most_inside + 2 - variant.width)
        high = max(0, most_inside + 2 - variant.height)
        variant = resize_level(
            variant,
            left=dice.geometric(0.8, wide // 2),
            right=dice.geometric(0.8, wide // 2),
            top=dice.geometric(0.8, high // 2),
            bottom=dice.geometric(0.8, high // 2),
            fill=BORDER if dice.coin(0.3) else EMPTY,
        )
    return variant


def draw_names(dice: Dice) -> dict[str, str]:
    """Draw other names for all nouns, or for two of them."""
    if dice.coin(0.5):
        return dict(zip(NOUNS, dice.sample(NOUNS, len(NOUNS)), strict=True))
    one, other = dice.sample(NOUNS, 2)
    return {one: other, other: one}


def _read_edge(rows: list[str]) -> str:
    return rows[0] + rows[-1] + "".join(row[0] + row[-1] for row in rows)


def _check(level: Level) -> Level | None:
    """Cut the solution at the win; return None if the level has a solution that does not win."""
    if not level.solution:
        return level
    won = cut_at_win(level, level.solution)
    return None if won is None else level.with_solution(won)


def cut_at_win(level: Level, moves: str) -> str | None:
    """Return the moves up to the one that wins, or None if none does."""
    core = level.core
    row = core.start()
    for count, action in enumerate(parse_moves(moves), start=1):
        row = core.step(row, action)
        if core.status(row) & _core.WON:
            return moves[:count]
    return None
