"""Solvable levels by the thousand, each with a solution: drafts are made and solved, the rest goes.

Draft number *n* of a seed depends on nothing but the two and the levels to start from. Workers
solve drafts in any order, and what they found is looked at in the order of the numbers. So the
levels made are the same for any number of workers.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable
from contextlib import closing
from dataclasses import dataclass, field, replace
from itertools import count as count_from
from typing import Final

import numpy as np

from babalab.agents import Champion, Verdict
from babalab.base.budget import Budget
from babalab.execution.call import call_each
from babalab.execution.executor import Executor
from babalab.execution.in_this_process import InThisProcess
from babalab.game.level import Level, difficulty_of
from babalab.generation.baba.canonical import canonical
from babalab.generation.baba.mutations import mutated
from babalab.generation.baba.random_levels import MOST_INSIDE, random_level
from babalab.generation.dice import Dice
from babalab.generation.errors import GenerationError

MOST_OF_CLASS: Final = (0.2, 0.25, 0.3, 0.25, 0.2)
"""The largest share of each difficulty class. They make more than one together, so that no set
has to wait for the last of its hardest levels."""
SHORTEST_SOLUTION: Final = 2
"""A level solved by one move teaches nothing."""
MUTATED: Final = 0.4
"""The share of drafts that begin with a given level, if there are any."""

SEARCH: Final = Champion(shorten=100_000)
BUDGET: Final = Budget(iterations=8_000)
"""What a draft may cost: no seconds, as the same levels shall be made on every machine."""
CHUNK: Final = 16
"""Drafts a worker makes at a time."""
MOST_DRAFTS: Final = 1_000
"""For every level wanted; usually it takes three."""


@dataclass
class Made:
    """The levels made, and what became of all drafts."""

    levels: list[Level] = field(default_factory=list)
    drafts: int = 0
    unsolved: int = 0
    """Proved unsolvable, or too hard for the search."""
    trivial: int = 0
    repeated: int = 0
    excluded: int = 0
    """Equivalent to a level that was to be left out."""
    surplus: int = 0
    """Of a difficulty class there are enough of."""

    @property
    def by_class(self) -> list[int]:
        """How many levels of each difficulty class there are."""
        counts = [0] * len(MOST_OF_CLASS)
        for level in self.levels:
            counts[difficulty_of(len(level.solution)) - 1] += 1
        return counts


@dataclass(frozen=True)
class Maker:
    """Makes and solves drafts by their numbers. It travels to the workers."""

    seed: int
    sources: tuple[Level, ...] = ()

    def draft(self, number: int) -> Level:
        """The draft of this number, which may be unsolvable."""
        dice = Dice.numbered(self.seed, number)
        if self.sources and dice.coin(MUTATED):
            return mutated(dice.pick(self.sources), dice, most_inside=MOST_INSIDE)
        return random_level(dice)

    def solved(self, number: int) -> Level | None:
        """The draft of this number with a solution, or None if none was found."""
        level = solved(self.draft(number))
        return None if level is None else replace(level, id=f"{self.seed}-{number}")

    def chunk(self, first: int) -> list[Level | None]:
        """Consecutive drafts, solved."""
        return [self.solved(number) for number in range(first, first + CHUNK)]


def solved(level: Level) -> Level | None:
    """The level with a solution, mostly a shortest one; None if none was found quickly."""
    result = SEARCH.solve(level, BUDGET)
    if result.verdict is Verdict.INTERRUPTED:
        raise KeyboardInterrupt  # the search has taken the Ctrl-C that was meant for all of this
    solution = result.solution
    return None if solution is None else Level(level.rows, author="babalab", solution=solution)


def random_solvable_level(generator: np.random.Generator) -> Level:
    """The next random level out of these numbers that is solvable and not trivial.

    >>> level = random_solvable_level(np.random.default_rng(0))
    >>> level.play(level.solution).won
    True
    """
    dice = Dice(generator)
    while True:
        level = solved(random_level(dice))
        if level is not None and len(level.solution) >= SHORTEST_SOLUTION:
            return level


def make_levels(
    count: int,
    *,
    seed: int,
    sources: Iterable[Level] = (),
    without: Iterable[Level] = (),
    executor: Executor | None = None,
    watch: Callable[[Made], None] | None = None,
) -> Made:
    """Make so many solvable levels, all different, with solutions of two moves and more.

    Some drafts are changed `sources`; those are also used as they are, renamed or mirrored.
    Nothing equivalent to a level of `without` is made; see `canonical`. The levels are the same on
    any executor; without one they are made in this process. `watch` is called now and then with
    what there is. Raises `GenerationError` if there seem not to be as many levels.

    >>> level = make_levels(1, seed=5).levels[0]
    >>> level.play(level.solution).won
    True
    """
    fitting = tuple(
        level
        for level in sources
        if level.width <= MOST_INSIDE + 2 and level.height <= MOST_INSIDE + 2
    )
    made = Made()
    if count < 1:
        return made
    sorting = _Sorting(count, {canonical(level) for level in without})
    chunks = call_each(
        executor or InThisProcess(), Maker(seed, fitting).chunk, count_from(0, CHUNK)
    )
    with closing(chunks):
        for chunk in chunks:
            for level in chunk:
                sorting.take(level, made)
                if len(made.levels) == count:
                    break
            if watch is not None:
                watch(made)
            if len(made.levels) == count:
                return made
            if made.drafts >= MOST_DRAFTS * count + CHUNK:
                break
    raise GenerationError(
        f"only {len(made.levels)} of {count} levels were found in {made.drafts} drafts; "
        "ask for fewer, or leave out less"
    )


class _Sorting:
    """Decides which solved drafts are kept."""

    def __init__(self, count: int, excluded: set[str]) -> None:
        self._left = [math.ceil(share * count) for share in MOST_OF_CLASS]
        self._excluded = excluded
        self._lines: set[str] = set()

    def take(self, level: Level | None, made: Made) -> None:
        """Add the level to what was made, or count why not."""
        made.drafts += 1
        if level is None:
            made.unsolved += 1
            return
        class_ = difficulty_of(len(level.solution)) - 1
        if len(level.solution) < SHORTEST_SOLUTION:
            made.trivial += 1
        elif not self._left[class_]:
            made.surplus += 1
        elif level.line in self._lines:
            made.repeated += 1
        elif self._excluded and canonical(level) in self._excluded:
            made.excluded += 1
        else:
            self._left[class_] -= 1
            self._lines.add(level.line)
            made.levels.append(level)
