"""Random choices for making levels."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TypeVar

import numpy as np

from babalab.base.random_streams import derive_generator

T = TypeVar("T")


class Dice:
    """Random choices from a NumPy generator; the same seed gives the same choices.

    >>> dice = Dice(np.random.default_rng(3))
    >>> dice.pick("abc") in "abc", dice.integer(2, 2)
    (True, 2)
    """

    def __init__(self, generator: np.random.Generator) -> None:
        self._generator = generator

    @classmethod
    def numbered(cls, seed: int, number: int) -> Dice:
        """Make the dice of one level of many; what is drawn for other levels does not matter."""
        return cls(derive_generator(number, seed))

    def coin(self, chance: float) -> bool:
        """Return True with this probability."""
        return bool(self._generator.random() < chance)

    def fraction(self) -> float:
        """Draw a number from 0 up to, but not including, 1."""
        return float(self._generator.random())

    def integer(self, low: int, high: int) -> int:
        """Draw an integer between `low` and `high`, both included."""
        return int(self._generator.integers(low, high + 1))

    def pick(self, options: Sequence[T]) -> T:
        """Pick one option, all equally likely."""
        return options[int(self._generator.integers(len(options)))]

    def pick_weighted(self, weights: Mapping[T, float]) -> T:
        """Pick one of the keys by its weight."""
        left = self._generator.random() * sum(weights.values())
        for option, weight in weights.items():
            left -= weight
            if left < 0:
                return option
        return option  # only rounding leads here

    def sample(self, options: Sequence[T], count: int) -> list[T]:
        """Pick up to `count` different options, in random order."""
        return [options[i] for i in self._generator.permutation(len(options))[:count].tolist()]

    def geometric(self, mean: float, most: int) -> int:
        """Draw a geometrically distributed count from 0 with this mean, cut off at `most`."""
        return min(most, int(self._generator.geometric(1 / (1 + mean))) - 1)
