"""Everything about small levels, by visiting every state."""

from __future__ import annotations

from babalab import Level
from babalab.game.state import State


def find_distances(start: State, most: int = 100_000) -> dict[int, int | None]:
    """Return the fewest moves to a win from each state that can be reached, by the state's hash.

    None stands for a state that can't be won. A play ends with the win. Raises if there are more
    than `most` states.
    """
    parents: dict[int, list[int]] = {start.hash: []}
    won = []
    waiting = [start]
    while waiting:
        state = waiting.pop()
        if state.won:
            won.append(state.hash)
            continue
        for child in state.children():
            known = parents.get(child.hash)
            if known is None:
                parents[child.hash] = [state.hash]
                waiting.append(child)
                if len(parents) > most:
                    raise ValueError(f"more than {most} states")
            else:
                known.append(state.hash)
    distances: dict[int, int | None] = dict.fromkeys(parents)
    front, moves = won, 0
    while front:
        for key in front:
            distances[key] = moves
        before = {parent for key in front for parent in parents[key]}
        front = [key for key in before if distances[key] is None]
        moves += 1
    return distances


def find_solution(state: State, distances: dict[int, int | None]) -> str:
    """Return a shortest solution of a state that can be won."""
    moves = ""
    while not state.won:
        left = distances[state.hash]
        assert left is not None
        letter, state = next(
            (letter, child)
            for letter, child in zip("udlrs", state.children(), strict=True)
            if distances[child.hash] == left - 1
        )
        moves += letter
    return moves


def load_small(line: str) -> tuple[State, dict[int, int | None]]:
    """Return the start of a level and the distances of all its states."""
    start = Level.parse(line).start()
    return start, find_distances(start)
