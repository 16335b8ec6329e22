"""Statistics of a map of Binary, in plain Python."""

from __future__ import annotations

from collections.abc import Sequence

from babalab.generation.problems.plain.regions import cells_by_tile, count_regions, longest_path

EMPTY = 0


def binary_statistics(map_: Sequence[int], width: int) -> tuple[int, ...]:
    """Regions, the longest shortest path and empty cells."""
    empty = cells_by_tile(map_, width)[EMPTY]
    return count_regions(empty), longest_path(empty), len(empty)
