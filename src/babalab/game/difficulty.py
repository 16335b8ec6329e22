"""The difficulty of a level: one number from 0 to 100, from what can be measured.

It is the sum of five parts, each a fact about the level and its solution:

========  ======  ====================================================================
part      points  the fact
========  ======  ====================================================================
length    37.5    moves of the solution
rules     25      rules made and broken on the way
pushes    12.5    moves on which the player pushes something
danger    12.5    share of all moves, at the solution's states, that leave nothing YOU
choice    12.5    different states one move leads to, on average over the solution
========  ======  ====================================================================

A fact *x* whose typical value is *t* earns the share ``x / (x + t)`` of its points: none for 0,
half for a typical level, never quite all. So a level that is typical in everything scores 50, more
of anything never lowers a score, and scores of different levels compare.

A level is rated by the solution on record, so that every command says the same of it, whoever
searched; a level without one, by a solution that was found. The effort of a search is no part: it
says more about the agent than about the level. The classes 1 to 5 of the papers, which depend on
the number of moves alone, are called length classes; see `babalab.game.level.length_class_of`.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Final

from babalab.game.action import Action
from babalab.game.errors import EngineLimitError, MovesError
from babalab.game.events import Pushed, RuleBroken, RuleMade
from babalab.game.level import Level
from babalab.game.state import State
from babalab.game.story import Story, tell

POINTS: Final = {
    "length": 37.5, "rules": 25.0, "pushes": 12.5, "danger": 12.5, "choice": 12.5,
}  # fmt: skip
"""The most points that each part can earn."""

TYPICAL: Final = {
    "length": 11.0, "rules": 1.0, "pushes": 3.0, "danger": 0.03, "choice": 3.7,
}  # fmt: skip
"""The values that earn half of the points: medians of the 184 levels of `full_biy` with shortest
solutions where those are known (of danger the mean, as half of the levels have none)."""


@dataclass(frozen=True, slots=True)
class ScorePart:
    """One part of a score."""

    name: str
    value: float
    """The fact itself."""
    points: float
    most: float

    def as_json(self) -> dict[str, Any]:
        """Return everything, in types JSON knows."""
        return {
            "name": self.name,
            "value": round(self.value, 4),
            "points": round(self.points, 2),
            "most": round(self.most, 2),
        }


@dataclass(frozen=True, slots=True)
class Difficulty:
    """The difficulty of a level: a score from 0 to 100, and where it comes from."""

    score: float
    parts: tuple[ScorePart, ...]

    @property
    def number(self) -> int:
        """Return the score as it is shown everywhere: a whole number."""
        return round(self.score)

    def __str__(self) -> str:
        return f"difficulty {self.number} of 100"

    def as_json(self) -> dict[str, Any]:
        """Return everything, in types JSON knows."""
        return {
            "score": round(self.score, 1),
            "parts": [part.as_json() for part in self.parts],
        }


LONGEST_ON_RECORD: Final = 1000
"""Moves of a solution on record; what is longer is no solution that says anything of a level."""


def rate(start: State | Level, solution: str) -> Difficulty:
    """Rate the difficulty of the level or state that a solution solves.

    Raises `ValueError` if the moves do not win.

    >>> level = Level.parse("______/_b..f_/_B12._/_F13._/______")
    >>> print(rate(level, "rrr"))
    difficulty 12 of 100
    """
    story = tell(start, solution)
    if not story.won:
        raise ValueError(f"{solution!r} does not win, so it says nothing about the difficulty")
    parts = tuple(
        ScorePart(name, fact, POINTS[name] * compute_share(name, fact), POINTS[name])
        for name, fact in _collect_facts(story).items()
    )
    return Difficulty(sum(part.points for part in parts), parts)


def rate_level(level: Level, found: str | None = None) -> Difficulty | None:
    """Rate a level by its solution on record or, if that is missing or wrong, by one just found.

    Return None if no solution is known.

    >>> level = Level.parse("______/_b..f_/_B12._/_F13._/______")
    >>> print(rate_level(level), rate_level(level, "lrrr") == rate(level, "rrr"))
    None False
    >>> rate_level(level.with_solution("rrr"), "lrrr") == rate(level, "rrr")
    True
    """
    for solution in (level.solution, found):
        if solution and len(solution) <= LONGEST_ON_RECORD:
            try:
                return rate(level, solution)
            except (ValueError, MovesError, EngineLimitError):
                continue  # not every published solution wins
    return None


def compute_share(name: str, value: float) -> float:
    """Return the share of its points that a fact of this value earns."""
    return value / (value + TYPICAL[name])


def _collect_facts(story: Story) -> dict[str, float]:
    changed = [e for e in story.events if isinstance(e, RuleMade | RuleBroken) and e.is_milestone]
    pushing = sum(
        any(isinstance(event, Pushed) and not event.by_itself for event in step.events)
        for step in story.steps
    )
    danger, choice = _measure_surroundings(story)
    return {
        "length": len(story.steps),
        "rules": len(changed),
        "pushes": pushing,
        "danger": danger,
        "choice": choice,
    }


def _measure_surroundings(story: Story) -> tuple[float, float]:
    """Return the share of fatal moves and the mean choice along the solution."""
    if not story.steps:
        return 0.0, 0.0
    states = [story.start]
    for step in story.steps[:-1]:
        states.append(states[-1].step(step.action))
    fatal = different = 0
    for state in states:
        children = state.children()
        different += len({child.hash for child in children} - {state.hash})
        if not state.helpless:
            fatal += sum(child.helpless and not child.won for child in children)
    return fatal / (len(states) * len(Action)), different / len(states)
