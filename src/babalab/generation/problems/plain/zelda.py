"""Statistics of a map of Zelda, in plain Python."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import chain

from babalab.generation.problems.plain.regions import (
    Cell,
    cells_by_tile,
    count_regions,
    steps_from,
)

EMPTY, SOLID, PLAYER, KEY, DOOR = range(5)
ENEMIES = range(5, 8)


def zelda_statistics(map_: Sequence[int], width: int) -> tuple[int, ...]:
    """Players, keys, doors, enemies, regions, steps, whether it can be won, and empty cells.

    Steps are those to the nearest enemy, and those to the key and on to the door.
    """
    at = cells_by_tile(map_, width)
    enemies = set(chain.from_iterable(at[tile] for tile in ENEMIES))
    inside = at[EMPTY] | at[PLAYER] | at[KEY] | enemies
    regions = count_regions(inside)
    nearest = path = winnable = 0
    if len(at[PLAYER]) == 1 and regions == 1:
        (player,) = at[PLAYER]
        nearest = _nearest(player, enemies, inside - at[KEY], far=len(map_))
        if len(at[KEY]) == len(at[DOOR]) == 1:
            (key,), (door,) = at[KEY], at[DOOR]
            to_door = steps_from(key, inside | {door}).get(door)
            path = steps_from(player, inside)[key] + (to_door or 0)
            winnable = int(to_door is not None)
    counts = (len(at[PLAYER]), len(at[KEY]), len(at[DOOR]), len(enemies))
    return (*counts, regions, nearest, path, winnable, len(at[EMPTY]))


def _nearest(player: Cell, enemies: set[Cell], passable: set[Cell], far: int) -> int:
    """Steps to the nearest enemy: 0 if there is none, `far` if none comes to the player."""
    steps = steps_from(player, passable)
    return min((steps.get(enemy, far) for enemy in enemies), default=0)
