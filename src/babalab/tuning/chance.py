"""Random numbers of an optimiser: whatever its library draws from, it draws from our seed.

pymoo 0.6.2 passes a seeded generator around, and forgets to in places: its pattern search and
some breaking of ties make a generator of their own without a seed. cma draws from NumPy's global
state. So while an optimiser is at work, generators without a seed get one from here, and the global
states are the optimiser's own; afterwards everything is as it was.
"""

from __future__ import annotations

import random
import threading
import warnings
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import numpy as np

from babalab.base.random_streams import derive_generator, derive_seed

_ONE_AT_A_TIME = threading.RLock()


class Chance:
    """All random numbers that come from one seed."""

    def __init__(self, seed: int) -> None:
        self._seed = seed
        self._unseeded = self.generator(-1)
        self._python = random.Random(seed).getstate()
        self._numpy = np.random.RandomState(self.number(-1)).get_state()

    def generator(self, purpose: int = 0) -> np.random.Generator:
        """Return a generator that depends on the seed and on what it is for."""
        return derive_generator(self._seed, purpose + 1)

    def number(self, purpose: int = 0) -> int:
        """Return a positive number of 31 bits from seed and purpose: a seed for somebody else."""
        return derive_seed(self._seed, purpose + 1, bits=31) or 1

    @contextmanager
    def prevail(self) -> Iterator[None]:
        """Let all randomness come from here for a while."""
        with _ONE_AT_A_TIME, warnings.catch_warnings():  # pymoo switches warnings off for good
            python, numpy = random.getstate(), np.random.get_state()
            make = np.random.default_rng

            def make_from_ours(seed: Any = None) -> np.random.Generator:
                return make(self._unseeded.integers(2**63) if seed is None else seed)

            random.setstate(self._python)
            np.random.set_state(self._numpy)
            np.random.default_rng = make_from_ours
            try:
                yield
            finally:
                self._python, self._numpy = random.getstate(), np.random.get_state()
                random.setstate(python)
                np.random.set_state(numpy)
                np.random.default_rng = make
