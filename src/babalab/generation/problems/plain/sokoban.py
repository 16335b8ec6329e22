"""The statistics of a Sokoban map in plain Python, and its solution by breadth-first search."""

from __future__ import annotations

from collections import deque
from collections.abc import Sequence

from babalab.generation.problems.plain.regions import Cell, count_regions, group_cells

EMPTY, SOLID, PLAYER, CRATE, TARGET = range(5)
MOVES = {"u": (-1, 0), "d": (1, 0), "l": (0, -1), "r": (0, 1)}


def measure_sokoban(map_: Sequence[int], width: int) -> tuple[int, ...]:
    """Return the statistics in the order of `SokobanProblem.statistics`."""
    at = group_cells(map_, width)
    players, crates, targets = len(at[PLAYER]), len(at[CRATE]), len(at[TARGET])
    floor = at[EMPTY] | at[PLAYER] | at[CRATE] | at[TARGET]
    regions = count_regions(floor)
    solution = find_shortest_solution(map_, width)
    distance = 0 if solution else _sum_distances(at[CRATE], at[TARGET])
    moves = len(solution) if solution else 0
    difference = abs(crates - targets)
    return players, crates, targets, regions, difference, distance, moves, len(at[EMPTY])


def find_shortest_solution(map_: Sequence[int], width: int) -> str | None:
    """Return the moves of a shortest solution, or None if there is none or the map is no level."""
    at = group_cells(map_, width)
    crates, targets = frozenset(at[CRATE]), at[TARGET]
    floor = at[EMPTY] | at[PLAYER] | crates | targets
    if len(at[PLAYER]) != 1 or not crates or len(crates) != len(targets):
        return None
    if count_regions(floor) != 1:
        return None
    (player,) = at[PLAYER]
    seen = {(player, crates)}
    todo = deque([(player, crates, "")])
    while todo:
        player, crates, moves = todo.popleft()
        if crates == targets:
            return moves
        for letter, (down, right) in MOVES.items():
            new_player = (player[0] + down, player[1] + right)
            new_crates = crates
            if new_player in crates:
                pushed = (new_player[0] + down, new_player[1] + right)
                if pushed not in floor or pushed in crates:
                    continue
                new_crates = crates - {new_player} | {pushed}
            if new_player in floor and (new_player, new_crates) not in seen:
                seen.add((new_player, new_crates))
                todo.append((new_player, new_crates, moves + letter))
    return None


def _sum_distances(crates: set[Cell], targets: set[Cell]) -> int:
    """Sum the distances from each crate to its nearest target; 0 without targets."""
    return sum(min((abs(y - v) + abs(x - u) for v, u in targets), default=0) for y, x in crates)
