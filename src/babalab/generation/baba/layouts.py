"""Shapes that things stand in: lines across the map, rooms, mazes, fields, patterns.

A layout is a function from a canvas and dice to a list of cells. It need not care what is there
already: only free cells are filled.
"""

from __future__ import annotations

from collections.abc import Callable
from itertools import pairwise
from typing import Final

from babalab.generation.baba.canvas import Canvas, Cell, neighbours
from babalab.generation.dice import Dice

Layout = Callable[[Canvas, Dice], list[Cell]]


def line(canvas: Canvas, dice: Dice) -> list[Cell]:
    """From border to border, one or two cells thick, with or without gaps."""
    thick = 2 if dice.coin(0.2) else 1
    if dice.coin(0.5):
        first = dice.whole(1, max(1, canvas.height - 1 - thick))
        rows = [[(first + i, x) for i in range(thick)] for x in range(canvas.width)]
    else:
        first = dice.whole(1, max(1, canvas.width - 1 - thick))
        rows = [[(y, first + i) for i in range(thick)] for y in range(canvas.height)]
    return [cell for part in _with_gaps(rows, dice) for cell in part]


def stripes(canvas: Canvas, dice: Dice) -> list[Cell]:
    """Several lines with gaps, a way to and fro."""
    across = dice.coin(0.5)
    long, wide = (canvas.width, canvas.height) if across else (canvas.height, canvas.width)
    cells = []
    for at in range(dice.whole(1, 3), wide - 1, dice.whole(2, 4)):
        gaps = dice.sample(range(long), dice.whole(1, 2))
        cells += [(at, i) if across else (i, at) for i in range(long) if i not in gaps]
    return cells


def room(canvas: Canvas, dice: Dice) -> list[Cell]:
    """The outline of a rectangle, closed or with a door; the border may be one of its walls."""
    height = dice.whole(3, max(3, min(7, canvas.height - 1)))
    width = dice.whole(3, max(3, min(7, canvas.width - 1)))
    top = dice.whole(-1, canvas.height - height + 1)
    left = dice.whole(-1, canvas.width - width + 1)
    outline = [
        (y, x)
        for y in range(top, top + height)
        for x in range(left, left + width)
        if y in (top, top + height - 1) or x in (left, left + width - 1)
    ]
    inside = [(y, x) for y, x in outline if 0 <= y < canvas.height and 0 <= x < canvas.width]
    doors = dice.sample(inside, dice.weighed({0: 0.5, 1: 0.4, 2: 0.1}))
    return [cell for cell in inside if cell not in doors]


def frame(canvas: Canvas, dice: Dice) -> list[Cell]:
    """All along the border."""
    ring = [cell for cell in canvas.cells() if canvas.at_border(cell)]
    doors = dice.sample(ring, dice.whole(0, 6))
    return [cell for cell in ring if cell not in doors]


def scattered(canvas: Canvas, dice: Dice) -> list[Cell]:
    """Here and there."""
    cells = canvas.cells()
    return dice.sample(cells, dice.whole(2, max(2, len(cells) // 6)))


def blob(canvas: Canvas, dice: Dice) -> list[Cell]:
    """A lake: grown from a cell, a neighbour at a time."""
    inside = set(canvas.cells())
    cells = [dice.pick(canvas.cells())]
    for _ in range(dice.whole(2, max(3, len(inside) // 5))):
        beside = [cell for cell in neighbours(cells) if cell in inside]
        cells.append(dice.pick(beside))
    return cells


def field(canvas: Canvas, dice: Dice) -> list[Cell]:
    """A side of the map filled, maybe with a winding path through."""
    cells = canvas.cells()
    match dice.whole(0, 3):
        case 0:
            at = dice.whole(canvas.height // 2, canvas.height)
            cells = [(y, x) for y, x in cells if y >= at]
        case 1:
            at = dice.whole(1, max(1, canvas.height // 2))
            cells = [(y, x) for y, x in cells if y < at]
        case 2:
            at = dice.whole(canvas.width // 2, canvas.width)
            cells = [(y, x) for y, x in cells if x >= at]
        case _:
            at = dice.whole(1, max(1, canvas.width // 2))
            cells = [(y, x) for y, x in cells if x < at]
    if dice.coin(0.6) and cells:
        path = set(walk(dice, dice.pick(cells), dice.pick(canvas.cells())))
        cells = [cell for cell in cells if cell not in path]
    return cells


def cave(canvas: Canvas, dice: Dice) -> list[Cell]:
    """Everything but a few rooms and the paths between them."""
    spots = [dice.pick(canvas.cells()) for _ in range(dice.whole(2, 4))]
    open_cells = set()
    for y, x in spots:
        high, wide = dice.whole(0, 2), dice.whole(0, 2)
        open_cells |= {
            (y + dy, x + dx) for dy in range(-high, high + 1) for dx in range(-wide, wide + 1)
        }
    for one, other in pairwise(spots):
        if dice.coin(0.85):
            open_cells |= set(walk(dice, one, other))
    return [cell for cell in canvas.cells() if cell not in open_cells]


def maze(canvas: Canvas, dice: Dice) -> list[Cell]:
    """Corridors one cell wide, with some walls left out."""
    start = (dice.whole(0, 1), dice.whole(0, 1))
    done, todo = {start}, [start]
    open_cells = {start}
    while todo:
        y, x = todo[-1]
        ways = [
            (y + 2 * dy, x + 2 * dx, y + dy, x + dx)
            for dy, dx in ((1, 0), (-1, 0), (0, 1), (0, -1))
            if 0 <= y + 2 * dy < canvas.height
            and 0 <= x + 2 * dx < canvas.width
            and (y + 2 * dy, x + 2 * dx) not in done
        ]
        if not ways:
            todo.pop()
            continue
        ny, nx, wy, wx = dice.pick(ways)
        done.add((ny, nx))
        open_cells |= {(ny, nx), (wy, wx)}
        todo.append((ny, nx))
    walls = [cell for cell in canvas.cells() if cell not in open_cells]
    removed = dice.sample(walls, dice.whole(len(walls) // 8, len(walls) // 2))
    return [cell for cell in walls if cell not in removed]


def checked(canvas: Canvas, dice: Dice) -> list[Cell]:
    """Every other cell of a part of the map."""
    odd, top = dice.whole(0, 1), dice.whole(0, canvas.height // 2)
    return [(y, x) for y, x in canvas.cells() if (y + x) % 2 == odd and y >= top]


def walk(dice: Dice, start: Cell, end: Cell) -> list[Cell]:
    """A way between two cells that bends where it likes."""
    (y, x), path = start, [start]
    while (y, x) != end:
        down = x == end[1] or (y != end[0] and dice.coin(0.5))
        if down:
            y += 1 if end[0] > y else -1
        else:
            x += 1 if end[1] > x else -1
        path.append((y, x))
    return path


def _with_gaps(parts: list[list[Cell]], dice: Dice) -> list[list[Cell]]:
    gaps = dice.sample(range(len(parts)), dice.weighed({0: 0.5, 1: 0.35, 2: 0.15}))
    return [part for i, part in enumerate(parts) if i not in gaps]


BARRIERS: Final[dict[Layout, float]] = {
    line: 0.28,
    room: 0.3,
    stripes: 0.06,
    frame: 0.04,
    scattered: 0.1,
    blob: 0.1,
    field: 0.06,
    cave: 0.04,
    maze: 0.04,
    checked: 0.01,
}
"""How often what is in the way has each shape: mostly lines and rooms, as in people's levels."""
