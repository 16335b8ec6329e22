"""Events: everything that can happen in a turn, one small type for each kind.

An *entity* is a word or a thing, by a number of its own: words come first, in the order in which
they stood in the level (that of `State.words`), then things in the order in which they came into
being.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, fields
from enum import Enum
from typing import Any, Final

from babalab.game.action import Action
from babalab.game.vocabulary import IS, NOUNS


class Cause(Enum):
    """The reason why a thing was destroyed.

    `KILL` is something YOU that met something that kills or sinks. `INSTEAD` is a quirk of the
    engine: the thing stood last in the list that something already gone should leave.
    """

    KILL = "kill"
    SINK = "sink"
    MELT = "melt"
    INSTEAD = "instead"


Cell = tuple[int, int]
"""(row, column), counted from 0 at the upper left corner."""


@dataclass(frozen=True, slots=True)
class Event:
    """Base of all events."""

    @property
    def kind(self) -> str:
        """The type's name as it is written in JSON: ``rule-made``."""
        return re.sub(r"(?<!^)(?=[A-Z])", "-", type(self).__name__).lower()

    @property
    def is_milestone(self) -> bool:
        """Whether a chapter of a story ends here."""
        return isinstance(self, MILESTONES)

    def as_json(self) -> dict[str, Any]:
        """Return the kind and the fields, in types JSON knows."""
        values = {each.name: _to_json(getattr(self, each.name)) for each in fields(self)}
        return {"kind": self.kind, **values}


@dataclass(frozen=True, slots=True)
class _Moved(Event):
    """A thing went to the next cell."""

    entity: int
    noun: str
    origin: Cell
    target: Cell


class Walked(_Moved):
    """Something YOU went where the player said."""


class Wandered(_Moved):
    """Something that is MOVE went by itself."""


@dataclass(frozen=True, slots=True)
class Pushed(Event):
    """A word or a thing was pushed to the next cell."""

    entity: int
    what: str
    """The word's text or the thing's noun."""
    is_word: bool
    origin: Cell
    target: Cell
    by: int
    """The entity that began to move, whatever stood between."""
    by_noun: str
    by_itself: bool
    """Whether that one moved because it is MOVE, not because the player said so."""


class Waited(Event):
    """The player waited, or could do nothing else, as nothing was YOU."""


@dataclass(frozen=True, slots=True)
class Blocked(Event):
    """The player chose a direction, and nothing that is YOU could go there."""

    direction: Action


@dataclass(frozen=True, slots=True)
class _RuleChanged(Event):
    """A rule came into force or is no longer in force."""

    rule: str

    @property
    def is_milestone(self) -> bool:
        """Whether the rule can have an effect."""
        return is_effective(self.rule)


class RuleMade(_RuleChanged):
    """A rule is in force that was not before this turn."""


class RuleBroken(_RuleChanged):
    """A rule that was in force before this turn is no longer."""


@dataclass(frozen=True, slots=True)
class _Gone(Event):
    """A thing is no longer among those of its noun."""

    entity: int
    noun: str
    cell: Cell


@dataclass(frozen=True, slots=True)
class Transformed(_Gone):
    """A thing became one of another noun; the new one is another entity."""

    into: str


@dataclass(frozen=True, slots=True)
class ControlChanged(Event):
    """Other nouns than before this turn are YOU and there; `after` may be empty."""

    before: tuple[str, ...]
    after: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Destroyed(_Gone):
    """A thing was destroyed."""

    cause: Cause


class Lost(Event):
    """From this turn on nothing is YOU and nothing moves by itself."""


@dataclass(frozen=True, slots=True)
class Won(Event):
    """Something YOU stands with something WIN."""

    you: str
    win: str
    cell: Cell


MILESTONES: Final = (Transformed, ControlChanged, Destroyed, Lost, Won)


def is_effective(rule: str) -> bool:
    """Return whether a rule can have an effect: ``you-is-is`` is listed as one and has none.

    >>> is_effective("rock-is-push"), is_effective("you-is-is")
    (True, False)
    """
    subject, _, predicate = rule.split("-")
    return subject in NOUNS and predicate != IS


def _to_json(value: Any) -> Any:
    match value:
        case Action():
            return value.letter
        case Enum():
            return value.value
        case tuple():
            return list(value)
        case _:
            return value
