"""Each crossover takes genes from its parents with the probabilities it claims."""

from __future__ import annotations

import itertools
import random

import numpy as np
import pytest

from babalab.games.game import Plans
from babalab.planning.rhea.crossover import CROSSOVERS, splice
from babalab.planning.rhea.draws import Draws
from support.chi_square import assert_fits, counts

MANY = 20_000


def crossed(name: str, length: int, children: int = MANY) -> Plans:
    """Children of mothers all 0 and fathers all 1."""
    mothers = np.zeros((children, length), np.uint8)
    return CROSSOVERS[name](mothers, mothers + np.uint8(1), Draws(random.Random(length)))


def test_uniform_takes_every_gene_from_either() -> None:
    children = crossed("uniform", 4)
    patterns = children @ np.array([8, 4, 2, 1])
    assert_fits(counts(patterns, 16), [1] * 16)


def test_one_point_cuts_anywhere_between_genes() -> None:
    children = crossed("1-point", 8)
    assert (np.diff(children.astype(int), axis=1) >= 0).all(), "the mother's, then the father's"
    assert_fits(counts(8 - children.sum(axis=1), 9), [0] + [1] * 7 + [0])


def test_two_point_gives_the_father_any_slice_between() -> None:
    length = 6
    children = crossed("2-point", length)
    cuts = list(itertools.combinations(range(1, length), 2))
    patterns = [tuple(int(a <= i < b) for i in range(length)) for a, b in cuts]
    number = {pattern: i for i, pattern in enumerate(patterns)}
    found = np.array([number[tuple(child)] for child in children.tolist()])
    assert_fits(counts(found, len(cuts)), [1] * len(cuts))


def test_plans_too_short_for_the_cuts() -> None:
    assert not crossed("1-point", 1, 50).any()
    assert not crossed("2-point", 1, 50).any()
    assert crossed("2-point", 2, 50).tolist() == [[0, 1]] * 50


def test_slices_by_hand() -> None:
    mothers = np.array([[1, 2, 3, 4, 5], [1, 2, 3, 4, 5]], np.uint8)
    fathers = mothers + np.uint8(10)
    cuts = np.array([[2, 4], [3, 1]])
    assert splice(mothers, fathers, cuts).tolist() == [[1, 2, 13, 14, 5], [1, 12, 13, 4, 5]]
    assert splice(mothers, fathers, np.array([[0], [5]])).tolist() == [
        [11, 12, 13, 14, 15],
        [1, 2, 3, 4, 5],
    ]


@pytest.mark.parametrize("name", CROSSOVERS)
def test_parents_stay_as_they_are(name: str) -> None:
    mothers = np.arange(10, dtype=np.uint8).reshape(2, 5)
    fathers = mothers[::-1].copy()
    before = mothers.copy(), fathers.copy()
    child = CROSSOVERS[name](mothers, fathers, Draws(random.Random(1)))
    child[:] = 99
    assert (mothers == before[0]).all()
    assert (fathers == before[1]).all()
