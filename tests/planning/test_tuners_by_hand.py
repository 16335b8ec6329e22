"""The equations and constants of paper C, §III-C, against numbers worked out by hand."""

from __future__ import annotations

import math
import random
from collections import Counter

import numpy as np
import pytest
from scipy.stats import binomtest, chisquare

from babalab.planning.tuners import Evolution, MultiArmedBandit, NaiveMonteCarlo, NTupleBandit
from babalab.planning.tuners.landscape import Landscape
from babalab.planning.tuners.mutation import mutate_combination
from babalab.planning.tuners.ucb1 import choose_arm, choose_value
from support.bandits import small_space, table_1


def test_ucb1_is_equation_1() -> None:
    """Mean 0.4, 5 of 20 visits, C = 0.7: 0.4 + 0.7 sqrt(2.9957 / 5) = 0.4 + 0.5418."""
    visits, totals = [5.0, 14.0, 1.0], [2.0, 9.8, -0.8]
    # 0.9418; 0.7 + 0.7 sqrt(2.9957 / 14) = 1.0238; -0.8 + 0.7 sqrt(2.9957) = 0.4116
    arrays = np.array(visits), np.array(totals)
    assert choose_arm(*arrays, 20.0, 0.7, random.Random(0)) == 1
    assert choose_value(visits, totals, 0.7, random.Random(0)) == 1
    # with C = 2: 1.9481, 1.6252, 2.6616
    assert choose_arm(*arrays, 20.0, 2.0, random.Random(0)) == 2
    assert choose_value(visits, totals, 2.0, random.Random(0)) == 2
    # Means 0.75 and 0.5 of 8 and 2 visits: equal for C = 0.25 / (sqrt(ln 10 / 2) - sqrt(ln 10 / 8))
    for c, best in ((0.4659, 0), (0.4661, 1)):
        assert choose_value([8.0, 2.0], [6.0, 1.0], c, random.Random(0)) == best
        assert choose_arm(np.array([8.0, 2]), np.array([6.0, 1]), 10, c, random.Random(0)) == best


def test_equals_are_chosen_alike() -> None:
    chance = random.Random(4)
    visits, totals = np.array([3.0, 3.0, 9.0]), np.array([1.5, 1.5, 0.0])
    counts = Counter(choose_arm(visits, totals, 15.0, 0.7, chance) for _ in range(1000))
    assert chisquare([counts[0], counts[1]]).pvalue > 0.001
    assert counts[2] == 0


def test_mab_tries_every_arm_once_in_random_order() -> None:
    space = table_1()
    orders = []
    for seed in range(2):
        tuner = MultiArmedBandit(space, random.Random(seed))
        order = []
        for _ in space.arms:
            order.append(tuner.propose())
            tuner.reward(order[-1], 1.0)
        assert sorted(order) == sorted(space.arms)
        orders.append(order)
    assert orders[0] != orders[1]


def test_mab_goes_on_by_equation_1() -> None:
    """Three arms after 1, 1 and 2 uses: 0.2 + 0.8242, 0.5 + 0.8242, 0.8 + 0.5828."""
    tuner = MultiArmedBandit(small_space(3), random.Random(1))
    for arm, payoff in ((0, 0.2), (1, 0.5), (2, 0.9), (2, 0.7)):
        tuner.reward((arm,), payoff)
    assert tuner.propose() == (2,)
    tuner.reward((2,), 0.2)  # now 0.2 + 0.8880, 0.5 + 0.8880 and 0.6 + 0.5127
    assert tuner.propose() == (1,)


def test_nmc_explores_three_times_in_four() -> None:
    """Exploitation is seen where it can only propose the one arm met, exploration nothing but it.

    All values of b have been used in the local bandits except 2, so exploration must take 2.
    """
    tuner = NaiveMonteCarlo(small_space(1, 3), random.Random(8))
    tuner.reward((0, 0), 0.0)
    tuner.reward((0, 1), 0.0)
    draws = [tuner.propose() for _ in range(4000)]
    explored = sum(each == (0, 2) for each in draws)
    assert chisquare([explored, 4000 - explored], [3000, 1000]).pvalue > 0.001


def test_nmc_exploits_only_what_it_has_met() -> None:
    tuner = NaiveMonteCarlo(table_1(), random.Random(8), epsilon=0.0)
    first = tuner.propose()  # nothing met: it must explore
    tuner.reward(first, 0.1)
    second = (2, 1, 1, 0, 0)
    tuner.reward(second, 0.9)
    assert tuner.propose() == tuner.space.canonical(second)
    # 0.1 + 0.7 sqrt(ln 2) = 0.68 against 0.9 + 0.68


def test_nmc_chooses_values_by_themselves() -> None:
    """Local bandits of equal size don't stay in step: every pair of values is tried."""
    tuner = NaiveMonteCarlo(small_space(3, 3), random.Random(2), epsilon=1.0)
    chance, met = random.Random(3), Counter[tuple[int, ...]]()
    for _ in range(900):
        combination = tuner.propose()
        met[combination] += 1
        tuner.reward(combination, chance.gauss(0.5, 0.2))
    assert len(met) == 9
    assert min(met.values()) > 20


