"""Taking moves back: each way gives a level from which some moves lead to where it was.

A level with a solution goes in; out comes one whose solution is longer by the moves taken back.
The exact engine has played it to the end before it comes out, so that whatever is done to the
map here, the level can be solved. None means: not this time.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Final

from babalab.game.level import Level
from babalab.game.vocabulary import EMPTY, NOUNS, THING_CHARACTERS
from babalab.generation.baba.sight import DIRECTIONS, Cell, Rule, Sight, beyond, changed, written
from babalab.generation.dice import Dice

Change = Callable[[Level, Dice], Level | None]

MOST_TRIED: Final = 12
"""Pulls to compare; each costs a look at the rules of another map."""
TELLING: Final = 6.0
"""How much rather a pull is taken that makes or breaks a rule."""


@dataclass(frozen=True, slots=True)
class _Pull:
    """The player, beside some things in a row, goes away from them and takes them along."""

    nearest: Cell
    away: str
    """Where the row is from the player: the direction of the move that is taken back."""
    count: int
    """How many things there are in the row."""

    def cells(self, sight: Sight, steps: int) -> dict[Cell, str]:
        """What is to be changed on the map for so many steps."""
        player = sight.player
        assert player is not None
        row = [beyond(self.nearest, self.away, i) for i in range(self.count)]
        cells = dict.fromkeys([player, *row], EMPTY)
        cells |= {beyond(cell, self.away, -steps): sight.cells[cell] for cell in row}
        cells[beyond(self.nearest, self.away, -steps - 1)] = sight.cells[player]
        return cells

    def moves(self, sight: Sight, steps: int) -> str:
        """The moves taken back: the pushes, and the way from there to the player."""
        return self.away * steps + sight.ways[beyond(self.nearest, self.away, -1)]

    def room(self, sight: Sight) -> int:
        """How many steps there is room for."""
        steps = 0
        while beyond(self.nearest, self.away, -steps - 2) in sight.free:
            steps += 1
        return steps


def walk(level: Level, dice: Dice) -> Level | None:
    """The player came from elsewhere, rather from afar."""
    sight = Sight(level)
    weights = {
        cell: float(len(moves))
        for cell, moves in sight.ways.items()
        if cell in sight.free and moves
    }
    if not weights or sight.player is None:
        return None
    cell = dice.weighed(weights)
    cells = {sight.player: EMPTY, cell: sight.cells[sight.player]}
    return changed(level, cells, sight.ways[cell])


def pull(level: Level, dice: Dice) -> Level | None:
    """The player pushed something to where it is; rather what made or broke a rule.

    Where that push made a rule that turns things into others, some were not turned yet.
    """
    sight = Sight(level)
    pulls = dice.sample(_pulls(sight), MOST_TRIED)
    weights = {
        pull: 1.0 if _rules_with(level, pull.cells(sight, 1)) == sight.rules else TELLING
        for pull in pulls
    }
    if not weights:
        return None
    chosen = dice.weighed(weights)
    made = _pulled(sight, chosen, 1)
    if weights[chosen] == TELLING:
        return _turned_back(sight, chosen, dice) or made
    steps = 1 + dice.geometric(1.0, chosen.room(sight) - 1)
    return _pulled(sight, chosen, steps) or made


def drown(level: Level, dice: Dice) -> Level | None:
    """The player pushed something into what sank or melted it, and both are gone."""
    sight = Sight(level)
    pairs = [(lost, taker) for lost in sight.nouns("push") for taker in sight.nouns("sink")]
    pairs += [(lost, taker) for lost in sight.nouns("push", "melt") for taker in sight.nouns("hot")]
    pairs = [(lost, taker) for lost, taker in pairs if lost != taker]
    options = {
        (cell, away): 8.0 if cell in sight.touched else 1.0
        for cell in sorted(sight.free)
        for away in DIRECTIONS
        if beyond(cell, away, -1) in sight.ways
        and beyond(cell, away, -1) in sight.free
        and beyond(cell, away, -2) in sight.free
    }
    if not options or not pairs or sight.player is None:
        return None
    (cell, away), (lost, taker) = dice.weighed(options), dice.pick(pairs)
    beside = beyond(cell, away, -1)
    cells = {
        sight.player: EMPTY,
        cell: THING_CHARACTERS[taker],
        beside: THING_CHARACTERS[lost],
        beyond(cell, away, -2): sight.cells[sight.player],
    }
    return changed(level, cells, away + sight.ways[beside])


def _pulls(sight: Sight) -> list[_Pull]:
    """All pulls there is room for, after a walk to where they begin."""
    found = []
    for cell in sorted(sight.loose):
        for away in DIRECTIONS:
            first, then = beyond(cell, away, -1), beyond(cell, away, -2)
            if first in sight.ways and first in sight.free and then in sight.free:
                found.append(_Pull(cell, away, 1))
                if beyond(cell, away) in sight.loose:
                    found.append(_Pull(cell, away, 2))
    return found


def _pulled(sight: Sight, pull: _Pull, steps: int) -> Level | None:
    return changed(sight.level, pull.cells(sight, steps), pull.moves(sight, steps))


def _rules_with(level: Level, cells: dict[Cell, str]) -> frozenset[Rule]:
    """The rules of the level with other characters in some cells."""
    return Sight(written(level, cells)).rules


def _turned_back(sight: Sight, pull: _Pull, dice: Dice) -> Level | None:
    """The pull, and some things as they were before it made a rule that turned them."""
    cells = pull.cells(sight, 1)
    for subject, predicate in sorted(sight.rules - _rules_with(sight.level, cells)):
        if predicate not in NOUNS or subject == predicate:
            continue
        turned = [
            cell
            for cell, character in sight.cells.items()
            if character == THING_CHARACTERS[predicate] and cell not in cells
        ]
        count = dice.whole(1, max(1, len(turned)))
        cells |= dict.fromkeys(dice.sample(turned, count), THING_CHARACTERS[subject])
    return changed(sight.level, cells, pull.moves(sight, 1))


TAKEN_BACK: Final[dict[Change, float]] = {walk: 1.0, pull: 5.0, drown: 2.0}
"""How often moves are taken back in each way."""
