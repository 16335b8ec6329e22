"""Two-point crossover of maps."""

from __future__ import annotations

import numpy as np

from babalab.generation.problems.values import Maps


def cross(one: Maps, other: Maps, chance: np.random.Generator) -> Maps:
    """Return the first map with at least one tile of the other, between two random points.

    Bhaumik and others, section Experiments: the map is a string of tiles, row after row.
    """
    point, another = int(chance.integers(len(one) + 1)), int(chance.integers(len(one)))
    another += another >= point  # so that all pairs of different points are equally likely
    first, last = min(point, another), max(point, another)
    child = one.copy()
    child[first:last] = other[first:last]
    return child
