"""Crossover type (paper C, Table I): combine two plans into one.

Mothers and fathers are arrays of plans; child i is that of mother i and father i.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import cache

import numpy as np
from numpy.typing import NDArray

from babalab.games.game import Plans
from babalab.planning.rhea.draws import Draws

Crossover = Callable[[Plans, Plans, Draws], Plans]


def uniform(mothers: Plans, fathers: Plans, draws: Draws) -> Plans:
    """Take every gene from either parent, with even chances."""
    return np.where(draws.take(mothers.size).reshape(mothers.shape) < 0.5, mothers, fathers)


def one_point(mothers: Plans, fathers: Plans, draws: Draws) -> Plans:
    """Take the mother's genes up to a cut, the father's from there on."""
    return _cut(mothers, fathers, draws, 1)


def two_point(mothers: Plans, fathers: Plans, draws: Draws) -> Plans:
    """Take the father's genes between two cuts, the mother's around them."""
    return _cut(mothers, fathers, draws, 2)


CROSSOVERS: dict[str, Crossover] = {
    "uniform": uniform,
    "1-point": one_point,
    "2-point": two_point,
}


def splice(mothers: Plans, fathers: Plans, cuts: NDArray[np.integer]) -> Plans:
    """Join slices of the parents in turn, the mother's first; `cuts` has a row per child.

    A cut is before the gene of its number. The order of cuts does not matter.
    """
    genes = _numbers(mothers.shape[1])
    of_father = genes >= cuts[:, :1]
    for other in range(1, cuts.shape[1]):
        of_father ^= genes >= cuts[:, other : other + 1]
    return np.where(of_father, fathers, mothers)


def _cut(mothers: Plans, fathers: Plans, draws: Draws, count: int) -> Plans:
    """Cut at different places, never before the first gene; fewer where plans are too short."""
    children, length = mothers.shape
    if length == 1:
        return mothers.copy()
    return splice(mothers, fathers, draws.draw_distinct(length - 1, children, count) + 1)


@cache
def _numbers(length: int) -> NDArray[np.intp]:
    return np.arange(length)
