"""Chance with the few questions that making levels asks."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TypeVar

import numpy as np

from babalab.base.random_streams import derive_generator

T = TypeVar("T")


class Dice:
    """A source of chance over a NumPy generator; the same seed gives the same answers.

    >>> dice = Dice(np.random.default_rng(3))
    >>> dice.pick("abc") in "abc", dice.whole(2, 2)
    (True, 2)
    """

    def __init__(self, generator: np.random.Generator) -> None:
        self._generator = generator

    @classmethod
    def numbered(cls, seed: int, number: int) -> Dice:
        """The dice of one level of many: nothing thrown for another level changes them."""
        return cls(derive_generator(number, seed))

    def coin(self, chance: float) -> bool:
        """True with this chance."""
        return bool(self._generator.random() < chance)

    def part(self) -> float:
        """A number from 0 on, less than 1."""
        return float(self._generator.random())

    def whole(self, low: int, high: int) -> int:
        """A whole number, both ends included."""
        return int(self._generator.integers(low, high + 1))

    def pick(self, options: Sequence[T]) -> T:
        """One of them, all alike."""
        return options[int(self._generator.integers(len(options)))]

    def weighed(self, weights: Mapping[T, float]) -> T:
        """One of the keys, by its weight."""
        left = self._generator.random() * sum(weights.values())
        for option, weight in weights.items():
            left -= weight
            if left < 0:
                return option
        return option  # only rounding leads here

    def sample(self, options: Sequence[T], count: int) -> list[T]:
        """So many of them in any order, none twice; all of them if there are not as many."""
        return [options[i] for i in self._generator.permutation(len(options))[:count].tolist()]

    def geometric(self, mean: float, most: int) -> int:
        """A count from 0 on that is the rarer the larger; `mean` is its mean but for the limit."""
        return min(most, int(self._generator.geometric(1 / (1 + mean))) - 1)
