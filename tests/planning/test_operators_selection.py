"""Each selection picks parents with the probabilities it claims."""

from __future__ import annotations

import itertools
import random

import numpy as np
import pytest

from babalab.planning.rhea.draws import BLOCK, Draws
from babalab.planning.rhea.selection import SELECTIONS, rank, roulette, tournament
from support.chi_square import assert_fits, counts

MANY = 20_000


@pytest.fixture
def draws() -> Draws:
    return Draws(random.Random(7))


def test_rank_is_inversely_proportional(draws: Draws) -> None:
    fitness = np.array([9.0, 1.0, 1.0, 0.5, -3.0])
    parents = rank(fitness, MANY, draws)
    assert_fits(counts(parents, 5), [60, 30, 20, 15, 12])


@pytest.mark.parametrize(("population", "entrants"), [(2, 1), (3, 2), (5, 2), (10, 4), (15, 6)])
def test_tournament_is_won_as_often_as_by_trying_all(population: int, entrants: int) -> None:
    wins = [0] * population
    for drawn in itertools.combinations(range(population), entrants):
        wins[min(drawn)] += 1
    fitness = -np.arange(float(population))
    parents = tournament(fitness, 400_000, Draws(random.Random(population)))
    assert_fits(counts(parents, population), wins)


def test_roulette_is_proportional_above_the_lowest(draws: Draws) -> None:
    fitness = np.array([5.0, 2.0, 1.0, 0.0, -1.0])
    assert_fits(counts(roulette(fitness, MANY, draws), 5), [6, 3, 2, 1, 0])


@pytest.mark.parametrize("value", [0.0, -4.0, 11.5])
def test_roulette_among_equals_is_even(draws: Draws, value: float) -> None:
    assert_fits(counts(roulette(np.full(6, value), MANY, draws), 6), [1] * 6)


@pytest.mark.parametrize("name", SELECTIONS)
def test_two_parents_are_independent(name: str, draws: Draws) -> None:
    fitness = np.array([4.0, 2.0, 1.0, 0.5])
    parents = SELECTIONS[name](fitness, 2 * MANY, draws)
    alone = counts(parents, 4) / len(parents)
    pairs = parents[:MANY] * 4 + parents[MANY:]
    possible = alone.nonzero()[0].tolist()
    together = counts(pairs, 16).reshape(4, 4)[np.ix_(possible, possible)]
    assert_fits(together.ravel(), np.outer(alone[possible], alone[possible]).ravel().tolist())


def test_draws_go_on_over_the_ends_of_blocks() -> None:
    draws = Draws(random.Random(3))
    pieces = [draws.take(1000) for _ in range(12)]
    assert len({number for piece in pieces for number in piece.tolist()}) == 12_000
    assert len(draws.take(3 * BLOCK)) == 3 * BLOCK
    again = Draws(random.Random(3))
    assert all((again.take(1000) == piece).all() for piece in pieces)


def test_draws_are_even(draws: Draws) -> None:
    assert_fits(counts(draws.below(7, MANY), 7), [1] * 7)


@pytest.mark.parametrize(("limit", "count"), [(4, 1), (5, 2), (5, 3)])
def test_every_choice_of_different_numbers_is_equally_likely(limit: int, count: int) -> None:
    rows = Draws(random.Random(limit * count)).draw_distinct(limit, MANY, count)
    choices = {each: i for i, each in enumerate(itertools.combinations(range(limit), count))}
    chosen = [choices[tuple(sorted(row))] for row in rows.tolist()]
    assert_fits(counts(np.array(chosen), len(choices)), [1] * len(choices))


def test_as_many_different_numbers_as_there_are(draws: Draws) -> None:
    assert draws.draw_distinct(2, 3, 3).tolist() == [[0, 1]] * 3
