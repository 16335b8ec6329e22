"""Tuning runs made up to draw pictures of."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import numpy as np

from babalab.base.parameters import Value
from babalab.heuristics import NAMES
from babalab.tuning.history import Evaluation, History


def evaluation(
    number: int,
    fitness: float,
    *,
    solved: int = 0,
    attempts: int = 50,
    point: Mapping[str, Value] | None = None,
    objectives: Mapping[str, float] | None = None,
) -> Evaluation:
    """One with this fitness, the rest being of no importance."""
    return Evaluation(
        number=number,
        point={"x": 0.0} if point is None else point,
        spec="heuristic",
        objectives={"fitness": fitness} if objectives is None else objectives,
        fitness=fitness,
        solved=solved,
        attempts=attempts,
        iterations=100.0,
        seconds=0.1,
        length=None,
    )


def history(fitness: Sequence[float], *, name: str = "made-up", **same: object) -> History:
    """A run whose evaluations have these fitnesses, one after the other."""
    made = [evaluation(number, each, **same) for number, each in enumerate(fitness)]  # type: ignore[arg-type]
    return History(name, {}, made)


def random_history(seed: int, *, count: int = 60, objectives: int = 2) -> History:
    """A run with random weights and results, in which the weight of `goals` decides the fitness.

    One objective is the fitness, several are shares solved.
    """
    dice = np.random.default_rng(seed)
    made = []
    for number in range(count):
        weights = dice.uniform(-10, 10, len(NAMES)).tolist()
        solved = dice.integers(0, 6, objectives).tolist()
        made.append(
            evaluation(
                number,
                3000 - 100 * abs(weights[0] + 5),
                solved=sum(solved),
                point={f"weights[{name}]": w for name, w in zip(NAMES, weights, strict=True)},
                objectives={
                    f"solved[{6 * place + 1}-{6 * place + 6}]": each / 6
                    for place, each in enumerate(solved)
                }
                if objectives > 1
                else None,
            )
        )
    return History(f"random-{seed}", {}, made)
