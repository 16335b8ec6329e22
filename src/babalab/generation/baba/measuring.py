"""Measuring a level of Baba: the cheap facts first, the expensive ones where they matter.

A level that can't be won at first sight is not solved, and clutter is looked for only in a level
that is as wanted otherwise. No clock is read, so a level measures the same on every machine.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final, NamedTuple

from babalab.game.level import Level
from babalab.game.story import tell
from babalab.generation.baba.clutter import find_clutter
from babalab.generation.baba.facts import (
    StartFacts,
    count_rule_changes,
    find_solution,
    inspect_start,
    is_trivial,
    prove_or_shorten,
    prove_shortest,
)
from babalab.generation.baba.finishing import SHORTENING_STEPS
from babalab.generation.baba.mechanics import find_mechanics

MAX_CLUTTER: Final = 5.0
"""Cells of clutter to look for, and what counts for a level whose clutter is not measured."""
QUICK_STEPS: Final = 20_000
"""Engine steps to shorten a solution before it is known to be of the wanted kind."""
CLUTTER_STEPS: Final = 20_000
"""Engine steps to decide whether a piece is useless."""


class SolutionFacts(NamedTuple):
    """Facts read off a solution."""

    solution: str
    missing: int
    """Wanted mechanics that the solution does not use."""
    trivial: bool
    clutter: float
    rule_changes: int


class LevelFacts(NamedTuple):
    """All facts about a level."""

    start: StartFacts
    solution: SolutionFacts
    fits: bool
    """Whether the level is as wanted, clutter aside."""


@dataclass(frozen=True)
class LevelMeter:
    """Measures levels, given what is wanted of their solutions."""

    lengths: tuple[float, float]
    """The fewest and the most moves."""
    mechanics: tuple[str, ...]
    iterations: int
    """States the champion may expand for a level."""

    def measure(self, level: Level, known: str = "") -> LevelFacts:
        """Measure a level, for which a solution may be known."""
        start = inspect_start(level)
        found = None
        if start.you and not start.lacking:
            found = find_solution(level, known=known, iterations=self.iterations)
        one_you = start.you == 1
        facts = self._unsolved if found is None else self._examine(level, found, one_you=one_you)
        return LevelFacts(start, facts, one_you and self._fits(facts))

    def is_as_wanted(self, level: Level) -> bool:
        """Return whether the solution on record is of a wanted length and kind, and not trivial."""
        return self._fits(self._read(level, level.solution))

    def _examine(self, level: Level, found: str, *, one_you: bool) -> SolutionFacts:
        """Shorten a solution and read it; look for clutter only if it is as wanted."""
        short = prove_shortest(level, found, QUICK_STEPS)
        facts = self._read(level, short.moves)
        if not (one_you and self._fits(facts)):
            return facts
        if not short.shortest:
            # As `finish_level` does it, so that the level is still as wanted then.
            short = prove_or_shorten(level, found, SHORTENING_STEPS)
            facts = self._read(level, short.moves)
            if not self._fits(facts):
                return facts
        steps = CLUTTER_STEPS if short.shortest else 0  # where one proof fails, so will others
        useless = find_clutter(level.with_solution(facts.solution), steps=steps, enough=MAX_CLUTTER)
        return facts._replace(clutter=min(MAX_CLUTTER, len(useless)))

    def _read(self, level: Level, solution: str) -> SolutionFacts:
        story = tell(level, solution)
        used = find_mechanics(level, solution) if self.mechanics else ()
        return SolutionFacts(
            solution=solution,
            missing=sum(each not in used for each in self.mechanics),
            trivial=is_trivial(story),
            clutter=MAX_CLUTTER,
            rule_changes=count_rule_changes(story),
        )

    def _fits(self, facts: SolutionFacts) -> bool:
        low, high = self.lengths
        return low <= len(facts.solution) <= high and not facts.missing and not facts.trivial

    @property
    def _unsolved(self) -> SolutionFacts:
        """Return the facts of a level without a solution: all as bad as they can be."""
        return SolutionFacts(
            "", len(self.mechanics), trivial=True, clutter=MAX_CLUTTER, rule_changes=0
        )
