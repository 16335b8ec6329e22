"""Why a state can't be won any more, where the native core can prove that it can't."""

from __future__ import annotations

from enum import IntEnum


class DeadEnd(IntEnum):
    """What proves a state to be a dead end; `native/baba/dead_end.hpp` has the arguments."""

    NONE = 0
    LOST = 1
    NOTHING_WINS = 2
    NOTHING_IS_YOU = 3
    APART = 4
    ONE_IS = 5
    ADRIFT = 6
    CIRCLE = 7

    @property
    def meaning(self) -> str:
        """One line for people."""
        return _MEANINGS[self]


_MEANINGS = {
    DeadEnd.NONE: "not known to be a dead end",
    DeadEnd.LOST: "nothing is YOU and nothing moves by itself",
    DeadEnd.NOTHING_WINS: "no thing can ever be WIN again",
    DeadEnd.NOTHING_IS_YOU: "no thing can ever be YOU again",
    DeadEnd.APART: "what may be YOU and what may be WIN can never meet",
    DeadEnd.ONE_IS: "the rules for YOU and for WIN need the same IS in different places",
    DeadEnd.ADRIFT: "nothing is YOU, and no word is on the way of what moves by itself",
    DeadEnd.CIRCLE: "nothing is YOU, and what moves by itself goes in a circle",
}
