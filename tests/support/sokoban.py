"""Sokoban once more, in plain Python, for the native engine to be held against."""

from __future__ import annotations

from collections import deque
from collections.abc import Iterator
from dataclasses import dataclass, field

from hypothesis import strategies as st

Cell = tuple[int, int]
STEPS = {"l": (0, -1), "r": (0, 1), "u": (-1, 0), "d": (1, 0)}
"""In the order of the game's actions."""


@dataclass(frozen=True)
class Room:
    """A state, with the map it is on, which is the same for all that are compared."""

    walls: frozenset[Cell] = field(compare=False)
    goals: frozenset[Cell] = field(compare=False)
    player: Cell
    boxes: frozenset[Cell]

    @classmethod
    def of(cls, text: str) -> Room:
        def cells(kinds: str) -> frozenset[Cell]:
            return frozenset(
                (y, x)
                for y, row in enumerate(text.split("\n"))
                for x, mark in enumerate(row)
                if mark in kinds
            )

        (player,) = cells("@+")
        return cls(cells("#"), cells(".*+"), player, cells("$*"))

    def step(self, letter: str) -> Room:
        dy, dx = STEPS[letter]
        to = (self.player[0] + dy, self.player[1] + dx)
        beyond = (to[0] + dy, to[1] + dx)
        boxes = self.boxes
        if to in self.walls:
            return self
        if to in boxes:
            if beyond in self.walls or beyond in boxes:
                return self
            boxes = boxes - {to} | {beyond}
        return Room(self.walls, self.goals, to, boxes)

    @property
    def won(self) -> bool:
        return self.boxes <= self.goals

    @property
    def placed(self) -> int:
        return len(self.boxes & self.goals)


def reachable(start: Room) -> dict[Room, int]:
    """All states that can be reached, each with the fewest moves; nothing follows a win."""
    moves = {start: 0}
    waiting = deque([start])
    while waiting:
        room = waiting.popleft()
        for after in followers(room):
            if after not in moves:
                moves[after] = moves[room] + 1
                waiting.append(after)
    return moves


def fewest_moves(start: Room) -> int | None:
    """To a win, by a plain breadth-first search over players and boxes; None if there is none."""
    layer, seen, moves = [(start.player, start.boxes)], {(start.player, start.boxes)}, 0
    while layer:
        below = []
        for player, boxes in layer:
            if boxes <= start.goals:
                return moves
            for dy, dx in STEPS.values():
                to = (player[0] + dy, player[1] + dx)
                after = boxes
                if to in boxes:
                    beyond = (to[0] + dy, to[1] + dx)
                    if beyond in boxes or beyond in start.walls:
                        continue
                    after = boxes - {to} | {beyond}
                if to not in start.walls and (to, after) not in seen:
                    seen.add((to, after))
                    below.append((to, after))
        layer, moves = below, moves + 1
    return None


def followers(room: Room) -> Iterator[Room]:
    if not room.won:
        yield from (room.step(letter) for letter in STEPS)


def winnable(states: dict[Room, int]) -> set[Room]:
    """Those from which a win can be reached."""
    before: dict[Room, list[Room]] = {}
    for room in states:
        for after in followers(room):
            before.setdefault(after, []).append(room)
    good = {room for room in states if room.won}
    waiting = list(good)
    while waiting:
        for room in before.get(waiting.pop(), []):
            if room not in good:
                good.add(room)
                waiting.append(room)
    return good


@st.composite
def rooms(draw: st.DrawFn, most: int = 7, boxes: int = 4) -> list[str]:
    """A map with a wall around it, one player, and as many goals as boxes, all on one floor."""
    width, height = draw(st.integers(2, most)), draw(st.integers(2, most))
    floor = st.sampled_from("    #")
    cells = {(y, x): draw(floor) for y in range(height) for x in range(width)}
    player = (draw(st.integers(0, height - 1)), draw(st.integers(0, width - 1)))
    cells[player] = " "
    inside = sorted(_floor_of(cells, player))
    order = draw(st.permutations(inside))
    count = min(draw(st.integers(1, boxes)), len(inside) - 1)
    box_cells = [cell for cell in order if cell != player][:count]
    goal_cells = draw(st.permutations(inside))[: len(box_cells)]
    for cell in box_cells:
        cells[cell] = "$"
    for cell in goal_cells:
        cells[cell] = "*" if cells[cell] == "$" else "."
    cells[player] = "+" if player in goal_cells else "@"
    wall = "#" * (width + 2)
    lines = ["".join(cells[y, x] for x in range(width)) for y in range(height)]
    return [wall, *(f"#{line}#" for line in lines), wall]


def _floor_of(cells: dict[Cell, str], start: Cell) -> set[Cell]:
    found = {start}
    waiting = [start]
    while waiting:
        y, x = waiting.pop()
        for dy, dx in STEPS.values():
            cell = (y + dy, x + dx)
            if cells.get(cell) == " " and cell not in found:
                found.add(cell)
                waiting.append(cell)
    return found