def test_nmc_explores_by_equation_1() -> None:
    """Of one parameter with payoffs 0.9 and 0.1 after one use each: 0.9 + 0.58 beats 0.1 + 0.58."""
    tuner = NaiveMonteCarlo(small_space(2, 1), random.Random(2), epsilon=1.0)
    tuner.reward((0, 0), 0.1)
    tuner.reward((1, 0), 0.9)
    assert tuner.propose() == (1, 0)


def test_ea_evaluates_all_fifty_then_keeps_the_better_half() -> None:
    tuner = Evolution(small_space(4, 4, 4), random.Random(3))
    first = list(tuner.population)
    assert len(first) == 50
    for number in range(50):
        assert tuner.propose() == first[number]
        tuner.reward(tuner.propose(), float(number % 25))  # of two with equal payoff, both stay
    elite = tuner.population[:25]
    ranked = sorted(range(50), key=lambda number: (-(number % 25), number))
    assert elite == [first[number] for number in ranked[:25]]
    assert len(tuner.population) == 50
    assert tuner.propose() == elite[0]  # the elite is evaluated again


def test_ea_breeds_half_by_crossover_and_half_by_mutation() -> None:
    """Parents of 0s and of 2s: a child with a 1 is mutated, one of 0s and 2s crossed.

    A crossover gives a copy of a parent or any mixture; four parameters, so 1 / 8 are copies. A
    mutation changes one parameter to 1 or to the other parents' value: half of them have a 1.
    """
    tuner = Evolution(small_space(3, 3, 3, 3), random.Random(6), population=20_000, elite=2)
    zeros, twos = (0,) * 4, (2,) * 4
    tuner.population[:2] = [zeros, twos]
    tuner.fitness = [1.0, 1.0] + [0.0] * 19_997
    tuner.reward(tuner.propose(), 0.0)
    children = tuner.population[2:]
    with_one = sum(1 in child for child in children)
    copies = sum(child in (zeros, twos) for child in children)
    two_and_two = sum(child.count(0) == child.count(2) == 2 for child in children)
    count = len(children)
    assert binomtest(with_one, count, 0.5 * 0.5).pvalue > 0.001
    assert binomtest(copies, count, 0.5 * 2 / 16).pvalue > 0.001
    assert binomtest(two_and_two, count, 0.5 * 6 / 16).pvalue > 0.001


@pytest.mark.parametrize("shift", [-1.0, 0.0, 1.0])
def test_ea_does_not_mind_a_constant_in_all_payoffs(shift: float) -> None:
    """Older payoffs of a generation made smaller would be better ones below 0."""
    first, second = (Evolution(small_space(4, 4), random.Random(3), discount=0.5) for _ in range(2))
    payoffs = random.Random(4)
    for _ in range(200):
        payoff = payoffs.random()
        assert first.propose() == second.propose()
        first.reward(first.propose(), payoff)
        second.reward(second.propose(), payoff + shift)
        first.tick()
        second.tick()


def test_mutation_is_even_over_parameters_and_values() -> None:
    """From mutation only and diversity: two parameters matter, with 2 and 4 other values."""
    space, chance = table_1(), random.Random(9)
    counts = Counter(mutate_combination(space, (1, 2, 2, 4, 1), chance) for _ in range(8000))
    expected = {(value, 2, 2, 4, 1): 2000.0 for value in (0, 2)}
    expected |= {(1, 2, 2, value, 1): 1000.0 for value in range(4)}
    assert set(counts) == set(expected)
    assert chisquare([counts[each] for each in expected], list(expected.values())).pvalue > 0.001
    assert mutate_combination(small_space(1, 1), (0, 0), chance) == (0, 0)


