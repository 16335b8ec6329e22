"""Simulated annealing: which neighbours it takes."""

from __future__ import annotations

import math
from dataclasses import dataclass, field

import numpy as np

from babalab.generation.algorithms import Annealing, SearchContext
from babalab.generation.problems.values import Judgement, Maps
from babalab.generation.representations import Representation, Wide
from support.likeness import Likeness, context_for


@dataclass(frozen=True)
class Counted(Wide):
    """Every neighbour has a cursor of its own, so that one knows where a search stands."""

    asked_from: list[int] = field(default_factory=list)

    def neighbour(self, map_: Maps, cursor: int, chance: np.random.Generator) -> tuple[Maps, int]:
        del chance
        self.asked_from.append(cursor)
        return map_, len(self.asked_from)


def taken(algorithm: Annealing, losses: list[float], seed: int) -> list[bool]:
    """Of neighbours each of which is worse by so much than where it stands: which it takes."""
    plain = context_for(Likeness())
    counted: Representation = Counted(plain.problem)
    chance = np.random.default_rng(seed)
    asking = algorithm.search(
        SearchContext(plain.problem, counted, plain.start, plain.judged, chance)
    )
    next(asking)
    fitness, result = 0.0, []
    for number, loss in enumerate(losses, start=1):
        neighbour = fitness - loss
        asking.send(Judgement(np.zeros((1, 3)), np.array([neighbour]), np.array([False])))
        result.append(counted.asked_from[-1] == number)
        fitness = neighbour if result[-1] else fitness
    return result


def test_better_and_equal_neighbours_are_always_taken() -> None:
    for seed in range(10):
        assert all(taken(Annealing(), [-1, 0, -3, -0.5, 0, -2], seed))


def test_the_chance_falls_with_the_loss_and_with_the_temperature() -> None:
    algorithm = Annealing(temperature=4.0, cooling=0.5)
    answers = np.array([taken(algorithm, [3.0, 1.0, 0.2], seed) for seed in range(2000)])
    for column, chance in enumerate([math.exp(-3 / 4), math.exp(-1 / 2), math.exp(-0.2)]):
        error = math.sqrt(chance * (1 - chance) / len(answers))
        assert abs(answers[:, column].mean() - chance) < 4.5 * error


def test_the_papers_numbers_are_the_defaults() -> None:
    losses = [5.0] * 120
    answers = np.array([taken(Annealing(), losses, seed) for seed in range(300)])
    chances = np.array([math.exp(-5 / (10 * 0.99**step)) for step in range(120)])
    error = math.sqrt((chances * (1 - chances)).sum() * 300)
    assert abs(answers.sum() - chances.sum() * 300) < 4.5 * error
    assert answers[:, :40].mean() > 1.5 * answers[:, 80:].mean()


def test_at_no_temperature_nothing_worse_is_taken() -> None:
    for seed in range(20):
        assert taken(Annealing(temperature=0.0), [-1.0, 1.0, 0.001], seed) == [True, False, False]
        assert not taken(Annealing(cooling=0.0), [1.0, 1.0], seed)[1]
