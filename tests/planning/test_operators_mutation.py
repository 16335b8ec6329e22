"""Each mutation changes the genes, and to the values, that it claims."""

from __future__ import annotations

import math
import random

import numpy as np
import pytest

from babalab.games.game import Plans
from babalab.planning.rhea.diversity import DiversityLog
from babalab.planning.rhea.draws import Draws
from babalab.planning.rhea.mutation import MUTATIONS, SOFTMAXES, mutate
from support.chi_square import assert_fits, counts

MANY = 20_000


def places(name: str, length: int) -> Plans:
    """Plans of zeros with ones where this mutation strikes."""
    struck = np.zeros((MANY, length), np.uint8)
    struck[MUTATIONS[name](struck.shape, Draws(random.Random(length)))] = 1
    return struck


def test_uniform_strikes_each_gene_once_in_a_plan_on_average() -> None:
    length = 5
    struck = places("uniform", length)
    assert_fits(struck.sum(axis=0), [1] * length)
    binomial = [math.comb(length, k) * 0.2**k * 0.8 ** (length - k) for k in range(length + 1)]
    assert_fits(counts(struck.sum(axis=1), length + 1), binomial)


@pytest.mark.parametrize(("name", "count"), [("1-bit", 1), ("3-bit", 3)])
def test_bits_strike_as_many_genes_as_they_say(name: str, count: int) -> None:
    struck = places(name, 7)
    assert (struck.sum(axis=1) == count).all()
    assert_fits(struck.sum(axis=0), [1] * 7)
    assert (places(name, 2).sum(axis=1) == min(count, 2)).all()


def test_softmax_strikes_the_beginning_more_often() -> None:
    struck = places("softmax", 6)
    assert (struck.sum(axis=1) == 1).all()
    assert_fits(struck.sum(axis=0), [math.exp((6 - i) / 6) for i in range(6)])
    numbers, genes = SOFTMAXES["place"]((MANY, 6), Draws(random.Random(5)))
    assert numbers.tolist() == list(range(MANY))
    assert_fits(counts(genes, 6), [math.exp(-i) for i in range(6)])


def test_new_values_are_any_of_the_others() -> None:
    plans = np.full((MANY, 3), 2, np.uint8)
    everywhere = np.nonzero(np.ones(plans.shape))
    mutate(plans, everywhere, 5, Draws(random.Random(4)), transducer=False)
    for gene in range(3):
        assert_fits(counts(plans[:, gene], 5), [1, 1, 0, 1, 1])


def test_the_only_value_stays() -> None:
    plans = np.zeros((4, 3), np.uint8)
    mutate(plans, np.nonzero(np.ones(plans.shape)), 1, Draws(random.Random(4)), transducer=False)
    assert not plans.any()


def test_transducer_repeats_the_gene_before() -> None:
    plans = np.array([[3, 1, 4, 1, 2]] * MANY, np.uint8)
    struck = np.array([(plan, gene) for plan in range(MANY) for gene in (0, 2, 3)]).T
    mutate(plans, (struck[0], struck[1]), 5, Draws(random.Random(4)), transducer=True)
    assert (plans[:, 1:] == [1, 1, 4, 2]).all(), "gene 3 repeats what gene 2 was"
    assert_fits(counts(plans[:, 0], 5), [1, 1, 1, 0, 1])


def test_diversity_logs_values_by_gene() -> None:
    log = DiversityLog(3, 2)
    log.add(np.array([[0, 0, 1], [0, 1, 1]], np.uint8))
    log.add(np.array([[1, 1, 1]], np.uint8))
    assert log.visits.reshape(3, 2).tolist() == [[2, 1], [1, 2], [0, 3]]
    log.clear()
    assert not log.visits.any()


def test_diversity_goes_where_nobody_was() -> None:
    log = DiversityLog(3, 2)
    log.add(np.array([[0, 0, 1], [0, 1, 1], [1, 1, 1]], np.uint8))
    one = np.array([[0, 0, 1]], np.uint8)
    log.mutate(one, Draws(random.Random(1)))
    assert one.tolist() == [[0, 0, 0]]


def test_diversity_decides_ties_at_random_and_shares_them_out() -> None:
    log = DiversityLog(2, 3)
    log.add(np.array([[0, 0], [0, 2], [0, 0], [2, 2]], np.uint8))
    least = {(0, 1): 0, (1, 1): 0}  # never visited
    draws = Draws(random.Random(1))
    for _ in range(2000):
        plans = np.full((1, 2), 9, np.uint8)
        log.mutate(plans, draws)
        gene = int((plans[0] != 9).argmax())
        least[gene, int(plans[0, gene])] += 1
    assert_fits(list(least.values()), [1, 1])
    both = np.full((2, 2), 9, np.uint8)
    log.mutate(both, draws)
    assert sorted(both.tolist()) == [[1, 9], [9, 1]]


def test_diversity_has_something_for_every_plan() -> None:
    log = DiversityLog(2, 2)
    plans = np.full((11, 2), 9, np.uint8)
    log.mutate(plans, Draws(random.Random(1)))
    assert ((plans != 9).sum(axis=1) == 1).all()
    changed = {(int((row != 9).argmax()), int(row.min())) for row in plans}
    assert changed == {(0, 0), (0, 1), (1, 0), (1, 1)}
