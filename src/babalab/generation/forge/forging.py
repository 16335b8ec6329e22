"""Forging one level: a climb from a position before a win, or from a draft, to a good level.

A piece of work has a number, and with the seed it says everything: the class and the mechanic to
aim at, the size, all chance. In the climb moves are taken back, things put in the way, and tiles
changed at random. Only levels whose shortest solution is known count, and of those what is worth
less than before is dropped. The hardest class is out of reach of such climbs;
`babalab.generation.forge.long_drafts` has another way.
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
from babalab.generation.baba.clutter import tidied
from babalab.generation.baba.endings import THEMES, ending
from babalab.generation.baba.facts import is_trivial, shortest_way, start_of, way_to_win
from babalab.generation.baba.finishing import Finished, finished
from babalab.generation.baba.mechanics import mechanics_of
from babalab.generation.baba.mutations import CHANGES
from babalab.generation.baba.obstacles import OBSTRUCTED, clearing
from babalab.generation.baba.random_levels import random_level
from babalab.generation.baba.reverse_moves import TAKEN_BACK
from babalab.generation.baba.sight import Sight, begins_as_written, changed
from babalab.generation.baba.variants import embedded
from babalab.generation.dice import Dice
from babalab.generation.forge.cropping import cropped
from babalab.generation.forge.long_drafts import STEPS as LONG_PROOF
from babalab.generation.forge.long_drafts import long_draft, with_hall

CLASSES: Final = len(DIFFICULTY_BOUNDS) + 1
LONGEST_SOLUTION: Final = 75
SIZES: Final = ((4, 7), (5, 8), (5, 9), (6, 10), (7, 10))
"""The least and the most cells of a side inside the border, for each class."""
MOST_COLUMNS: Final = 12
MOST_ROWS: Final = 9
"""Inside the border."""
BEGINNINGS: Final = 80
"""To choose from for a climb."""
STEPS: Final = (300, 300, 400, 800)
"""Of a climb, for each class but the last."""
HALLS: Final = 24
"""To try before a long draft."""
HALFWAY: Final = 0.3
"""A climb that has not got to half the least length after this share of its steps is given up."""
PATIENCE: Final = 80
"""Steps without a better level after which it is over, if there is one of the class."""
STEP_DOWN: Final = 8.0
"""The most that a level of the climb may be worth less than the one before."""
OBSTACLES: Final = {each: weight for each, weight in OBSTRUCTED.items() if each is not clearing}
"""Tidying comes at the end."""
BOTH: Final = TAKEN_BACK | OBSTACLES
ITERATIONS: Final = 600
PROOF: Final = 30_000
"""What a step of a climb may cost: states to find a solution, engine steps to prove a shortest."""
DOUBT: Final = 5_000
"""Engine steps to find out whether a mechanic is needed."""
TIDYING: Final = 80_000
PATIENT_TIDYING: Final = 400_000
"""Engine steps to find out whether a piece of the level is, and in the end."""
TOO_SHORT: Final = 3.0
TOO_LONG: Final = 8.0
"""What a move too few or too many costs."""
QUIET: Final = ("stop", "kill", "sink", "hot-melt", "push", "move")
"""Mechanics that a level can be about without any rule being changed."""


@dataclass(frozen=True)
class Aim:
    """What a climb is to lead to."""

    class_: int
    theme: str
    quiet: bool
    """Whether no rule shall be changed on the way."""

    @classmethod
    def numbered(cls, number: int) -> Aim:
        """All classes and mechanics in turn; then again, and this time quiet."""
        rest, class_ = divmod(number, CLASSES)
        rest, theme = divmod(rest, len(THEMES))
        name = list(THEMES)[theme]
        return cls(class_ + 1, name, rest % 2 == 1 and name in QUIET)

    def size(self, dice: Dice) -> tuple[int, int]:
        """Columns and rows inside the border."""
        low, high = SIZES[self.class_ - 1]
        width = dice.whole(low, high)
        return width, min(dice.whole(low, high), width, MOST_ROWS)

    def missed_by(self, length: int) -> int:
        """How many moves a solution is too short or too long for the class."""
        low, high = self._lengths
        return max(low - length, length - high, 0)

    def cost(self, length: int) -> float:
        """What that costs; whatever is too long scores high, so this costs more."""
        return (TOO_LONG if length > self._lengths[1] else TOO_SHORT) * self.missed_by(length)

    @property
    def _lengths(self) -> tuple[int, int]:
        bounds = (0, *DIFFICULTY_BOUNDS, LONGEST_SOLUTION)
        return bounds[self.class_ - 1] + 1, bounds[self.class_]


def numbers_of(class_: int) -> Iterator[int]:
    """The numbers of the work that aims at a class, without end."""
    return count(class_ - 1, CLASSES)


def forge(seed: int, number: int) -> Finished | None:
    """The level that this piece of work leads to, tidied; None if it leads to none."""
    dice, aim = Dice.numbered(seed, number), Aim.numbered(number)
    if aim.class_ == CLASSES:
        level = _long(aim, dice)
    else:
        level = _climbed(_best_beginning(aim, dice), aim, dice)
    if level is None or aim.missed_by(len(level.solution)):
        return None
    level = tidied(cropped(tidied(level, steps=TIDYING)), steps=TIDYING)
    done = finished(level, known=level.solution)
    if done is None or not done.shortest:
        return None
    done = polished(done)
    return done if _is_good(done, aim) else None


def polished(done: Finished) -> Finished:
    """The level tidied once more, with patience, by the solution that it has in the end."""
    level = tidied(done.level, steps=PATIENT_TIDYING)
    mechanics = mechanics_of(level, level.solution)
    return replace(done, level=replace(level, mechanics=mechanics), mechanics=mechanics)


def _long(aim: Aim, dice: Dice) -> Level | None:
    """A long draft, with halls before it as long as it is not long enough."""
    level = long_draft(*aim.size(dice), dice)
    for _ in range(HALLS):
        if level is None or not aim.missed_by(len(level.solution)):
            break
        larger = with_hall(level, dice)
        if larger is not None:
            short = shortest_way(larger, larger.solution, LONG_PROOF)
            level = larger.with_solution(short.moves) if short.shortest else level
    return level


def _is_good(done: Finished, aim: Aim) -> bool:
    level = done.level
    return (
        not aim.missed_by(len(level.solution))
        and not is_trivial(tell(level, level.solution))
        and not level.warnings
        and begins_as_written(level)
        and Sight(level).player is not None
    )


def _best_beginning(aim: Aim, dice: Dice) -> Level:
    """Of some positions before a win, changed a few times, the one worth most."""
    tried: list[tuple[float, Level]] = []
    while len(tried) < BEGINNINGS:
        level = _beginning(aim, dice)
        for _ in range(dice.whole(0, 2 * aim.class_)):
            level = dice.weighed(BOTH)(level, dice) or level
        solved = _solved(level) if Sight(level).player is not None else None
        if solved is not None:
            tried.append((_worth(solved, aim), solved))
    return max(tried, key=lambda pair: pair[0])[1]


def _beginning(aim: Aim, dice: Dice) -> Level:
    """A position before a win, or a draft, both with one thing that is YOU."""
    width, height = aim.size(dice)
    wanted = [aim.theme, "stop"] if aim.class_ >= 4 and aim.theme != "stop" else [aim.theme]
    while True:
        if dice.coin(0.5):
            level = ending(width, height, dice, wanted)
        else:
            level = _solved(random_level(dice, (width, height)))
        if level is not None and Sight(level).player is not None:
            return level


def _climbed(level: Level, aim: Aim, dice: Dice) -> Level:
    """The best level of a climb from this one, on which steps down get smaller and smaller."""
    worth = _worth(level, aim)
    best, most, since = level, (not aim.missed_by(len(level.solution)), worth), 0
    steps = STEPS[aim.class_ - 1]
    for step in range(steps):
        since += 1
        length = len(best.solution)
        if since > PATIENCE and not aim.missed_by(length):
            break
        if step > HALFWAY * steps and aim.missed_by(length) > length:
            break
        tried = _changed(level, dice)
        if Sight(tried).player is None or start_of(tried).lacking:
            continue
        solved = _solved(tried)
        if solved is None:
            continue
        value = _worth(solved, aim)
        if value >= worth - STEP_DOWN * (1 - step / steps) * dice.part():
            level, worth = solved, value
        rank = (not aim.missed_by(len(solved.solution)), value)
        if rank > most:
            best, most, since = solved, rank, 0
    return best


def _changed(level: Level, dice: Dice) -> Level:
    """Another level: mostly with moves taken back or things in the way."""
    while True:
        kind = dice.weighed({"back": 0.35, "obstacle": 0.3, "any": 0.27, "grow": 0.08})
        made: Level | None
        if kind == "back":
            made = dice.weighed(TAKEN_BACK)(level, dice)
        elif kind == "obstacle":
            made = dice.weighed(OBSTACLES)(level, dice)
        elif kind == "grow":
            made = _grown(level, dice)
        else:
            made = _with_changes(level, dice)
        if made is not None and made != level:
            return made


def _grown(level: Level, dice: Dice) -> Level | None:
    """The level with more room at one side, and moves taken back or things put there."""
    sides = dict.fromkeys(("left", "right", "top", "bottom"), 0)
    sides[dice.pick(list(sides))] = dice.whole(1, 2)
    made = embedded(level, **sides)  # type: ignore[arg-type]
    if made is None or made.width > MOST_COLUMNS + 2 or made.height > MOST_ROWS + 2:
        return None
    for _ in range(dice.whole(1, 2)):
        made = dice.weighed(BOTH)(made, dice) or made
    return made


def _with_changes(level: Level, dice: Dice) -> Level:
    grid = [list(row) for row in level.rows]
    for _ in range(1 + dice.geometric(0.5, 4)):
        dice.weighed(CHANGES)(grid, dice)
    return Level(tuple("".join(row) for row in grid))


def _solved(level: Level) -> Level | None:
    """The level with a shortest solution, or None if none is known soon."""
    way = way_to_win(level, known=level.solution, iterations=ITERATIONS)
    if way is None:
        return None
    short = shortest_way(level, way.moves, PROOF)
    return level.with_solution(short.moves) if short.shortest else None


def _worth(level: Level, aim: Aim) -> float:
    """How good a level is for this aim: the difficulty score counts, and what is used."""
    mechanics = set(mechanics_of(level, level.solution))
    filled = sum(len(row) - row.count(EMPTY) for row in level.rows)
    return (
        rate(level, level.solution).score
        - aim.cost(len(level.solution))
        + 20 * (aim.theme in mechanics)
        + 40 * (aim.theme in mechanics and _needs(level, aim.theme))
        - 30 * bool(aim.quiet and mechanics & {"make-rule", "break-rule"})
        - 15 * ("self-reference" in mechanics)  # BABA IS WIN is an end to every story
        + 2 * len(mechanics & set(THEMES))
        - 0.4 * filled
    )


def _needs(level: Level, mechanic: str) -> bool:
    """Whether without the words of a mechanic the level would be solved in another way."""
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
    if without is None:
        return True
    return len(shortest_way(without, level.solution, DOUBT).moves) < len(level.solution)
