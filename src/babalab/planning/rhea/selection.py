"""Selection type (paper C, Table I): choose the plans that become parents.

Plans are ordered, the fittest first. Every parent is drawn independently of all others, so a plan
may be both parents of a child.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from functools import cache

import numpy as np
from numpy.typing import NDArray

from babalab.planning.rhea.draws import Draws

Fitnesses = NDArray[np.float64]
Selection = Callable[[Fitnesses, int, Draws], NDArray[np.intp]]
"""A function from the fitness of all plans, and a number of parents, to the parents' numbers."""


def rank(fitness: Fitnesses, count: int, draws: Draws) -> NDArray[np.intp]:
    """Draw parents with probabilities inversely proportional to the rank: 1, 1/2, 1/3, …."""
    return draws.choose(rank_weights(len(fitness)), count)


def tournament(fitness: Fitnesses, count: int, draws: Draws) -> NDArray[np.intp]:
    """Draw parents by tournament: each is the best of 40 % of all, rounded up, drawn at random.

    The best of k among P is number i if i is drawn and the other k - 1 come after it, which
    C(P - 1 - i, k - 1) of the C(P, k) draws do. So a whole tournament is one draw from these.
    """
    return draws.choose(tournament_weights(len(fitness)), count)


def roulette(fitness: Fitnesses, count: int, draws: Draws) -> NDArray[np.intp]:
    """Draw parents with probabilities proportional to the fitness above the lowest.

    If all are equal, so are the probabilities.
    """
    cumulative = (fitness - fitness[-1]).cumsum()
    if not cumulative[-1] > 0:
        return draws.below(len(fitness), count)
    return draws.choose(cumulative, count)


SELECTIONS: dict[str, Selection] = {"rank": rank, "tournament": tournament, "roulette": roulette}


@cache
def rank_weights(population: int) -> NDArray[np.float64]:
    """Return the sums of the weights of the ranks of a population, for `rank`."""
    return (1 / np.arange(1, population + 1)).cumsum()


@cache
def tournament_weights(population: int) -> NDArray[np.float64]:
    """Return the sums of the weights of the ranks of a population, for `tournament`."""
    drawn = -(-2 * population // 5)
    draws = [math.comb(population - 1 - best, drawn - 1) for best in range(population)]
    every = math.comb(population, drawn)
    return np.array([each / every for each in draws]).cumsum()
