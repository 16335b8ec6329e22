"""The difficulty of a level, from what can be measured: a class and a score from 0 to 100.

The class is the papers': by the length of the solution alone. The score is the sum of six parts,
each a fact about the level and its solution:

========  ======  ====================================================================
part      points  the fact
========  ======  ====================================================================
length    30      moves of the solution
rules     20      rules made and broken on the way
pushes    10      moves on which the player pushes something
search    20      states a search expanded until it found the solution, as a logarithm
danger    10      share of all moves, at the solution's states, that leave nothing YOU
choice    10      different states one move leads to, on average over the solution
========  ======  ====================================================================

A fact *x* whose typical value is *t* earns the share ``x / (x + t)`` of its points: none for 0,
half for a typical level, never quite all. So a level that is typical in everything scores 50, more
of anything never lowers a score, and scores of different levels compare. Without a search there
are 80 points to earn, and what is earned is scaled up to 100.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import Any, Final

from babalab.game.action import Action
from babalab.game.batch import Batch
from babalab.game.events import Pushed, RuleBroken, RuleMade
from babalab.game.level import Level, difficulty_of
from babalab.game.state import State
from babalab.game.story import Story, tell

POINTS: Final = {
    "length": 30, "rules": 20, "pushes": 10, "search": 20, "danger": 10, "choice": 10,
}  # fmt: skip
"""The most points that each part can earn."""

TYPICAL: Final = {
    "length": 11.0, "rules": 1.0, "pushes": 3.0, "search": 3.0, "danger": 0.03, "choice": 3.7,
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
    """The difficulty of a level: the papers' class, 1 to 5, and a score from 0 to 100."""

    score: float
    class_: int
    parts: tuple[ScorePart, ...]

    def __str__(self) -> str:
        return f"difficulty {self.score:.0f} of 100 (class {self.class_})"

    def as_json(self) -> dict[str, Any]:
        """Return everything, in types JSON knows."""
        return {
            "score": round(self.score, 1),
            "class": self.class_,
            "parts": [part.as_json() for part in self.parts],
        }


def rate(start: State | Level, solution: str, *, expanded: int | None = None) -> Difficulty:
    """Rate the difficulty of the level or state that a solution solves.

    `expanded` is how many states a search expanded to find it, if one did. Raises `ValueError` if
    the moves do not win.

    >>> level = Level.parse("______/_b..f_/_B12._/_F13._/______")
    >>> print(rate(level, "rrr"))
    difficulty 12 of 100 (class 1)
    """
    story = tell(start, solution)
    if not story.won:
        raise ValueError(f"{solution!r} does not win, so it says nothing about the difficulty")
    facts = _collect_facts(story)
    if expanded is not None:
        facts["search"] = math.log10(1 + expanded)
    full = sum(POINTS[name] for name in facts)
    most = {name: 100 * POINTS[name] / full for name in POINTS if name in facts}
    parts = tuple(
        ScorePart(name, facts[name], points * compute_share(name, facts[name]), points)
        for name, points in most.items()
    )
    return Difficulty(sum(part.points for part in parts), difficulty_of(len(story.moves)), parts)


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
    batch = Batch(story.start.level)
    rows = batch.pack(states)
    children = batch.expand(rows)
    before = batch.hashes(rows)
    different = [
        len({tuple(child) for child in hashes.tolist()} - {tuple(own.tolist())})
        for own, hashes in zip(before, children.hashes, strict=True)
    ]
    fatal = children.helpless & ~children.won & ~batch.helpless(rows)[:, None]
    moves = len(states) * len(Action)
    return float(fatal.sum()) / moves, sum(different) / len(states)
