"""Two-point crossover of maps."""

from __future__ import annotations

import numpy as np

from babalab.generation.problems.problem import Maps


def crossed(one: Maps, other: Maps, chance: np.random.Generator) -> Maps:
    """The first map with the values of the other between two points, at least one of them.

    Bhaumik and others, section Experiments: the map as a string of tiles, row after row.
    """
    point, another = int(chance.integers(len(one) + 1)), int(chance.integers(len(one)))
    another += another >= point  # so that all pairs of different points are alike
    first, last = min(point, another), max(point, another)
    child = one.copy()
    child[first:last] = other[first:last]
    return child
