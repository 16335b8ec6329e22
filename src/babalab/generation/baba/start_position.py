"""The position before the first move: rules, free cells, ways to walk, things to push."""

from __future__ import annotations

from collections import deque
from dataclasses import dataclass
from functools import cached_property
from typing import Final

from babalab.game.action import parse_moves
from babalab.game.events import is_effective
from babalab.game.level import Level
from babalab.game.vocabulary import BORDER, EMPTY, NOUNS, THING_OF, WORD_OF

Cell = tuple[int, int]
Rule = tuple[str, str]
"""The subject and the predicate."""

DIRECTIONS: Final[dict[str, Cell]] = {"u": (-1, 0), "d": (1, 0), "l": (0, -1), "r": (0, 1)}
BLOCKING: Final = ("you", "kill", "push", "stop", "move", "hot", "sink")
"""A thing with none of these properties can be walked over."""


def step_from(cell: Cell, direction: str, count: int = 1) -> Cell:
    """Return the cell `count` steps further on; a negative count goes back."""
    dy, dx = DIRECTIONS[direction]
    return cell[0] + count * dy, cell[1] + count * dx


@dataclass(frozen=True)
class StartPosition:
    """A level before its first move, as somebody who plays it backwards sees it."""

    level: Level

    @cached_property
    def rules(self) -> frozenset[Rule]:
        """Return the effective rules."""
        split = (rule.split("-") for rule in self.level.start().rules if is_effective(rule))
        return frozenset((subject, predicate) for subject, _, predicate in split)

    @cached_property
    def cells(self) -> dict[Cell, str]:
        """Return the character of every cell that is not border."""
        return {
            (y, x): character
            for y, row in enumerate(self.level.rows)
            for x, character in enumerate(row)
            if character != BORDER
        }

    @cached_property
    def player(self) -> Cell | None:
        """Return the cell of the only thing that is YOU; None if there is none or several."""
        you = set(self.level.start().you)
        return you.pop() if len(you) == 1 else None

    def nouns(self, *properties: str) -> list[str]:
        """Return the nouns with all of these properties, in the order of the vocabulary."""
        return [
            noun
            for noun in NOUNS
            if all((noun, property_) in self.rules for property_ in properties)
        ]

    @cached_property
    def free(self) -> frozenset[Cell]:
        """Return the cells with nothing in them but, perhaps, the player, who is about to leave."""
        return frozenset(
            cell
            for cell, character in self.cells.items()
            if character == EMPTY or cell == self.player
        )

    @cached_property
    def open(self) -> frozenset[Cell]:
        """Return the cells where the player can walk without consequences."""
        solid = {noun for noun in NOUNS for each in BLOCKING if (noun, each) in self.rules}
        won = set(self.nouns("win"))
        things = {
            cell
            for cell, character in self.cells.items()
            if character in THING_OF and THING_OF[character] not in solid | won
        }
        return self.free | things

    @cached_property
    def pushable(self) -> frozenset[Cell]:
        """Return the cells of words, and of things that are PUSH and free to move."""
        pushed = {
            noun
            for noun in self.nouns("push")
            if not any((noun, each) in self.rules for each in ("stop", "you", "move", "sink"))
        }
        return frozenset(
            cell
            for cell, character in self.cells.items()
            if character in WORD_OF or THING_OF.get(character) in pushed
        )

    @cached_property
    def ways(self) -> dict[Cell, str]:
        """Return the moves from every cell from which the player could have walked here."""
        if self.player is None:
            return {}
        ways, todo = {self.player: ""}, deque([self.player])
        while todo:
            cell = todo.popleft()
            for move in DIRECTIONS:
                origin = step_from(cell, move, -1)
                if origin in self.open and origin not in ways:
                    ways[origin] = move + ways[cell]
                    todo.append(origin)
        return ways

    @cached_property
    def touched(self) -> frozenset[Cell]:
        """Return the cells that the known solution changes, and that of the player."""
        core, width = self.level.core, self.level.width
        row = core.start()
        before = core.picture(row)
        cells = set() if self.player is None else {self.player}
        for action in parse_moves(self.level.solution):
            row = core.step(row, action)
            after = core.picture(row)
            cells |= {divmod(at, width) for at, each in enumerate(after) if each != before[at]}
            before = after
        return frozenset(cells)


def change_cells(level: Level, cells: dict[Cell, str], moves: str = "") -> Level | None:
    """Return the level with other characters in some cells and `moves` before its solution.

    Return None unless the moves and the solution win together, with the last move and not before,
    and nothing is transformed before the first.
    """
    made = write_cells(level, cells).with_solution(moves + level.solution)
    return made if begins_as_written(made) and wins_with_last_move(made) else None


def write_cells(level: Level, cells: dict[Cell, str]) -> Level:
    """Return the level with other characters in some cells and without a solution."""
    grid = [list(row) for row in level.rows]
    for (y, x), character in cells.items():
        grid[y][x] = character
    return Level(tuple("".join(row) for row in grid))


def begins_as_written(level: Level) -> bool:
    """Return whether no rule transforms anything before the first move."""
    return level.core.picture(level.core.start()) == "".join(level.rows)


def wins_with_last_move(level: Level) -> bool:
    """Return whether the last move of the solution wins, and none before it."""
    state = level.start()
    for number, action in enumerate(parse_moves(level.solution), start=1):
        state = state.step(action)
        if state.won:
            return number == len(level.solution)
    return False
