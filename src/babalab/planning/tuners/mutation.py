"""Random combinations, and mutations of them."""

from __future__ import annotations

import random

from babalab.planning.tuners.space import Combination, Space


def draw_combination(space: Space, chance: random.Random) -> Combination:
    """Draw any value for each parameter."""
    return tuple(chance.randrange(len(values)) for values in space.values)


def mutate_combination(
    space: Space, combination: Combination, chance: random.Random
) -> Combination:
    """Return the combination with another value for a random one of the parameters that matter.

    The parameter is drawn first, then the value, so that parameters with many values do not change
    more often. If there is no other combination, it stays as it is.
    """
    mutants = space.mutants(combination)
    if not mutants:
        return combination
    others = mutants[int(chance.random() * len(mutants))]
    return others[int(chance.random() * len(others))]
