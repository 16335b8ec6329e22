"""The outcome of a play, and the reason for it."""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum


class Ending(Enum):
    """The ways a play can end."""

    WIN = "something YOU stands with something WIN"
    NOTHING_LEFT = "nothing is YOU and nothing moves by itself"


@dataclass(frozen=True, slots=True)
class Outcome:
    """The end of a play: whether it was won, in which way, and the reason in words.

    >>> from babalab.game.level import Level
    >>> outcome = Level.parse("______/_b..f_/_B12._/_F13._/______").play("rrr").outcome
    >>> outcome.won, outcome.ending.name
    (True, 'WIN')
    """

    won: bool
    ending: Ending
    reason: str

    def __str__(self) -> str:
        return f"{'won' if self.won else 'lost'}: {self.reason}"
