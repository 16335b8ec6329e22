"""Random streams: all generators of random numbers, made from seeds.

No two parts of the program share a stream: each derives its own from the seed and its purpose or
number, so that what one draws changes nothing for another. All streams of Python's and NumPy's are
derived here; `SplitRandom` and `make_streams` are the core's own generator, SplitMix64, for one
stream and for many at once.
"""

from __future__ import annotations

import random
import secrets
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

_MASK: Final = (1 << 64) - 1
_STEP: Final = 0x9E37_79B9_7F4A_7C15
_FIRST: Final = 0xBF58_476D_1CE4_E5B9
_SECOND: Final = 0x94D0_49BB_1331_11EB

Streams = NDArray[np.uint64]
"""The states of some generators, a number for each."""


def draw_seed() -> int:
    """Draw a seed of 64 bits that nobody can predict."""
    return secrets.randbits(64)


def derive_seed(*numbers: int, bits: int) -> int:
    """Return a seed of up to 64 bits, mixed from numbers such as a seed and that of a run.

    >>> derive_seed(7, 0, bits=53), derive_seed(7, 1, bits=53)
    (8261862981338701, 3239972230578407)
    """
    mixed = np.random.SeedSequence(numbers)
    if bits <= 32:
        return int(mixed.generate_state(1, np.uint32)[0]) >> (32 - bits)
    return int(mixed.generate_state(1, np.uint64)[0]) >> (64 - bits)


def derive_stream(seed: int, purpose: object) -> random.Random:
    """Return Python's generator for one purpose of a seed, such as the chance of a game.

    >>> derive_stream(7, "game").random() == random.Random("7 game").random()
    True
    """
    return random.Random(f"{seed} {purpose}")


def derive_generator(*numbers: int) -> np.random.Generator:
    """Return NumPy's generator for numbers such as a seed and that of a run, in this order.

    >>> derive_generator(1, 7).random() == derive_generator(7, 1).random()
    False
    """
    return np.random.Generator(np.random.PCG64(numbers))


def draw_generator(stream: random.Random) -> np.random.Generator:
    """Return NumPy's generator, seeded with numbers drawn from a stream of Python's."""
    return np.random.Generator(np.random.PCG64(stream.getrandbits(128)))


def seed_global_generators(seed: int) -> None:
    """Seed the generators that Python and NumPy share among all code of the process.

    Nothing in babalab draws from them, but agents and games of users may.
    """
    random.seed(seed)
    np.random.seed(seed % 2**32)


class SplitRandom(random.Random):
    """A generator whose whole state is one number of 64 bits (Steele, Lea and Flood, 2014).

    >>> SplitRandom(7).getrandbits(64) == int(draw_numbers(np.array([7], np.uint64))[0])
    True
    """

    state: int

    def seed(self, a: Any = 0, version: int = 2) -> None:  # noqa: ARG002
        """Set the state to this number."""
        self.state = int(a or 0) & _MASK
        self.gauss_next = None

    def next(self) -> int:
        """Return the next 64 bits."""
        self.state = z = (self.state + _STEP) & _MASK
        z = (z ^ (z >> 30)) * _FIRST & _MASK
        z = (z ^ (z >> 27)) * _SECOND & _MASK
        return z ^ (z >> 31)

    def below(self, count: int) -> int:
        """Return a whole number from 0 to `count` - 1; `count` has to be small."""
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


def make_streams(seed: int, count: int) -> Streams:
    """Make `count` streams, whose states are the numbers that a `SplitRandom` of the seed draws.

    The streams of a smaller count are the first of a larger one's.
    """
    offsets = np.arange(1, count + 1, dtype=np.uint64) * np.uint64(_STEP)
    return _mix(offsets + np.uint64(seed & _MASK))


def draw_numbers(streams: Streams) -> Streams:
    """Advance all streams, and return the next 64 bits of each."""
    streams += np.uint64(_STEP)
    return _mix(streams)


def draw_below(streams: Streams, count: int) -> NDArray[np.uint32]:
    """Advance all streams, and return what `SplitRandom.below` draws from each."""
    drawn = (draw_numbers(streams) >> np.uint64(32)) * np.uint64(count) >> np.uint64(32)
    return drawn.astype(np.uint32)


def _mix(states: Streams) -> Streams:
    z = (states ^ (states >> np.uint64(30))) * np.uint64(_FIRST)
    z = (z ^ (z >> np.uint64(27))) * np.uint64(_SECOND)
    mixed: Streams = z ^ (z >> np.uint64(31))
    return mixed
