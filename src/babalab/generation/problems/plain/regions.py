"""Regions and paths of a map, cell by cell."""

from __future__ import annotations

from collections import defaultdict, deque
from collections.abc import Collection, Sequence

Cell = tuple[int, int]
"""(row, column), both from 0."""


def group_cells(map_: Sequence[int], width: int) -> defaultdict[int, set[Cell]]:
    """Return the cells of each tile; an empty set for a tile that is not on the map."""
    cells: defaultdict[int, set[Cell]] = defaultdict(set)
    for number, tile in enumerate(map_):
        cells[int(tile)].add(divmod(number, width))
    return cells


def measure_distances(start: Cell, passable: Collection[Cell]) -> dict[Cell, int]:
    """Return the steps from a cell to every cell reachable over passable ones, itself included."""
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
    """Count the connected parts of these cells."""
    left = set(passable)
    count = 0
    while left:
        left -= measure_distances(next(iter(left)), left).keys()
        count += 1
    return count


def find_longest_path(passable: Collection[Cell]) -> int:
    """Return the largest distance between any two connected cells."""
    return max((max(measure_distances(cell, passable).values()) for cell in passable), default=0)
