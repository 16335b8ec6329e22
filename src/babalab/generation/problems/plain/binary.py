"""The statistics of a Binary map, in plain Python."""

from __future__ import annotations

from collections.abc import Sequence

from babalab.generation.problems.plain.regions import count_regions, find_longest_path, group_cells

EMPTY = 0


def measure_binary(map_: Sequence[int], width: int) -> tuple[int, ...]:
    """Return the regions, the length of the longest shortest path, and the empty cells."""
    empty = group_cells(map_, width)[EMPTY]
    return count_regions(empty), find_longest_path(empty), len(empty)
