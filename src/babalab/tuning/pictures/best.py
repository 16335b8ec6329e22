"""The best evaluation of a run, and what all pictures ask of a run first."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import Literal

from babalab.tuning.history import Evaluation, History
from babalab.tuning.pictures.errors import PictureError

Measure = Literal["fitness", "solved"]
"""What makes the best: the fitness, or the levels solved and among equals the fitness. The paper
takes the first for runs with one objective, the second for those with several."""


def evaluations_of(history: History) -> list[Evaluation]:
    """In the order they were asked for. Raises `PictureError` if there are none to draw."""
    if not history.evaluations:
        raise PictureError(f"the run {history.name!r} has no evaluations yet")
    for each in history.evaluations:
        if not math.isfinite(each.fitness):
            raise PictureError(
                f"evaluation {each.number} of the run {history.name!r} has no fitness"
            )
    return sorted(history.evaluations, key=lambda each: each.number)


def rank(evaluation: Evaluation, measure: Measure) -> tuple[float, float, int]:
    """What to compare by: the largest is the best; of equals, the first that was tried."""
    share = evaluation.solved / evaluation.attempts if evaluation.attempts else 0.0
    first = share if measure == "solved" else evaluation.fitness
    return first, evaluation.fitness, -evaluation.number


def best_of(evaluations: Sequence[Evaluation], measure: Measure) -> Evaluation:
    """The best of several."""
    return max(evaluations, key=lambda each: rank(each, measure))


def best_evaluation(history: History, measure: Measure = "fitness") -> Evaluation:
    """The best of a run."""
    return best_of(evaluations_of(history), measure)
