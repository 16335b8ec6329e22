"""SplitMix64 as Python's generator and for many streams at once: the core's own numbers."""

from __future__ import annotations

import random
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

_MASK: Final = (1 << 64) - 1
_STEP: Final = 0x9E37_79B9_7F4A_7C15
_FIRST: Final = 0xBF58_476D_1CE4_E5B9
_SECOND: Final = 0x94D0_49BB_1331_11EB

Streams = NDArray[np.uint64]
"""The states of some generators, a number for each."""


class SplitRandom(random.Random):
    """A generator whose whole state is one number of 64 bits (Steele, Lea and Flood, 2014).

    >>> SplitRandom(7).getrandbits(64) == int(next_numbers(np.array([7], np.uint64))[0])
    True
    """

    state: int

    def seed(self, a: Any = 0, version: int = 2) -> None:  # noqa: ARG002
        """Begin anew: the number is the state."""
        self.state = int(a or 0) & _MASK
        self.gauss_next = None

    def next(self) -> int:
        """The next 64 bits."""
        self.state = z = (self.state + _STEP) & _MASK
        z = (z ^ (z >> 30)) * _FIRST & _MASK
        z = (z ^ (z >> 27)) * _SECOND & _MASK
        return z ^ (z >> 31)

    def below(self, count: int) -> int:
        """A whole number from 0, below this small one."""
        return (self.next() >> 32) * count >> 32

    def random(self) -> float:
        """See `random.Random`."""
        return (self.next() >> 11) / (1 << 53)

    def getrandbits(self, k: int) -> int:
        """See `random.Random`."""
        drawn = 0
        for place in range(0, k, 64):
            drawn |= (self.next() >> max(0, 64 - (k - place))) << place
        return drawn

    def getstate(self) -> tuple[Any, ...]:
        """See `random.Random`."""
        return (self.state,)

    def setstate(self, state: tuple[Any, ...]) -> None:
        """See `random.Random`."""
        (self.state,) = state


def streams_of(seed: int, count: int) -> Streams:
    """So many streams: each begins with the number that a generator of this seed draws in its turn.

    Those of a smaller count are the first of a larger one's.
    """
    offsets = np.arange(1, count + 1, dtype=np.uint64) * np.uint64(_STEP)
    return _mixed(offsets + np.uint64(seed & _MASK))


def next_numbers(streams: Streams) -> Streams:
    """The next 64 bits of each stream, all of which move on."""
    streams += np.uint64(_STEP)
    return _mixed(streams)


def next_below(streams: Streams, count: int) -> NDArray[np.uint32]:
    """What `SplitRandom.below` draws from each stream."""
    drawn = (next_numbers(streams) >> np.uint64(32)) * np.uint64(count) >> np.uint64(32)
    return drawn.astype(np.uint32)


def _mixed(states: Streams) -> Streams:
    z = (states ^ (states >> np.uint64(30))) * np.uint64(_FIRST)
    z = (z ^ (z >> np.uint64(27))) * np.uint64(_SECOND)
    mixed: Streams = z ^ (z >> np.uint64(31))
    return mixed
