"""Shapes of obstacles: lines across the map, rooms, mazes, fields, patterns.

A layout is a function from a canvas and dice to a list of cells. It does not care what is there
already, because only free cells are filled.
"""

from __future__ import annotations

from collections.abc import Callable
from itertools import pairwise
from typing import Final

from babalab.generation.baba.canvas import Canvas, Cell, find_neighbours
from babalab.generation.baba.dice import Dice

Layout = Callable[[Canvas, Dice], list[Cell]]


def lay_line(canvas: Canvas, dice: Dice) -> list[Cell]:
    """Lay a line from border to border, one or two cells thick, with or without gaps."""
    thick = 2 if dice.coin(0.2) else 1
    if dice.coin(0.5):
        first = dice.integer(1, max(1, canvas.height - 1 - thick))
        rows = [[(first + i, x) for i in range(thick)] for x in range(canvas.width)]
    else:
        first = dice.integer(1, max(1, canvas.width - 1 - thick))
        rows = [[(y, first + i) for i in range(thick)] for y in range(canvas.height)]
    return [cell for part in _leave_gaps(rows, dice) for cell in part]


def lay_stripes(canvas: Canvas, dice: Dice) -> list[Cell]:
    """Lay several lines with gaps, which make a winding way."""
    across = dice.coin(0.5)
    long, wide = (canvas.width, canvas.height) if across else (canvas.height, canvas.width)
    cells = []
    for at in range(dice.integer(1, 3), wide - 1, dice.integer(2, 4)):
        gaps = dice.sample(range(long), dice.integer(1, 2))
        cells += [(at, i) if across else (i, at) for i in range(long) if i not in gaps]
    return cells


def lay_room(canvas: Canvas, dice: Dice) -> list[Cell]:
    """Lay the outline of a rectangle, closed or with doors; the border may be one of its walls."""
    height = dice.integer(3, max(3, min(7, canvas.height - 1)))
    width = dice.integer(3, max(3, min(7, canvas.width - 1)))
    top = dice.integer(-1, canvas.height - height + 1)
    left = dice.integer(-1, canvas.width - width + 1)
    outline = [
        (y, x)
        for y in range(top, top + height)
        for x in range(left, left + width)
        if y in (top, top + height - 1) or x in (left, left + width - 1)
    ]
    inside = [(y, x) for y, x in outline if 0 <= y < canvas.height and 0 <= x < canvas.width]
    doors = dice.sample(inside, dice.pick_weighted({0: 0.5, 1: 0.4, 2: 0.1}))
    return [cell for cell in inside if cell not in doors]


def lay_frame(canvas: Canvas, dice: Dice) -> list[Cell]:
    """Lay a line all along the border, perhaps with gaps."""
    ring = [cell for cell in canvas.cells() if canvas.is_at_border(cell)]
    doors = dice.sample(ring, dice.integer(0, 6))
    return [cell for cell in ring if cell not in doors]


def lay_scattered(canvas: Canvas, dice: Dice) -> list[Cell]:
    """Scatter single cells over the map."""
    cells = canvas.cells()
    return dice.sample(cells, dice.integer(2, max(2, len(cells) // 6)))


def lay_blob(canvas: Canvas, dice: Dice) -> list[Cell]:
    """Grow a lake from a cell, a neighbour at a time."""
    inside = set(canvas.cells())
    cells = [dice.pick(canvas.cells())]
    for _ in range(dice.integer(2, max(3, len(inside) // 5))):
        beside = [cell for cell in find_neighbours(cells) if cell in inside]
        cells.append(dice.pick(beside))
    return cells


def lay_field(canvas: Canvas, dice: Dice) -> list[Cell]:
    """Fill one side of the map, perhaps with a winding path through it."""
    cells = canvas.cells()
    match dice.integer(0, 3):
        case 0:
            at = dice.integer(canvas.height // 2, canvas.height)
            cells = [(y, x) for y, x in cells if y >= at]
        case 1:
            at = dice.integer(1, max(1, canvas.height // 2))
            cells = [(y, x) for y, x in cells if y < at]
        case 2:
            at = dice.integer(canvas.width // 2, canvas.width)
            cells = [(y, x) for y, x in cells if x >= at]
        case _:
            at = dice.integer(1, max(1, canvas.width // 2))
            cells = [(y, x) for y, x in cells if x < at]
    if dice.coin(0.6) and cells:
        path = set(wind_path(dice, dice.pick(cells), dice.pick(canvas.cells())))
        cells = [cell for cell in cells if cell not in path]
    return cells


def lay_cave(canvas: Canvas, dice: Dice) -> list[Cell]:
    """Fill everything but a few rooms and the paths between them."""
    spots = [dice.pick(canvas.cells()) for _ in range(dice.integer(2, 4))]
    open_cells = set()
    for y, x in spots:
        high, wide = dice.integer(0, 2), dice.integer(0, 2)
        open_cells |= {
            (y + dy, x + dx) for dy in range(-high, high + 1) for dx in range(-wide, wide + 1)
        }
    for one, other in pairwise(spots):
        if dice.coin(0.85):
            open_cells |= set(wind_path(dice, one, other))
    return [cell for cell in canvas.cells() if cell not in open_cells]


def lay_maze(canvas: Canvas, dice: Dice) -> list[Cell]:
    """Lay the walls of corridors one cell wide, and leave some out."""
    start = (dice.integer(0, 1), dice.integer(0, 1))
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
    removed = dice.sample(walls, dice.integer(len(walls) // 8, len(walls) // 2))
    return [cell for cell in walls if cell not in removed]


def lay_checkerboard(canvas: Canvas, dice: Dice) -> list[Cell]:
    """Fill every other cell of a part of the map."""
    odd, top = dice.integer(0, 1), dice.integer(0, canvas.height // 2)
    return [(y, x) for y, x in canvas.cells() if (y + x) % 2 == odd and y >= top]


def wind_path(dice: Dice, start: Cell, end: Cell) -> list[Cell]:
    """Return a shortest path between two cells that bends at random."""
    (y, x), path = start, [start]
    while (y, x) != end:
        down = x == end[1] or (y != end[0] and dice.coin(0.5))
        if down:
            y += 1 if end[0] > y else -1
        else:
            x += 1 if end[1] > x else -1
        path.append((y, x))
    return path


def _leave_gaps(parts: list[list[Cell]], dice: Dice) -> list[list[Cell]]:
    gaps = dice.sample(range(len(parts)), dice.pick_weighted({0: 0.5, 1: 0.35, 2: 0.15}))
    return [part for i, part in enumerate(parts) if i not in gaps]


LAYOUTS: Final[dict[Layout, float]] = {
    lay_line: 0.28,
    lay_room: 0.3,
    lay_stripes: 0.06,
    lay_frame: 0.04,
    lay_scattered: 0.1,
    lay_blob: 0.1,
    lay_field: 0.06,
    lay_cave: 0.04,
    lay_maze: 0.04,
    lay_checkerboard: 0.01,
}
"""The weight of each shape: mostly lines and rooms, as in levels made by people."""
