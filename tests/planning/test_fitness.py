"""What ends are worth, by hand."""

from __future__ import annotations

import numpy as np
import pytest

from babalab.games import GameError
from babalab.planning import make_planner, play
from babalab.planning.fitness import Fitness, ValueFitness, plain_fitness
from support.corridor import Corridor, corridor
from support.ends import ends


def test_scores_count_between_the_lowest_and_the_highest_met() -> None:
    fitness = Fitness()
    assert fitness.rate(ends((4, 9, ""), (4, 9, ""))).tolist() == [0, 0]
    assert fitness.rate(ends((4, 9, ""), (6, 9, ""))).tolist() == [0, 1]
    assert fitness.rate(ends((5, 9, ""), (2, 9, ""))).tolist() == [0.75, 0]
    assert fitness.rate(ends((4, 9, ""))).tolist() == [0.5]


@pytest.mark.parametrize("kind", [Fitness, ValueFitness])
def test_scores_that_are_all_the_same_count_what_is_asked_for(kind: type[Fitness]) -> None:
    fitness = kind(flat=0.5)
    assert fitness.rate(ends((4, 9, ""), (4, 9, ""))).tolist() == [0.5, 0.5]
    assert fitness.rate(ends((4, 9, ""), (6, 9, ""))).tolist() == [0, 1]
    assert fitness.rate(ends((4, 9, ""), (4, 9, ""))).tolist() == [0, 0]


def test_whether_the_range_grew() -> None:
    fitness = Fitness()
    assert [
        fitness.note_scores(np.array(scores, float)) for scores in ([1, 2], [2], [0.5, 1], [3])
    ] == [
        True,
        False,
        True,
        True,
    ]


def test_sooner_wins_and_later_losses_are_better() -> None:
    values = Fitness().rate(ends((0, 2, "won"), (0, 5, "won"), (0, 5, "lost"), (0, 2, "lost")))
    assert values == pytest.approx([10 * 0.98**2, 10 * 0.98**5, -10 * 0.98**5, -10 * 0.98**2])
    assert (np.diff(values) < 0).all()


def test_steps_before_count_too() -> None:
    fitness = Fitness(worth=1, decay=0.5)
    assert fitness.rate(ends((0, 1, "won")), before=2).tolist() == [0.125]
    assert fitness.rate(ends((0, 9, "won")), before=0).tolist() == [0.5**9]


def test_values_count_wins_and_losses_as_a_million_points() -> None:
    fitness = ValueFitness()
    assert fitness.rate(ends((4, 9, ""), (6, 9, ""))).tolist() == [0, 1]
    lost = fitness.rate(ends((6, 2, "lost"), (4, 9, ""), (6, 9, "")))
    assert lost == pytest.approx([0, 1 - 2e-6, 1], abs=1e-12)
    both = fitness.rate(ends((6, 2, "lost"), (6, 9, ""), (6, 7, "won"), (6, 9, "won")))
    assert both.tolist() == [0, 0.5, 1, 1]


def test_fitness_of_paper_a() -> None:
    assert plain_fitness(ends((3, 4, "won"), (0.25, 4, "lost"), (2, 4, ""))).tolist() == [
        np.inf,
        0.25,
        2,
    ]


@pytest.mark.parametrize("planner", ["rhea", "rhea-adaptive:tuner=nmc", "mcts", "one-step"])
@pytest.mark.parametrize("score", [np.nan, np.inf, -np.inf])
def test_scores_that_are_no_numbers_are_named(planner: str, score: float) -> None:
    class Mistaken(Corridor):
        def score(self, state: int) -> float:
            return score if state == 4 else float(state)

    with pytest.raises(GameError, match=r"the game's scores are from .* must be finite numbers"):
        play(Mistaken(corridor().level), make_planner(planner), 1)


def test_scores_too_far_apart_are_named() -> None:
    fitness = Fitness()
    assert fitness.note_scores(np.array([-1e308]))
    with pytest.raises(GameError, match=r"from -1e\+308 to 1e\+308; .* so must their difference"):
        fitness.note_scores(np.array([1e308]))
