"""Making solvable levels by the thousand: drafts are made, solved, and dropped if they can't be.

Draft number *n* of a seed depends on nothing but the two and the levels to start from. Workers
solve drafts in any order, but drafts are sorted in the order of their numbers. So the levels are
the same for any number of workers.
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
from babalab.game.level import Level, length_class_of
from babalab.generation.baba.canonical import canonicalize
from babalab.generation.baba.dice import Dice
from babalab.generation.baba.mutations import mutate_level
from babalab.generation.baba.naming import NameGiver
from babalab.generation.baba.random_levels import MOST_INSIDE, random_level
from babalab.generation.errors import GenerationError

MOST_OF_CLASS: Final = (0.2, 0.25, 0.3, 0.25, 0.2)
"""The largest share of each length class. Their sum is more than one, so that no set has to
wait for the last of its hardest levels."""
SHORTEST_SOLUTION: Final = 2
"""Nothing is learned from a level that one move solves."""
MUTATED: Final = 0.4
"""The share of drafts that are modified sources, if there are any."""

SEARCH: Final = Champion(shorten=100_000)
BUDGET: Final = Budget(iterations=8_000)
"""The cost of a draft. Not in seconds, so that every machine makes the same levels."""
CHUNK: Final = 16
"""Drafts of one task."""
MAX_DRAFTS: Final = 1_000
"""Drafts for each level wanted; usually three are enough."""


@dataclass
class MadeLevels:
    """The levels made, and counts of the drafts that were dropped."""

    levels: list[Level] = field(default_factory=list)
    drafts: int = 0
    unsolved: int = 0
    """Drafts that are proved unsolvable, or too hard for the search."""
    trivial: int = 0
    repeated: int = 0
    excluded: int = 0
    """Drafts that are equivalent to a level that is to be left out."""
    surplus: int = 0
    """Drafts of a length class that has enough levels."""

    @property
    def by_class(self) -> list[int]:
        """Count the levels of each length class."""
        counts = [0] * len(MOST_OF_CLASS)
        for level in self.levels:
            counts[length_class_of(len(level.solution)) - 1] += 1
        return counts


@dataclass(frozen=True)
class DraftMaker:
    """Makes and solves drafts by their numbers. It travels to the workers."""

    seed: int
    sources: tuple[Level, ...] = ()

    def make_draft(self, number: int) -> Level:
        """Make the draft of a number, which may be unsolvable."""
        dice = Dice.numbered(self.seed, number)
        if self.sources and dice.coin(MUTATED):
            return mutate_level(dice.pick(self.sources), dice, most_inside=MOST_INSIDE)
        return random_level(dice)

    def solve_draft(self, number: int) -> Level | None:
        """Return the draft of a number with a solution, or None if none was found."""
        level = solve_level(self.make_draft(number))
        return None if level is None else replace(level, id=f"{self.seed}-{number}")

    def solve_chunk(self, first: int) -> list[Level | None]:
        """Make and solve consecutive drafts."""
        return [self.solve_draft(number) for number in range(first, first + CHUNK)]


def solve_level(level: Level) -> Level | None:
    """Return the level with a solution, mostly a shortest one; None if none was found quickly."""
    result = SEARCH.solve(level, BUDGET)
    if result.verdict is Verdict.INTERRUPTED:
        raise KeyboardInterrupt  # the search has taken the Ctrl-C that was meant for all of this
    solution = result.solution
    return None if solution is None else Level(level.rows, author="babalab", solution=solution)


def random_solvable_level(generator: np.random.Generator) -> Level:
    """Draw random levels until one is solvable and not trivial.

    >>> level = random_solvable_level(np.random.default_rng(0))
    >>> level.play(level.solution).won
    True
    """
    dice = Dice(generator)
    while True:
        level = solve_level(random_level(dice))
        if level is not None and len(level.solution) >= SHORTEST_SOLUTION:
            return level


def make_levels(
    count: int,
    *,
    seed: int,
    sources: Iterable[Level] = (),
    without: Iterable[Level] = (),
    executor: Executor | None = None,
    watch: Callable[[MadeLevels], None] | None = None,
) -> MadeLevels:
    """Make `count` different solvable levels, with solutions of two moves or more.

    Some drafts are `sources`, modified, renamed, mirrored or as they are. No level is equivalent to
    one of `without`; see `canonicalize`. The levels are the same on any executor; without one they
    are made in this process. `watch` is called now and then with the levels so far. Raise
    `GenerationError` if there seem to be fewer levels.

    >>> level = make_levels(1, seed=5).levels[0]
    >>> level.play(level.solution).won
    True
    """
    fitting = tuple(
        level
        for level in sources
        if level.width <= MOST_INSIDE + 2 and level.height <= MOST_INSIDE + 2
    )
    made = MadeLevels()
    if count < 1:
        return made
    sorting = _Sorting(count, {canonicalize(level) for level in without})
    chunks = call_each(
        executor or InThisProcess(), DraftMaker(seed, fitting).solve_chunk, count_from(0, CHUNK)
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
            if made.drafts >= MAX_DRAFTS * count + CHUNK:
                break
    raise GenerationError(
        f"only {len(made.levels)} of {count} levels were found in {made.drafts} drafts; "
        "ask for fewer, or leave out less"
    )


class _Sorting:
    """Decides which solved drafts to keep."""

    def __init__(self, count: int, excluded: set[str]) -> None:
        self._left = [math.ceil(share * count) for share in MOST_OF_CLASS]
        self._excluded = excluded
        self._lines: set[str] = set()
        self._giver = NameGiver()

    def take(self, level: Level | None, made: MadeLevels) -> None:
        """Add the level to those made, or count why not."""
        made.drafts += 1
        if level is None:
            made.unsolved += 1
            return
        class_ = length_class_of(len(level.solution)) - 1
        if len(level.solution) < SHORTEST_SOLUTION:
            made.trivial += 1
        elif not self._left[class_]:
            made.surplus += 1
        elif level.line in self._lines:
            made.repeated += 1
        elif self._excluded and canonicalize(level) in self._excluded:
            made.excluded += 1
        else:
            self._left[class_] -= 1
            self._lines.add(level.line)
            made.levels.append(replace(level, name=self._giver.choose(level)))
