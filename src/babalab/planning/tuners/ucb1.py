"""UCB1: choose the next arm of a bandit by its payoffs and by how rarely it was tried."""

from __future__ import annotations

import math
import random
from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

EXPLORATION = 0.7
"""The constant C of paper C, §III-C, for all its bandits."""


def choose_arm(
    visits: NDArray[np.float64],
    totals: NDArray[np.float64],
    trials: float,
    c: float,
    chance: random.Random,
) -> int:
    """Return the arm with the highest value, where all were tried; any of equals.

    Equation 1 of paper C: the mean payoff plus C sqrt(ln n / n_a). Faded visits may add up to less
    than 1, where the logarithm has no root; then there is no bonus for exploring.
    """
    values = np.sqrt(math.log(max(trials, 1.0)) / visits)
    values *= c
    values += totals / visits
    best = (values == values.max()).nonzero()[0]
    return int(best[0] if len(best) == 1 else best[int(chance.random() * len(best))])


def choose_value(
    visits: Sequence[float],
    totals: Sequence[float],
    c: float,
    chance: random.Random,
    tolerance: float = 0.0,
) -> int:
    """Return the best of few arms, those never tried first; any of those within the tolerance."""
    if 0.0 in visits:
        unused = [arm for arm, count in enumerate(visits) if not count]
        return unused[int(chance.random() * len(unused))]
    logarithm = math.log(max(sum(visits), 1.0))
    values = [
        total / count + c * math.sqrt(logarithm / count)
        for count, total in zip(visits, totals, strict=True)
    ]
    least = max(values) - tolerance
    best = [arm for arm, value in enumerate(values) if value >= least]
    return best[0] if len(best) == 1 else best[int(chance.random() * len(best))]
