"""Forging one level: climbing from a position before a win, or from a draft, to a good level.

A number and a seed determine everything: the class and the mechanic to aim at, the size, all random
choices. A climb takes moves back, puts things in the way and changes tiles at random. Only levels
with a proved shortest solution count, and those that are worth less than the current one are mostly
dropped. The hardest class is out of reach of such climbs; `babalab.generation.forge.long_drafts`
makes it in another way.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from itertools import count
from typing import Final

from babalab.game.difficulty import rate
from babalab.game.level import DIFFICULTY_BOUNDS, Level
from babalab.game.story import tell
from babalab.game.vocabulary import EMPTY, PROPERTIES, WORD_CHARACTERS
from babalab.generation.baba.clutter import tidy_level
from babalab.generation.baba.dice import Dice
from babalab.generation.baba.endings import THEMES, make_ending
from babalab.generation.baba.facts import find_solution, inspect_start, is_trivial, prove_shortest
from babalab.generation.baba.finishing import FinishedLevel, finish_level
from babalab.generation.baba.mechanics import find_mechanics
from babalab.generation.baba.mutations import CHANGES
from babalab.generation.baba.obstacles import OBSTACLES, remove_piece
from babalab.generation.baba.random_levels import random_level
from babalab.generation.baba.reverse_moves import REVERSE_MOVES
from babalab.generation.baba.start_position import StartPosition, begins_as_written, change_cells
from babalab.generation.baba.variants import resize_level
from babalab.generation.forge.cropping import crop_level
from babalab.generation.forge.long_drafts import STEPS as LONG_PROOF_STEPS
from babalab.generation.forge.long_drafts import add_hall, find_long_draft

CLASSES: Final = len(DIFFICULTY_BOUNDS) + 1
LONGEST_SOLUTION: Final = 75
SIZES: Final = ((4, 7), (5, 8), (5, 9), (6, 10), (7, 10))
"""The least and the greatest side inside the border, for each class."""
MAX_COLUMNS: Final = 12
MAX_ROWS: Final = 9
"""The largest size inside the border."""
BEGINNINGS: Final = 80
"""Beginnings to choose from for a climb."""
STEPS: Final = (300, 300, 400, 800)
"""Steps of a climb, for each class but the last."""
HALLS: Final = 24
"""Halls to try in front of a long draft."""
HALFWAY: Final = 0.3
"""The share of its steps in which a climb must reach half the least length, or be given up."""
PATIENCE: Final = 80
"""Steps without a better level that end a climb that has reached its class."""
STEP_DOWN: Final = 8.0
"""The most that a level of a climb may be worth less than the one before."""
ADDED_OBSTACLES: Final = {
    change: weight for change, weight in OBSTACLES.items() if change is not remove_piece
}
"""Tidying comes at the end."""
BOTH: Final = REVERSE_MOVES | ADDED_OBSTACLES
ITERATIONS: Final = 600
PROOF_STEPS: Final = 30_000
"""The cost of a step of a climb: states to find a solution, engine steps to prove a shortest."""
NEED_STEPS: Final = 5_000
"""Engine steps to decide whether a mechanic is needed."""
TIDYING_STEPS: Final = 80_000
PATIENT_TIDYING_STEPS: Final = 400_000
"""Engine steps to decide whether a piece is needed, at first and in the end."""
TOO_SHORT: Final = 3.0
TOO_LONG: Final = 8.0
"""The cost of each move too few or too many."""
QUIET: Final = ("stop", "kill", "sink", "hot-melt", "push", "move")
"""Mechanics that a level can be about without a change of rules."""


@dataclass(frozen=True)
class Aim:
    """The level that a climb aims at."""

    class_: int
    theme: str
    quiet: bool
    """Whether the solution should leave all rules as they are."""

    @classmethod
    def numbered(cls, number: int) -> Aim:
        """Return the aim of a number: all classes and mechanics in turn, then all quiet ones."""
        rest, class_ = divmod(number, CLASSES)
        rest, theme = divmod(rest, len(THEMES))
        name = list(THEMES)[theme]
        return cls(class_ + 1, name, rest % 2 == 1 and name in QUIET)

    def draw_size(self, dice: Dice) -> tuple[int, int]:
        """Draw the columns and rows inside the border."""
        low, high = SIZES[self.class_ - 1]
        width = dice.integer(low, high)
        return width, min(dice.integer(low, high), width, MAX_ROWS)

    def measure_length_error(self, length: int) -> int:
        """Return by how many moves a solution is too short or too long for the class."""
        low, high = self._lengths
        return max(low - length, length - high, 0)

    def charge(self, length: int) -> float:
        """Return the cost of a wrong length; moves too many cost more, as they score higher."""
        return (TOO_LONG if length > self._lengths[1] else TOO_SHORT) * self.measure_length_error(
            length
        )

    @property
    def _lengths(self) -> tuple[int, int]:
        bounds = (0, *DIFFICULTY_BOUNDS, LONGEST_SOLUTION)
        return bounds[self.class_ - 1] + 1, bounds[self.class_]


def list_numbers(class_: int) -> Iterator[int]:
    """Yield the numbers that aim at a class, without end."""
    return count(class_ - 1, CLASSES)


def forge(seed: int, number: int) -> FinishedLevel | None:
    """Forge the level of a number; return None if it leads to none."""
    dice, aim = Dice.numbered(seed, number), Aim.numbered(number)
    if aim.class_ == CLASSES:
        level = _make_long_level(aim, dice)
    else:
        level = _climb(_find_best_beginning(aim, dice), aim, dice)
    if level is None or aim.measure_length_error(len(level.solution)):
        return None
    level = tidy_level(crop_level(tidy_level(level, steps=TIDYING_STEPS)), steps=TIDYING_STEPS)
    done = finish_level(level, known=level.solution)
    if done is None or not done.shortest:
        return None
    done = polish(done)
    return done if _is_good(done, aim) else None


def polish(done: FinishedLevel) -> FinishedLevel:
    """Tidy a level once more, patiently, by its final solution."""
    level = tidy_level(done.level, steps=PATIENT_TIDYING_STEPS)
    mechanics = find_mechanics(level, level.solution)
    return replace(done, level=replace(level, mechanics=mechanics), mechanics=mechanics)


def _make_long_level(aim: Aim, dice: Dice) -> Level | None:
    """Find a long draft, and add halls until its solution is long enough."""
    level = find_long_draft(*aim.draw_size(dice), dice)
    for _ in range(HALLS):
        if level is None or not aim.measure_length_error(len(level.solution)):
            break
        larger = add_hall(level, dice)
        if larger is not None:
            short = prove_shortest(larger, larger.solution, LONG_PROOF_STEPS)
            level = larger.with_solution(short.moves) if short.shortest else level
    return level


def _is_good(done: FinishedLevel, aim: Aim) -> bool:
    level = done.level
    return (
        not aim.measure_length_error(len(level.solution))
        and not is_trivial(tell(level, level.solution))
        and not level.warnings
        and begins_as_written(level)
        and StartPosition(level).player is not None
    )


def _find_best_beginning(aim: Aim, dice: Dice) -> Level:
    """Return the best of some beginnings, each changed a few times."""
    tried: list[tuple[float, Level]] = []
    while len(tried) < BEGINNINGS:
        level = _make_beginning(aim, dice)
        for _ in range(dice.integer(0, 2 * aim.class_)):
            level = dice.pick_weighted(BOTH)(level, dice) or level
        solved = _solve(level) if StartPosition(level).player is not None else None
        if solved is not None:
            tried.append((_rate_worth(solved, aim), solved))
    return max(tried, key=lambda pair: pair[0])[1]


def _make_beginning(aim: Aim, dice: Dice) -> Level:
    """Make a position before a win, or a solved draft, in which exactly one thing is YOU."""
    width, height = aim.draw_size(dice)
    wanted = [aim.theme, "stop"] if aim.class_ >= 4 and aim.theme != "stop" else [aim.theme]
    while True:
        if dice.coin(0.5):
            level = make_ending(width, height, dice, wanted)
        else:
            level = _solve(random_level(dice, (width, height)))
        if level is not None and StartPosition(level).player is not None:
            return level


def _climb(level: Level, aim: Aim, dice: Dice) -> Level:
    """Climb from a level and return the best one met; steps down get smaller and smaller."""
    worth = _rate_worth(level, aim)
    best, most, since = level, (not aim.measure_length_error(len(level.solution)), worth), 0
    steps = STEPS[aim.class_ - 1]
    for step in range(steps):
        since += 1
        length = len(best.solution)
        if since > PATIENCE and not aim.measure_length_error(length):
            break
        if step > HALFWAY * steps and aim.measure_length_error(length) > length:
            break
        tried = _change(level, dice)
        if StartPosition(tried).player is None or inspect_start(tried).lacking:
            continue
        solved = _solve(tried)
        if solved is None:
            continue
        value = _rate_worth(solved, aim)
        if value >= worth - STEP_DOWN * (1 - step / steps) * dice.fraction():
            level, worth = solved, value
        rank = (not aim.measure_length_error(len(solved.solution)), value)
        if rank > most:
            best, most, since = solved, rank, 0
    return best


def _change(level: Level, dice: Dice) -> Level:
    """Return a different level, mostly with moves taken back or things in the way."""
    while True:
        kind = dice.pick_weighted({"back": 0.35, "obstacle": 0.3, "any": 0.27, "grow": 0.08})
        made: Level | None
        if kind == "back":
            made = dice.pick_weighted(REVERSE_MOVES)(level, dice)
        elif kind == "obstacle":
            made = dice.pick_weighted(ADDED_OBSTACLES)(level, dice)
        elif kind == "grow":
            made = _grow(level, dice)
        else:
            made = _mutate(level, dice)
        if made is not None and made != level:
            return made


def _grow(level: Level, dice: Dice) -> Level | None:
    """Add room at one side of the level, and then take moves back or put things in the way."""
    sides = dict.fromkeys(("left", "right", "top", "bottom"), 0)
    sides[dice.pick(list(sides))] = dice.integer(1, 2)
    made = resize_level(level, **sides)  # type: ignore[arg-type]
    if made is None or made.width > MAX_COLUMNS + 2 or made.height > MAX_ROWS + 2:
        return None
    for _ in range(dice.integer(1, 2)):
        made = dice.pick_weighted(BOTH)(made, dice) or made
    return made


def _mutate(level: Level, dice: Dice) -> Level:
    grid = [list(row) for row in level.rows]
    for _ in range(1 + dice.geometric(0.5, 4)):
        dice.pick_weighted(CHANGES)(grid, dice)
    return Level(tuple("".join(row) for row in grid))


def _solve(level: Level) -> Level | None:
    """Return the level with a proved shortest solution, or None if that takes too long."""
    found = find_solution(level, known=level.solution, iterations=ITERATIONS)
    if found is None:
        return None
    short = prove_shortest(level, found, PROOF_STEPS)
    return level.with_solution(short.moves) if short.shortest else None


def _rate_worth(level: Level, aim: Aim) -> float:
    """Return how good a level is for this aim, by its difficulty and its mechanics."""
    mechanics = set(find_mechanics(level, level.solution))
    filled = sum(len(row) - row.count(EMPTY) for row in level.rows)
    return (
        rate(level, level.solution).score
        - aim.charge(len(level.solution))
        + 20 * (aim.theme in mechanics)
        + 40 * (aim.theme in mechanics and _needs(level, aim.theme))
        - 30 * bool(aim.quiet and mechanics & {"make-rule", "break-rule"})
        - 15 * ("self-reference" in mechanics)  # BABA IS WIN is an end to every story
        + 2 * len(mechanics & set(THEMES))
        - 0.4 * filled
    )


def _needs(level: Level, mechanic: str) -> bool:
    """Return whether the level would have a shorter solution without the words of a mechanic."""
    words = {WORD_CHARACTERS[word] for word in mechanic.split("-") if word in PROPERTIES}
    cells = {
        (y, x): EMPTY
        for y, row in enumerate(level.rows)
        for x, character in enumerate(row)
        if character in words
    }
    if not cells:
        return True  # a deed, which the solution does
    without = change_cells(level, cells)
    if without is None:
        return True
    return len(prove_shortest(without, level.solution, NEED_STEPS).moves) < len(level.solution)
