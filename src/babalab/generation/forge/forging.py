"""Forging one level: a climb from a position before a win, or from a draft, to a good level.

A piece of work has a number, and with the seed it says everything: the class and the mechanic to
aim at, the size, all chance. In the climb moves are taken back, things put in the way, and tiles
changed at random; the champion solves what comes out, and what is worth less is dropped.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from babalab.agents import Budget, Champion, Verdict
from babalab.game.difficulty import rate
from babalab.game.level import DIFFICULTY_BOUNDS, Level
from babalab.game.vocabulary import EMPTY, PROPERTIES, WORD_CHARACTERS
from babalab.generation.baba.endings import THEMES, ending
from babalab.generation.baba.finishing import Finished, finished
from babalab.generation.baba.mechanics import mechanics_of
from babalab.generation.baba.mutations import CHANGES
from babalab.generation.baba.obstacles import OBSTRUCTED
from babalab.generation.baba.random_levels import random_level
from babalab.generation.baba.reverse_moves import TAKEN_BACK
from babalab.generation.baba.sight import Sight, changed
from babalab.generation.dice import Dice
from babalab.generation.forge.tidying import cropped, has_shorter, tidied

CLASSES: Final = len(DIFFICULTY_BOUNDS) + 1
SHORTEST_SOLUTION: Final = 3
"""Shorter ones have nothing to find out."""
LONGEST_SOLUTION: Final = 75
SIZES: Final = ((4, 7), (5, 8), (5, 9), (6, 10), (6, 11))
"""The least and the most cells of a side inside the border, for each class."""
MOST_ROWS: Final = 10
STEPS: Final = 400
"""Of a climb."""
SEARCH: Final = Champion(shorten=40_000)
BUDGET: Final = Budget(iterations=3_000)
"""What a step of a climb may cost."""


@dataclass(frozen=True)
class Aim:
    """What a climb is to lead to."""

    class_: int
    theme: str

    @classmethod
    def numbered(cls, number: int) -> Aim:
        """All classes and mechanics in turn."""
        return cls(1 + number % CLASSES, list(THEMES)[number // CLASSES % len(THEMES)])

    def size(self, dice: Dice) -> tuple[int, int]:
        """Columns and rows inside the border."""
        low, high = SIZES[self.class_ - 1]
        width = dice.whole(low, high)
        return width, min(dice.whole(low, high), width, MOST_ROWS)

    def missed_by(self, length: int) -> int:
        """How many moves a solution is too short or too long for the class."""
        bounds = (SHORTEST_SOLUTION - 1, *DIFFICULTY_BOUNDS, LONGEST_SOLUTION)
        low, high = bounds[self.class_ - 1] + 1, bounds[self.class_]
        return max(low - length, length - high, 0)


def forge(seed: int, number: int) -> Finished | None:
    """The level that this piece of work leads to, tidied; None if it leads to none."""
    dice, aim = Dice.numbered(seed, number), Aim.numbered(number)
    level = _climbed(_beginning(aim, dice), aim, dice)
    if level is None:
        return None
    for finish in (tidied, cropped, tidied):
        # What is not proved shortest first would be tidied towards another solution.
        done = finished(level, known=level.solution)
        if done is None or not done.shortest or aim.missed_by(len(done.level.solution)):
            return None
        level = finish(done.level)
    done = finished(level, known=level.solution)
    return done if done is not None and _is_good(done, aim) else None


def _is_good(done: Finished, aim: Aim) -> bool:
    return (
        done.shortest
        and not aim.missed_by(len(done.level.solution))
        and not done.level.warnings
        and Sight(done.level).player is not None
    )


def _beginning(aim: Aim, dice: Dice) -> Level:
    width, height = aim.size(dice)
    while True:
        if dice.coin(0.8):
            level = ending(width, height, dice, [aim.theme])
        else:
            level = solved(random_level(dice))
            if level is not None and max(level.width, level.height) > SIZES[-1][1] + 2:
                level = None
        if level is not None and Sight(level).player is not None:
            return level


def _climbed(level: Level, aim: Aim, dice: Dice) -> Level | None:
    """The best level of a climb from this one."""
    best, worth = None, float("-inf")
    for _ in range(STEPS):
        tried = _changed(level, dice)
        if tried is None or Sight(tried).player is None:
            continue
        tried = solved(tried)
        if tried is None:
            continue
        value = _worth(tried, aim)
        if value >= worth:
            best, level, worth = tried, tried, value
    return best


def _changed(level: Level, dice: Dice) -> Level | None:
    """Another level: mostly with moves taken back or things in the way."""
    kind = dice.weighed({"back": 0.4, "obstacle": 0.3, "any": 0.3})
    if kind == "back":
        return dice.weighed(TAKEN_BACK)(level, dice)
    if kind == "obstacle":
        return dice.weighed(OBSTRUCTED)(level, dice)
    grid = [list(row) for row in level.rows]
    for _ in range(1 + dice.geometric(0.5, 4)):
        dice.weighed(CHANGES)(grid, dice)
    rows = tuple("".join(row) for row in grid)
    return None if rows == level.rows else Level(rows)


def solved(level: Level) -> Level | None:
    """The level with a solution, mostly a shortest one; its own stands in if none was found."""
    result = SEARCH.solve(level, BUDGET)
    if result.verdict is Verdict.INTERRUPTED:
        raise KeyboardInterrupt  # the search has taken the Ctrl-C that was meant for all of this
    ways = [moves for moves in (result.solution, level.solution) if moves]
    return level.with_solution(min(ways, key=len)) if ways else None


def _worth(level: Level, aim: Aim) -> float:
    """How good a level is for this aim: the difficulty score counts, and what is used."""
    mechanics = mechanics_of(level, level.solution)
    filled = sum(len(row) - row.count(EMPTY) for row in level.rows)
    return (
        rate(level, level.solution).score
        - 6 * aim.missed_by(len(level.solution))
        + 25 * (aim.theme in mechanics and _needs(level, aim.theme))
        + 2 * len(set(mechanics) & set(THEMES))
        - 0.25 * filled
    )


def _needs(level: Level, mechanic: str) -> bool:
    """Whether the level would be solved otherwise without the words of a mechanic."""
    words = {WORD_CHARACTERS[word] for word in mechanic.split("-") if word in PROPERTIES}
    cells = {
        (y, x): EMPTY
        for y, row in enumerate(level.rows)
        for x, character in enumerate(row)
        if character in words
    }
    if not cells:
        return True  # a deed, which the solution does
    without = changed(level, cells)
    return without is None or has_shorter(without)
