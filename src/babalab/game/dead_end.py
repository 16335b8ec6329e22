"""Dead ends: states of which the native core can prove that they can't be won any more."""

from __future__ import annotations

from enum import IntEnum


class DeadEnd(IntEnum):
    """A proof that a state is a dead end; `native/baba/dead_end.hpp` has the arguments.

    >>> DeadEnd.LOST == 1, DeadEnd.LOST.meaning
    (True, 'nothing is YOU and nothing moves by itself')
    """

    meaning: str

    def __new__(cls, number: int, meaning: str) -> DeadEnd:
        """Make a member with its number and its meaning in one line."""
        member = int.__new__(cls, number)
        member._value_ = number
        member.meaning = meaning
        return member

    NONE = 0, "not known to be a dead end"
    LOST = 1, "nothing is YOU and nothing moves by itself"
    NOTHING_WINS = 2, "no thing can ever be WIN again"
    NOTHING_IS_YOU = 3, "no thing can ever be YOU again"
    APART = 4, "what may be YOU and what may be WIN can never meet"
    ONE_IS = 5, "the rules for YOU and for WIN need the same IS in different places"
    ADRIFT = 6, "nothing is YOU, and no word is on the way of what moves by itself"
    CIRCLE = 7, "nothing is YOU, and what moves by itself goes in a circle"
