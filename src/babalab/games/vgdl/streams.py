"""Random streams that a play draws from, the same in Python and in the core.

Three things are drawn: one of n, and reals from 0 to 1 for spawners and for effects. A stream is a
`random.Random` too, so that it can be passed wherever a game takes one.
"""

from __future__ import annotations

import random
from typing import Any, Final, Protocol

from babalab.base.random_streams import SplitRandom

_MULTIPLIER: Final = 0x5DEECE66D
_MASK: Final = (1 << 48) - 1


class Stream(Protocol):
    """The draws of the engine of VGDL."""

    def below(self, count: int) -> int:
        """Return a whole number from 0, below this one."""

    def spawner_real(self) -> float:
        """Return a real number from 0, below 1, that decides whether a spawner spawns."""

    def effect_real(self) -> float:
        """Return a real number from 0, below 1, for an effect."""


class JavaRandom(random.Random):
    """java.util.Random, the generator of the recordings, as a stream and as Python's generator.

    Its algorithm is published with the class: a linear congruential generator of 48 bits.

    >>> JavaRandom(42).below(10)
    0
    """

    state: int

    def seed(self, a: Any = 0, version: int = 2) -> None:
        """Restart the stream from a whole number."""
        self.state = (int(a or 0) ^ _MULTIPLIER) & _MASK

    def next_bits(self, bits: int) -> int:
        """Return the next `bits` bits, up to 32."""
        self.state = (self.state * _MULTIPLIER + 11) & _MASK
        return self.state >> (48 - bits)

    def below(self, count: int) -> int:
        """See `Stream`."""
        if count & (count - 1) == 0:
            return count * self.next_bits(31) >> 31
        while True:
            drawn = self.next_bits(31)
            if drawn - drawn % count + count - 1 < 1 << 31:
                return drawn % count

    def spawner_real(self) -> float:
        """See `Stream`."""
        return self.next_bits(24) / (1 << 24)

    def effect_real(self) -> float:
        """See `Stream`."""
        return ((self.next_bits(26) << 27) + self.next_bits(27)) / (1 << 53)

    def random(self) -> float:
        """See `random.Random`."""
        return self.effect_real()

    def getrandbits(self, k: int) -> int:
        """See `random.Random`."""
        drawn = 0
        for place in range(0, k, 32):
            drawn |= self.next_bits(min(32, k - place)) << place
        return drawn

    def getstate(self) -> tuple[Any, ...]:
        """See `random.Random`."""
        return (self.state,)

    def setstate(self, state: tuple[Any, ...]) -> None:
        """See `random.Random`."""
        (self.state,) = state


class SplitStream(SplitRandom):
    """The generator of the core, as a stream: its whole state is one number of 64 bits."""

    def spawner_real(self) -> float:
        """See `Stream`."""
        return self.random()

    def effect_real(self) -> float:
        """See `Stream`."""
        return self.random()