def test_the_landscape_by_hand() -> None:
    """Two parameters; uses (0, 0) -> 1.0, (0, 1) -> 0.2, (0, 1) -> 0.4, (1, 1) -> 0.8.

    a=0: 3 uses, mean (1.0 + 0.2 + 0.4) / 3 = 0.53333; a=1: 1 use, 0.8.
    b=0: 1 use, 1.0; b=1: 3 uses, (0.2 + 0.4 + 0.8) / 3 = 0.46667; b=2: none.
    (0,0): 1 use, 1.0; (0,1): 2 uses, 0.3; (1,1): 1 use, 0.8.
    Each of the three bandits has N = 4, ln 5 = 1.60944. The roots of ln 5 / (n + 0.5) are
    n = 0: 1.79412, n = 1: 1.03583, n = 2: 0.80235, n = 3: 0.67811.
    """
    landscape = Landscape(2)
    for combination, payoff in (((0, 0), 1.0), ((0, 1), 0.2), ((0, 1), 0.4), ((1, 1), 0.8)):
        landscape.add(combination, payoff)
    by_hand = {
        (0, 0): ((0.53333 + 1.0 + 1.0) / 3, (0.67811 + 1.03583 + 1.03583) / 3),
        (0, 1): ((0.53333 + 0.46667 + 0.3) / 3, (0.67811 + 0.67811 + 0.80235) / 3),
        (1, 1): ((0.8 + 0.46667 + 0.8) / 3, (1.03583 + 0.67811 + 1.03583) / 3),
        (1, 0): ((0.8 + 1.0) / 2, (1.03583 + 1.03583 + 1.79412) / 3),  # together never seen
        (0, 2): (0.53333, (0.67811 + 1.79412 + 1.79412) / 3),
    }
    for combination, (mean, bonus) in by_hand.items():
        assert landscape.mean(combination) == pytest.approx(mean, abs=1e-4)
        assert landscape.bonus(combination) == pytest.approx(bonus, abs=1e-4)
        assert landscape.value(combination, 0.7) == pytest.approx(mean + 0.7 * bonus, abs=1e-4)


def test_what_was_never_seen_is_taken_for_average() -> None:
    landscape = Landscape(1)
    assert landscape.value((0,), 0.7) == 0.0
    landscape.add((0,), 5.0)
    landscape.add((1,), 7.0)
    assert landscape.mean((2,)) == 6.0
    landscape.fade(0.5)
    assert landscape.mean((2,)) == 6.0


def test_pairs_in_the_landscape_by_hand() -> None:
    """Three parameters with pairs, after one use of (0, 0, 0): 0.9 and one of (0, 1, 0): 0.3.

    (0, 1, 1) has seen: a=0 (2 uses, 0.6), b=1 (1, 0.3), ab=01 (1, 0.3); unseen: c=1, ac=01, bc=11
    and the whole. ln 3 = 1.09861; over 2.5, 1.5 and 0.5 its roots are 0.66291, 0.85580, 1.48230.
    """
    landscape = Landscape(3, (1, 2))
    landscape.add((0, 0, 0), 0.9)
    landscape.add((0, 1, 0), 0.3)
    assert landscape.mean((0, 1, 1)) == pytest.approx((0.6 + 0.3 + 0.3) / 3)
    bonus = (0.66291 + 2 * 0.85580 + 4 * 1.48230) / 7
    assert landscape.bonus((0, 1, 1)) == pytest.approx(bonus, abs=1e-4)


def test_what_does_not_matter_is_no_part_of_the_landscape() -> None:
    """(1, None): a=1 and the whole are seen; b is neither seen nor explored for."""
    landscape = Landscape(2)
    landscape.add((1, None), 0.5)
    landscape.add((0, 1), -0.5)
    # a=1: n 1 of N 2; the whole: n 1 of N 2; ln 3 / 1.5 has the root 0.85580
    assert landscape.value((1, None), 1.0) == pytest.approx(0.5 + 0.85580, abs=1e-4)
    # of (0, 1): a=0 as above; b=1 n 1 of N 1: ln 2 / 1.5, 0.67977; the whole as above
    bonus = (2 * 0.85580 + 0.67977) / 3
    assert landscape.value((0, 1), 1.0) == pytest.approx(-0.5 + bonus, abs=1e-4)


def test_the_landscape_fades() -> None:
    landscape = Landscape(1)
    landscape.add((0,), 1.0)
    landscape.add((0,), 0.0)
    landscape.fade(0.5)
    assert landscape.mean((0,)) == 0.5
    assert landscape.bonus((0,)) == pytest.approx(math.sqrt(math.log(2) / 1.5))


def test_ntbea_moves_to_the_neighbour_of_highest_value() -> None:
    """With so many neighbours that all are looked at, the next is the best of all of them."""
    space = small_space(3, 4, 2)
    tuner = NTupleBandit(space, random.Random(5), neighbours=500)
    payoffs = random.Random(6)
    for _ in range(60):
        used = tuner.propose()
        tuner.reward(used, payoffs.random())
        values = {
            other: tuner.landscape.value(other, 0.7)
            for others in space.mutants(used)
            for other in others
        }
        assert values[tuner.propose()] == max(values.values())


def test_ntbea_looks_at_five_neighbours() -> None:
    """One parameter of 101 values, all as good: the chance that it takes one that is better.

    A neighbour is one of 100 others, and 10 of them have been found good; at least one of five
    neighbours is with probability 1 - 0.9^5 = 0.40951.
    """
    space = small_space(101)
    hits = 0
    for seed in range(3000):
        tuner = NTupleBandit(space, random.Random(seed), exploration=0.0)
        tuner.current = (100,)
        for good in range(10):
            tuner.landscape.add((good,), 1.0)
        tuner.reward((100,), 0.0)
        hits += tuner.propose()[0] < 10
    assert binomtest(hits, 3000, 0.40951).pvalue > 0.001
