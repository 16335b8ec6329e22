"""A tuner's trials during a play, packed into few bytes, and their statistics.

A journal becomes three columns: how many trials each tick had, the number of the combination of
each trial (among all of the space, in order), and which of the payoffs that occur it brought. Plays
have few different payoffs, so that a column of their numbers is small; and nothing is rounded.
"""

from __future__ import annotations

import json
import math
import struct
import zlib
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import lru_cache
from typing import Any

import numpy as np
from numpy.typing import NDArray

from babalab.arena.errors import ArenaError, StoreError
from babalab.base.parameters import Value
from babalab.base.unpacking import unpack_zlib
from babalab.execution.faults import NonsenseError
from babalab.planning.journal import Journal
from babalab.planning.tuners.space import Space
from babalab.planning.tuners.statistics import Statistics

MOST_COMBINATIONS = 1 << 16
MOST_BYTES = 1 << 28
"""No journal of a play is nearly as large; only what is damaged claims to be."""
_HEAD = struct.Struct("<4sIII")
_MARK = b"bjr1"


@dataclass(frozen=True, slots=True)
class PlayLog:
    """Trials and their space, in plain types that any process can read."""

    space: dict[str, Any]
    """See `space_to_json`."""
    discount: float
    trials: bytes
    """See `pack`."""

    @classmethod
    def of(cls, journal: Journal, space: Space, discount: float) -> PlayLog:
        """Return the log of a play."""
        return cls(space_to_json(space), discount, pack(journal, space))

    def as_plain(self) -> dict[str, Any]:
        """Return the log as it travels from a worker."""
        return {"space": self.space, "discount": self.discount, "trials": self.trials}

    @classmethod
    def read(cls, sent: Any, ticks: int) -> PlayLog | None:
        """Return the log of a play of so many ticks that a worker sent; None if it sent none.

        Raises `NonsenseError` for anything else.
        """
        if sent is None:
            return None
        try:
            log = cls(**sent)
            _check_space(log.space)
            if type(log.discount) not in (int, float) or not 0 <= log.discount <= 1:
                raise ValueError("the discount is no share")
            numbers, _, ends = unpack(log.trials)
            if len(ends) != ticks or (numbers >= len(log.space["matters"])).any():
                raise ValueError("trials that there can't have been")
        except (ArenaError, KeyError, TypeError, ValueError) as error:
            raise NonsenseError(f"returned a log of trials that is none: {error}") from None
        return log

    def journal(self) -> Journal:
        """Return the journal that was packed."""
        numbers, payoffs, ends = unpack(self.trials)
        every = space_from_json(self.space).all
        combinations = [every[number] for number in numbers.tolist()]
        return Journal(combinations, payoffs.tolist(), ends.tolist())

    def ticks(self) -> Iterator[Statistics]:
        """Yield the statistics at the end of every tick: the same object, updated."""
        return self.journal().replay(space_from_json(self.space), self.discount)


def pack(journal: Journal, space: Space) -> bytes:
    """Return a journal of a space in few bytes."""
    if len(space.all) > MOST_COMBINATIONS:
        raise ArenaError(
            f"{len(space.all):,} combinations of {', '.join(space.names)} are too many to be "
            f"logged; give the parameters fewer values, up to {MOST_COMBINATIONS:,} together"
        )
    place = {combination: number for number, combination in enumerate(space.all)}
    numbers = np.array([place[each] for each in journal.combinations], "<u2")
    payoffs, which = np.unique(np.array(journal.payoffs, "<f8"), return_inverse=True)
    ticks = np.diff(np.array(journal.ends, "<u4"), prepend=np.uint32(0)).astype("<u4")
    head = _HEAD.pack(_MARK, len(numbers), len(ticks), len(payoffs))
    columns = (ticks, numbers, which.astype(_choose_type(len(payoffs))), payoffs)
    return head + zlib.compress(b"".join(column.tobytes() for column in columns), 6)


def unpack(
    packed: bytes,
) -> tuple[NDArray[np.uint16], NDArray[np.float64], NDArray[np.int64]]:
    """Return the combinations' numbers, the payoffs, and where each tick ended."""
    try:
        mark, trials, ticks, distinct = _HEAD.unpack_from(packed)
        if mark != _MARK:
            raise ValueError
        kinds = (
            ("<u4", ticks), ("<u2", trials), (_choose_type(distinct), trials), ("<f8", distinct),
        )  # fmt: skip
        sizes = [count * np.dtype(kind).itemsize for kind, count in kinds]
        if sum(sizes) > MOST_BYTES:
            raise ValueError
        data = memoryview(unpack_zlib(packed[_HEAD.size :], sum(sizes)))
        columns = []
        for (kind, _), size in zip(kinds, sizes, strict=True):
            columns.append(np.frombuffer(data[:size], kind))
            data = data[size:]
        counts, numbers, which, payoffs = columns
        return numbers, payoffs[which], np.cumsum(counts, dtype=np.int64)
    except (struct.error, ValueError, IndexError) as error:
        raise StoreError("a log of trials is damaged; run the play again") from error


def _choose_type(distinct: int) -> str:
    return "<u1" if distinct <= 1 << 8 else "<u2" if distinct <= 1 << 16 else "<u4"


def space_to_json(space: Space) -> dict[str, Any]:
    """Return a space without the function that says what matters when: the answers take its place.

    `matters` has a number for each combination, whose bits from the lowest are the parameters.
    """
    matters = [
        sum(1 << place for place, each in enumerate(space.matters(combination)) if each)
        for combination in space.all
    ]
    return {
        "names": list(space.names),
        "values": [list(values) for values in space.values],
        "merged": space.merged,
        "matters": matters,
    }


def _check_space(found: Any) -> None:
    """Raise `ValueError` or `TypeError` unless plain data describe a space."""
    match found:
        case {"names": [*names], "values": [*values], "merged": bool(), "matters": [*matters]}:
            count = math.prod(map(len, values))
            plain = (each for choices in values for each in choices)
            if (
                len(found) == 4
                and len(names) == len(values)
                and all(isinstance(name, str) for name in names)
                and all(isinstance(each, bool | int | float | str) for each in plain)
                and 0 < count == len(matters) <= MOST_COMBINATIONS
                and all(type(bits) is int and 0 <= bits < 1 << len(names) for bits in matters)
            ):
                space_from_json(found)
                return
    raise ValueError("its space is none")


def space_from_json(found: Mapping[str, Any]) -> Space:
    """Return the space that was so described."""
    return _restore_space(json.dumps(found, sort_keys=True))


@lru_cache(maxsize=16)
def _restore_space(text: str) -> Space:
    found = json.loads(text)
    names = tuple(found["names"])
    values = tuple(map(tuple, found["values"]))
    plain = Space(names, values)
    known = dict(zip(plain.all, found["matters"], strict=True))

    def effects(settings: Mapping[str, Value]) -> set[str]:
        bits = known[plain.combination(settings)]
        return {name for place, name in enumerate(names) if bits >> place & 1}

    return Space(names, values, effects, bool(found["merged"]))
