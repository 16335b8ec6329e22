"""Taking moves back: each function returns a level from which some moves lead to the given one.

The given level has a solution; that of the result is longer by the moves taken back. The exact
engine plays it to the end before a level is returned, so that the level can be solved whatever was
done to the map. None means that it did not work out this time.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Final

from babalab.game.level import Level
from babalab.game.vocabulary import EMPTY, NOUNS, THING_CHARACTERS
from babalab.generation.baba.dice import Dice
from babalab.generation.baba.start_position import (
    DIRECTIONS,
    Cell,
    Rule,
    StartPosition,
    change_cells,
    step_from,
    write_cells,
)

LevelChange = Callable[[Level, Dice], Level | None]

MAX_PULLS: Final = 12
"""Pulls to compare; for each, the rules of another map are read."""
RULE_CHANGING: Final = 6.0
"""The weight of a pull that makes or breaks a rule."""


@dataclass(frozen=True, slots=True)
class _Pull:
    """The player, beside a row of things, walks away from them and takes them along."""

    nearest: Cell
    away: str
    """The direction from the player to the row: that of the move taken back."""
    count: int
    """The number of things in the row."""

    def list_changes(self, position: StartPosition, steps: int) -> dict[Cell, str]:
        """Return the cells that `steps` steps change, with their new characters."""
        player = position.player
        assert player is not None
        row = [step_from(self.nearest, self.away, i) for i in range(self.count)]
        cells = dict.fromkeys([player, *row], EMPTY)
        cells |= {step_from(cell, self.away, -steps): position.cells[cell] for cell in row}
        cells[step_from(self.nearest, self.away, -steps - 1)] = position.cells[player]
        return cells

    def list_moves(self, position: StartPosition, steps: int) -> str:
        """Return the moves taken back: the pushes, and the way from there to the player."""
        return self.away * steps + position.ways[step_from(self.nearest, self.away, -1)]

    def count_steps(self, position: StartPosition) -> int:
        """Count the steps that there is room for."""
        steps = 0
        while step_from(self.nearest, self.away, -steps - 2) in position.free:
            steps += 1
        return steps


def walk(level: Level, dice: Dice) -> Level | None:
    """Take back a walk, preferably a long one."""
    position = StartPosition(level)
    weights = {
        cell: float(len(moves))
        for cell, moves in position.ways.items()
        if cell in position.free and moves
    }
    if not weights or position.player is None:
        return None
    cell = dice.pick_weighted(weights)
    cells = {position.player: EMPTY, cell: position.cells[position.player]}
    return change_cells(level, cells, position.ways[cell])


def pull(level: Level, dice: Dice) -> Level | None:
    """Take back a push, preferably one that made or broke a rule.

    If the push made a rule that transforms things, some of them are what they were.
    """
    position = StartPosition(level)
    pulls = dice.sample(_find_pulls(position), MAX_PULLS)
    weights = {
        pull: 1.0
        if _read_rules(level, pull.list_changes(position, 1)) == position.rules
        else RULE_CHANGING
        for pull in pulls
    }
    if not weights:
        return None
    chosen = dice.pick_weighted(weights)
    made = _apply(position, chosen, 1)
    if weights[chosen] == RULE_CHANGING:
        return _apply_with_transformations(position, chosen, dice) or made
    steps = 1 + dice.geometric(1.0, chosen.count_steps(position) - 1)
    return _apply(position, chosen, steps) or made


def drown(level: Level, dice: Dice) -> Level | None:
    """Take back a push into something that sank or melted what was pushed; both are back."""
    position = StartPosition(level)
    pairs = [
        (lost, taker)
        for losing, taking in ((("push",), "sink"), (("push", "melt"), "hot"))
        for lost in position.nouns(*losing)
        for taker in position.nouns(taking)
        if lost != taker
    ]
    options = {
        (cell, away): 8.0 if cell in position.touched else 1.0
        for cell in sorted(position.free)
        for away in DIRECTIONS
        if step_from(cell, away, -1) in position.ways
        and step_from(cell, away, -1) in position.free
        and step_from(cell, away, -2) in position.free
    }
    if not options or not pairs or position.player is None:
        return None
    (cell, away), (lost, taker) = dice.pick_weighted(options), dice.pick(pairs)
    beside = step_from(cell, away, -1)
    cells = {
        position.player: EMPTY,
        cell: THING_CHARACTERS[taker],
        beside: THING_CHARACTERS[lost],
        step_from(cell, away, -2): position.cells[position.player],
    }
    return change_cells(level, cells, away + position.ways[beside])


def _find_pulls(position: StartPosition) -> list[_Pull]:
    """Return all pulls that there is room for, after a walk to where they begin."""
    found = []
    for cell in sorted(position.pushable):
        for away in DIRECTIONS:
            first, then = step_from(cell, away, -1), step_from(cell, away, -2)
            if first in position.ways and first in position.free and then in position.free:
                found.append(_Pull(cell, away, 1))
                if step_from(cell, away) in position.pushable:
                    found.append(_Pull(cell, away, 2))
    return found


def _apply(position: StartPosition, pull: _Pull, steps: int) -> Level | None:
    return change_cells(
        position.level, pull.list_changes(position, steps), pull.list_moves(position, steps)
    )


def _read_rules(level: Level, cells: dict[Cell, str]) -> frozenset[Rule]:
    """Return the rules of the level with other characters in some cells."""
    return StartPosition(write_cells(level, cells)).rules


def _apply_with_transformations(position: StartPosition, pull: _Pull, dice: Dice) -> Level | None:
    """Apply a pull, and undo some of the transformations by the rules that the push made."""
    cells = pull.list_changes(position, 1)
    for subject, predicate in sorted(position.rules - _read_rules(position.level, cells)):
        if predicate not in NOUNS or subject == predicate:
            continue
        transformed = [
            cell
            for cell, character in position.cells.items()
            if character == THING_CHARACTERS[predicate] and cell not in cells
        ]
        count = dice.integer(1, max(1, len(transformed)))
        cells |= dict.fromkeys(dice.sample(transformed, count), THING_CHARACTERS[subject])
    return change_cells(position.level, cells, pull.list_moves(position, 1))


REVERSE_MOVES: Final[dict[LevelChange, float]] = {walk: 1.0, pull: 5.0, drown: 2.0}
"""The weight of each kind of move to take back."""
