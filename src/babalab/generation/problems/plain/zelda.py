"""The statistics of a Zelda map, in plain Python."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import chain

from babalab.generation.problems.plain.regions import (
    Cell,
    count_regions,
    group_cells,
    measure_distances,
)

EMPTY, SOLID, PLAYER, KEY, DOOR = range(5)
ENEMIES = range(5, 8)


def measure_zelda(map_: Sequence[int], width: int) -> tuple[int, ...]:
    """Return the statistics in the order of `ZeldaProblem.statistics`."""
    at = group_cells(map_, width)
    enemies = set(chain.from_iterable(at[tile] for tile in ENEMIES))
    inside = at[EMPTY] | at[PLAYER] | at[KEY] | enemies
    regions = count_regions(inside)
    nearest = path = winnable = 0
    if len(at[PLAYER]) == 1 and regions == 1:
        (player,) = at[PLAYER]
        nearest = _measure_nearest(player, enemies, inside - at[KEY], far=len(map_))
        if len(at[KEY]) == len(at[DOOR]) == 1:
            (key,), (door,) = at[KEY], at[DOOR]
            to_door = measure_distances(key, inside | {door}).get(door)
            path = measure_distances(player, inside)[key] + (to_door or 0)
            winnable = int(to_door is not None)
    counts = (len(at[PLAYER]), len(at[KEY]), len(at[DOOR]), len(enemies))
    return (*counts, regions, nearest, path, winnable, len(at[EMPTY]))


def _measure_nearest(player: Cell, enemies: set[Cell], passable: set[Cell], far: int) -> int:
    """Return the steps to the nearest enemy: 0 without enemies, `far` if none is reachable."""
    steps = measure_distances(player, passable)
    return min((steps.get(enemy, far) for enemy in enemies), default=0)
