"""Fireflies: a small game of chance in plain Python, the example of how to add a game.

A game is one class that reads the text of a level and computes the states that follow each other.
Planners, tuners, the command line, experiments and the contract test need nothing more.
"""

from __future__ import annotations

import random
from collections.abc import Sequence
from typing import ClassVar, NamedTuple

from babalab.games.game import Game, GameLevel, register_game
from babalab.games.grid import read_grid

MARKS = {"#": "a hedge", ".": "grass", "@": "you", "*": "a firefly", "w": "a wasp"}
RESTLESSNESS = 0.5
"""The probability that a firefly or a wasp moves in a tick."""


class Evening(NamedTuple):
    """A state. Cells are numbers, row by row; things of a kind are in no order, so sorted."""

    you: int
    flies: tuple[int, ...]
    wasps: tuple[int, ...]
    caught: int = 0
    stung: bool = False


@register_game
class Fireflies(Game[Evening]):
    """Catch all fireflies by stepping where they are, and keep away from the wasps.

    Both flutter about: every tick each of them stays, or moves to a free cell beside it. The score
    is the number of fireflies caught.
    """

    name: ClassVar[str] = "fireflies"
    actions: ClassVar[tuple[str, ...]] = ("wait", "left", "right", "up", "down")
    stochastic: ClassVar[bool] = True
    ticks: ClassVar[int] = 150

    def __init__(self, level: GameLevel) -> None:
        super().__init__(level)
        rows = read_grid(level, MARKS, exactly_one="@", at_least_one="*")
        self._width = len(rows[0]) + 1  # a hedge after every row keeps the rows apart
        self._cells = "#".join(rows)
        steps = (0, -1, 1, -self._width, self._width)
        free = {cell for cell, mark in enumerate(self._cells) if mark != "#"}
        self._after = {
            cell: tuple(cell + step if cell + step in free else cell for step in steps)
            for cell in free
        }
        self._beside = {
            cell: tuple(other for other in after[1:] if other != cell) or (cell,)
            for cell, after in self._after.items()
        }

    @classmethod
    def levels(cls) -> Sequence[GameLevel]:
        """See `Game`."""
        return LEVELS

    def start(self, chance: random.Random) -> Evening:
        """See `Game`."""
        return Evening(self._cells.index("@"), self._find("*"), self._find("w"))

    def step(self, state: Evening, action: int, chance: random.Random) -> Evening:
        """Move you, the wasps, then the fireflies; passing each other counts as meeting."""
        if self.over(state):
            return state
        you = self._after[state.you][action]
        wasps = self._flutter(state.wasps, chance)
        stung = you in state.wasps or you in wasps
        flies = _remove(you, self._flutter(_remove(you, state.flies), chance))
        caught = state.caught + len(state.flies) - len(flies)
        return Evening(you, flies, wasps, caught, stung)

    def score(self, state: Evening) -> float:
        """See `Game`."""
        return float(state.caught)

    def won(self, state: Evening) -> bool:
        """See `Game`."""
        return not state.flies and not state.stung

    def lost(self, state: Evening) -> bool:
        """See `Game`."""
        return state.stung

    def picture(self, state: Evening) -> str:
        """See `Game`."""
        cells = ["#" if mark == "#" else "." for mark in self._cells]
        marked = [(state.flies, "*"), ((state.you,), "@"), (state.wasps, "w")]
        for things, mark in marked:
            for cell in things:
                cells[cell] = mark
        width = self._width
        return "\n".join(
            "".join(cells[row : row + width - 1]) for row in range(0, len(cells), width)
        )

    def _find(self, mark: str) -> tuple[int, ...]:
        return tuple(cell for cell, found in enumerate(self._cells) if found == mark)

    def _flutter(self, things: tuple[int, ...], chance: random.Random) -> tuple[int, ...]:
        draw, beside = chance.random, self._beside
        moved = []
        for cell in things:
            luck = draw() / RESTLESSNESS  # one draw decides whether and where
            if luck < 1.0:
                around = beside[cell]
                cell = around[int(luck * len(around))]
            moved.append(cell)
        moved.sort()
        return tuple(moved)


def _remove(cell: int, things: tuple[int, ...]) -> tuple[int, ...]:
    return tuple([thing for thing in things if thing != cell]) if cell in things else things


LEVELS = (
    GameLevel(
        "meadow",
        """\
###########
#.........#
#..*...*..#
#....@....#
#..*...*..#
#.........#
###########
""",
    ),
    GameLevel(
        "orchard",
        """\
###############
#.*...#...#.*.#
#...#...#.....#
#.#...#...#.#.#
#.....@.......#
#.#.#...#.#.#.#
#.*...#.....*.#
###############
""",
    ),
    GameLevel(
        "two-wasps",
        """\
#############
#.*.......*.#
#.....w.....#
#..#.....#..#
#.....@.....#
#..#.....#..#
#.....w.....#
#.*.......*.#
#############
""",
    ),
    GameLevel(
        "garden-wall",
        """\
#################
#*......#......*#
#..w....#....w..#
#.......#.......#
####.###.####.###
#.......@.......#
####.###.####.###
#.......#.......#
#..w....#....w..#
#*......#......*#
#################
""",
    ),
    GameLevel(
        "swarm",
        """\
###################
#*...w.......w...*#
#..#...#...#...#..#
#.....*.....*.....#
#..#...#.@.#...#..#
#.w......w......w.#
#..#...#...#...#..#
#.....*.....*.....#
#*...w.......w...*#
###################
""",
    ),
)
