"""Regions and ways of a map, cell by cell."""

from __future__ import annotations

from collections import defaultdict, deque
from collections.abc import Collection, Sequence

Cell = tuple[int, int]
"""(row, column), both from 0."""


def cells_by_tile(map_: Sequence[int], width: int) -> defaultdict[int, set[Cell]]:
    """The cells of each tile; none of a tile that is not on the map."""
    cells: defaultdict[int, set[Cell]] = defaultdict(set)
    for number, tile in enumerate(map_):
        cells[int(tile)].add(divmod(number, width))
    return cells


def steps_from(start: Cell, passable: Collection[Cell]) -> dict[Cell, int]:
    """How many steps it takes from a cell to each it can reach over passable ones, itself too."""
    found = {start: 0}
    todo = deque([start])
    while todo:
        y, x = todo.popleft()
        for cell in ((y - 1, x), (y + 1, x), (y, x - 1), (y, x + 1)):
            if cell in passable and cell not in found:
                found[cell] = found[y, x] + 1
                todo.append(cell)
    return found


def count_regions(passable: Collection[Cell]) -> int:
    """Into how many connected parts these cells fall."""
    left = set(passable)
    count = 0
    while left:
        left -= steps_from(next(iter(left)), left).keys()
        count += 1
    return count


def longest_path(passable: Collection[Cell]) -> int:
    """Steps between the two cells that are farthest apart among those with a way between them."""
    return max((max(steps_from(cell, passable).values()) for cell in passable), default=0)
