"""Elitism and the shift buffer, by hand."""

from __future__ import annotations

import numpy as np
import pytest

from babalab.games.game import Ends, Plans
from babalab.planning.fitness import Fitness, ValueFitness
from babalab.planning.rhea.judged import JudgedPopulation
from babalab.planning.rhea.population import Population
from support.ends import ends


def plans(*rows: str) -> Plans:
    return np.array([[int(action) for action in row] for row in rows], np.uint8)


def texts(found: Plans) -> list[str]:
    return ["".join(map(str, row)) for row in found.tolist()]


def test_offspring_replaces_all_but_the_elite() -> None:
    population = Population(plans("11", "22", "33", "44"), np.array([1.0, 4, 2, 3]), elite=2)
    assert texts(population.plans) == ["22", "44", "33", "11"]
    population.renew(plans("55", "66"), np.array([0.5, 9]))
    assert texts(population.plans) == ["66", "22", "44", "55"]
    assert population.fitness.tolist() == [9, 4, 3, 0.5]


def test_of_equals_the_older_comes_first() -> None:
    population = Population(plans("11", "22", "33"), np.array([1.0, 1, 1]), elite=1)
    population.renew(plans("44", "55"), np.array([1.0, 1]))
    assert texts(population.plans) == ["11", "44", "55"]
    infinite = Population(plans("11", "22", "33"), np.array([0, np.inf, np.inf]), elite=1)
    assert texts(infinite.plans) == ["22", "33", "11"]


def judged(rows: Plans, played: Ends[object], elite: int = 1) -> JudgedPopulation:
    return JudgedPopulation(rows, played, Fitness(), elite)


def test_shift_drops_the_first_gene_appends_one_and_discounts() -> None:
    population = judged(plans("123", "210", "001"), ends((10, 3, ""), (5, 3, ""), (0, 3, "")))
    population.shift(np.array([2, 0, 1]))
    assert texts(population.plans) == ["232", "100", "011"]
    assert population.fitness == pytest.approx([0.99, 0.99 * 0.5, 0])
    population.shift(np.array([0, 0, 0]))
    assert texts(population.plans) == ["320", "000", "110"]
    assert population.fitness == pytest.approx([0.99**2, 0.99**2 * 0.5, 0])


def test_payoff_is_the_best_offspring_less_the_best_before() -> None:
    population = judged(plans("00", "11", "22"), ends((10, 2, ""), (4, 2, ""), (0, 2, "")))
    assert population.accept_offspring(
        plans("33", "44"), ends((7, 2, ""), (2, 2, ""))
    ) == pytest.approx(-0.3)
    assert texts(population.plans) == ["00", "33", "44"]
    assert population.fitness == pytest.approx([1, 0.7, 0.2])


def test_all_are_worth_less_when_a_higher_score_is_met() -> None:
    population = judged(plans("00", "11", "22"), ends((1, 2, ""), (0, 2, ""), (0, 2, "")))
    assert population.fitness.tolist() == [1, 0, 0]
    assert population.accept_offspring(
        plans("33", "44"), ends((10, 2, ""), (0, 2, ""))
    ) == pytest.approx(0.9)
    assert texts(population.plans) == ["33", "00", "44"]
    assert population.fitness == pytest.approx([1, 0.1, 0])


def test_a_known_win_is_kept_for_any_that_comes_later() -> None:
    population = judged(plans("000", "111"), ends((0, 3, "won"), (0, 3, "")))
    population.shift(np.array([0, 0]))
    assert population.fitness[0] == pytest.approx(0.99 * 10 * 0.98**2)
    population.accept_offspring(plans("222"), ends((0, 3, "won")))
    assert texts(population.plans)[0] == "000"
    population.accept_offspring(plans("222"), ends((0, 2, "won")))
    assert texts(population.plans)[0] == "222"


def test_an_end_that_did_not_come_counts_no_more() -> None:
    population = judged(plans("000", "111"), ends((0, 2, "won"), (0, 1, "lost")))
    population.shift(np.array([0, 0]))
    assert population.fitness == pytest.approx([0.99 * 10 * 0.98, 0])
    population.shift(np.array([0, 0]))
    assert population.fitness.tolist() == [0, 0]


def test_plans_of_one_action() -> None:
    population = judged(plans("1", "2"), ends((0, 1, ""), (1, 1, "")))
    population.shift(np.array([0, 1]))
    assert texts(population.plans) == ["0", "1"]


def test_offspring_is_discounted_from_its_own_time_on() -> None:
    population = judged(plans("000", "111"), ends((10, 3, ""), (0, 3, "")))
    population.shift(np.array([0, 0]))
    population.accept_offspring(plans("222"), ends((8, 3, "")))
    assert population.fitness == pytest.approx([0.99, 0.8])
    population.shift(np.array([0, 0]))
    assert population.fitness == pytest.approx([0.99**2, 0.99 * 0.8])
    population.accept_offspring(plans("333"), ends((0, 1, "won")))
    assert texts(population.plans)[0] == "333"
    population.shift(np.array([0, 0]))
    assert population.fitness == pytest.approx([0.99**3, 0]), "its win should have come by now"


def test_order_changes_with_the_range_of_scores() -> None:
    """A win is worth as much as before, when the scores beside it are worth less."""
    judge = Fitness(worth=0.5, decay=1.0)
    played = ends((0, 2, "won"), (0.6, 2, ""), (1, 2, "lost"), (0, 2, ""))
    population = JudgedPopulation(plans("00", "11", "22", "33"), played, judge, 1)
    assert texts(population.plans) == ["11", "00", "22", "33"]
    # Of a range to 2 the scores of the first are worth half: 0.5 for the win, 0.3 for the other.
    gain = population.accept_offspring(
        plans("44", "55", "66"), ends((2, 2, "lost"), *[(0, 2, "")] * 2)
    )
    assert gain == pytest.approx((1 - 0.5) - 0.5)
    assert texts(population.plans)[0] == "00", "the elite is the best as things are now"


def test_the_end_of_offspring_comes_in_its_own_time() -> None:
    population = judged(plans("000", "111"), ends((0, 3, ""), (0, 1, "lost")))
    population.accept_offspring(plans("222"), ends((0, 3, "won")))
    population.shift(np.array([0, 0]))
    assert population.fitness == pytest.approx([0.99 * 10 * 0.98**2, 0])


def test_once_a_loss_was_met_what_is_played_now_beats_all_from_before() -> None:
    """Of values that include the end of the game; a score beside it would keep the old plan."""
    before = ends((5, 3, ""), (4, 3, ""), (0, 1, "lost"))
    for judge, best in ((ValueFitness(), "444"), (Fitness(), "000")):
        population = JudgedPopulation(plans("000", "111", "222"), before, judge, elite=1)
        population.shift(np.array([0, 1, 2]))
        population.accept_offspring(plans("333", "444"), ends((0, 1, "lost"), (4, 3, "")))
        assert texts(population.plans)[0] == best
