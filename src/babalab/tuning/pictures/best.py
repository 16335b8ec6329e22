"""The best evaluation of a run, and what all pictures ask of a run first."""

from __future__ import annotations

import math

from babalab.arena.pictures.errors import PictureError
from babalab.tuning.choice import best
from babalab.tuning.history import Evaluation, History


def list_evaluations(history: History) -> list[Evaluation]:
    """Return evaluations in the order asked for. Raises `PictureError` if there are none."""
    if not history.evaluations:
        raise PictureError(f"the run {history.name!r} has no evaluations yet")
    for each in history.evaluations:
        if not math.isfinite(each.fitness):
            raise PictureError(
                f"evaluation {each.number} of the run {history.name!r} has no fitness"
            )
    return sorted(history.evaluations, key=lambda each: each.number)


def find_best_evaluation(history: History) -> Evaluation:
    """Return the one that the run takes."""
    chosen = best(list_evaluations(history))
    if chosen is None:
        raise PictureError(f"no point of the run {history.name!r} is one that its agent takes")
    return chosen
