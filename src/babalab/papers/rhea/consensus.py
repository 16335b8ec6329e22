"""Whether tuners agree, game by game, more often than chance makes them.

If a game had a best operator and the tuners found it, several of them would name it. If each had
its own habits and otherwise drew lots, they would agree as often after their answers were shuffled
among the games, each tuner's by itself. That is the test.
"""

from __future__ import annotations

import itertools
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from babalab.base.random_streams import derive_generator

SHUFFLES: Final = 5000


@dataclass(frozen=True, slots=True)
class Consensus:
    """How often two tuners name the same value for the same game."""

    pairs: int
    """Of tuners, counted in every game."""
    agreeing: int
    expected: float
    """Of the agreeing pairs, by chance."""
    probability: float
    """That chance makes at least as many agree."""

    def __str__(self) -> str:
        return (
            f"{self.agreeing} of {self.pairs} pairs of tuners agree in a game, by chance "
            f"{self.expected:.1f} (p = {self.probability:.2g})"
        )

    def as_json(self) -> dict[str, Any]:
        """Return everything, in types JSON knows."""
        return {
            "pairs": self.pairs,
            "agreeing": self.agreeing,
            "expected": self.expected,
            "probability": self.probability,
        }


def find_consensus(answers: Sequence[Sequence[int]]) -> Consensus | None:
    """Compare the answers of tuners: a row for each game, a column for each tuner.

    None if there are fewer than two of either. The probability is found by shuffling, always in
    the same way.
    """
    table = np.array(answers, np.int64)
    if table.ndim < 2 or min(table.shape) < 2:
        return None
    games, tuners = table.shape
    pairs = list(itertools.combinations(range(tuners), 2))
    agreeing = _count_agreeing(table, pairs)
    # Of a shuffled column, every game has any of its answers.
    expected = sum((table[:, [one]] == table[:, other]).sum() / games for one, other in pairs)
    chance = derive_generator(0)
    shuffled = (
        _count_agreeing(chance.permuted(table, axis=0), pairs) >= agreeing for _ in range(SHUFFLES)
    )
    probability = (1 + sum(shuffled)) / (1 + SHUFFLES)
    return Consensus(games * len(pairs), agreeing, float(expected), probability)


def _count_agreeing(table: NDArray[np.int64], pairs: Sequence[tuple[int, int]]) -> int:
    return int(sum((table[:, one] == table[:, other]).sum() for one, other in pairs))
