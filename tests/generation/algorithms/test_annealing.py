"""Simulated annealing: which neighbours it takes."""

from __future__ import annotations

import math

import numpy as np

from babalab.generation.algorithms import Annealing
from babalab.generation.problems.problem import Judged
from support.likeness import IMPOSSIBLE, Likeness, ground_of


def answer(fitness: float) -> Judged:
    return Judged(np.zeros((1, 3)), np.array([fitness]), np.array([False]))


def taken(algorithm: Annealing, losses: list[float], seed: int) -> list[bool]:
    """Of neighbours that are worse by so much one after the other: which it goes on from."""
    ground = ground_of(Likeness(width=30, height=20, alike=IMPOSSIBLE), seed=seed)
    asking = algorithm.search(ground)
    here, fitness = ground.start, 0.0
    neighbour = next(asking).maps[0]
    result = []
    for loss in losses:
        following = asking.send(answer(fitness - loss)).maps[0]
        # Neighbours are one change away from where it stands. In a map so large that two changes
        # undo each other hardly ever, that tells whether it moved.
        from_there = (following != neighbour).sum() <= 1
        from_here = (following != here).sum() <= 1
        if from_there and from_here:
            return result
        assert from_there or from_here
        result.append(bool(from_there))
        if from_there:
            here, fitness = neighbour, fitness - loss
        neighbour = following
    return result


def test_better_and_equal_neighbours_are_always_taken() -> None:
    for seed in range(10):
        assert all(taken(Annealing(), [-1, 0, -3, -0.5, 0, -2], seed))


def test_the_chance_falls_with_the_loss_and_with_the_temperature() -> None:
    algorithm = Annealing(temperature=4.0, cooling=0.5)
    firsts, seconds = [], []
    for seed in range(1200):
        answers = taken(algorithm, [3.0, 1.0], seed)
        firsts += answers[:1]
        seconds += answers[1:2]
    for results, chance in ((firsts, math.exp(-3 / 4)), (seconds, math.exp(-1 / 2))):
        assert len(results) > 500
        error = math.sqrt(chance * (1 - chance) / len(results))
        assert abs(np.mean(results) - chance) < 4.5 * error


def test_at_no_temperature_nothing_worse_is_taken() -> None:
    for algorithm in (Annealing(temperature=0.0), Annealing(cooling=0.0)):
        for seed in range(20):
            assert not any(taken(algorithm, [-1.0, 1.0, 0.001], seed)[1:])
