"""Importance of parameters: how the best evaluations of runs differ from the others.

The measure is PED-ANOVA (Watanabe, Bansal and Hutter, 2023), as Optuna computes it: for each
parameter, how far the values that the best tenth of the evaluations have are distributed otherwise
than the values of all evaluations. A parameter that may be anything where the fitness is high gets
little; one whose values gather somewhere gets much. The shares of all parameters add up to 1.

What it doesn't tell: parameters are looked at one by one, so that two which matter only together
both get little. Optimisers look where they found good values: what they settled early has little
left to show, and where descendants inherit, even a parameter without any effect gathers somewhere
(in a run of ga and one of nsga3 together the weight of `dead` got 7 %, and the agent drops all
states in which that is not 0). Only evaluations of the optimiser `random` are free of that. With 17
parameters and some hundred evaluations small shares are noise; how much of it there is shows in
the spread: evaluations are drawn anew, with repetition, many times, and a share is the mean.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np

from babalab.arena.pictures.canvas import COLOURS, canvas, plain, tidy
from babalab.arena.pictures.errors import PictureError
from babalab.base.errors import MissingExtraError
from babalab.base.parameters import Value
from babalab.tuning.history import Evaluation, History
from babalab.tuning.pictures.best import list_evaluations

if TYPE_CHECKING:
    from optuna.distributions import BaseDistribution

BEST_SHARE = 0.1
FEWEST = 50
"""Evaluations: below, the best tenth would be less than five."""
REDRAWN = 40
"""Repetitions."""


@dataclass(frozen=True)
class Importance:
    """The mean share of a parameter, from 0 to 1, and where nine of ten repetitions have it."""

    name: str
    share: float
    low: float
    high: float


def importances(
    histories: Sequence[History], *, redrawn: int = REDRAWN, seed: int = 0
) -> list[Importance]:
    """Return each parameter's share in the fitness of runs over one space, largest first.

    Raises `PictureError` if they are too short or nothing made a difference, `MissingExtraError`
    without Optuna.
    """
    evaluations = [each for history in histories for each in list_evaluations(history)]
    if len(evaluations) < FEWEST:
        raise PictureError(
            f"{len(evaluations)} evaluations are too few to say what mattered: "
            f"at least {FEWEST} are needed"
        )
    names = tuple(evaluations[0].point)
    if any(tuple(each.point) != names for each in evaluations):
        raise PictureError("the runs did not vary the same parameters")
    if len({each.fitness for each in evaluations}) == 1:
        raise PictureError("all evaluations have the same fitness: nothing made a difference")
    space = {name: _make_distribution([each.point[name] for each in evaluations]) for name in names}
    dice = np.random.default_rng(seed)
    repeated = []
    for _ in range(redrawn):
        drawn = dice.integers(len(evaluations), size=len(evaluations))
        repeated.append(_compute_shares([evaluations[place] for place in drawn], space))
    found = []
    for name in names:
        spread = [shares[name] for shares in repeated]
        low, high = np.quantile(spread, (0.05, 0.95)).tolist()
        found.append(Importance(name, float(np.mean(spread)), low, high))
    return sorted(found, key=lambda each: -each.share)


def draw_importances(path: Path | str, found: Sequence[Importance], title: str) -> None:
    """Draw a bar for each parameter, its spread as a line."""
    if not found:
        raise PictureError("there are no parameters to draw")
    with canvas(path, 7.5, 1.6 + 0.3 * len(found)) as figure:
        axes = figure.add_subplot()
        places = list(range(len(found)))
        axes.barh(places, [100 * each.share for each in found], color=COLOURS[5])
        axes.hlines(
            places,
            [100 * each.low for each in found],
            [100 * each.high for each in found],
            color=COLOURS[6],
            linewidth=1.4,
        )
        axes.set_yticks(places, [plain(each.name) for each in found])
        axes.invert_yaxis()
        axes.set_xlim(left=0)
        axes.set_xlabel(
            "share in what sets the best tenth apart (%); lines: 90 % of the repetitions"
        )
        axes.set_title(plain(title))
        tidy(axes, grid="x")


def _make_distribution(values: Sequence[Value]) -> BaseDistribution:
    """Return where the values of a parameter lie, as Optuna says it."""
    try:
        from optuna.distributions import (
            CategoricalDistribution,
            FloatDistribution,
            IntDistribution,
        )
    except ImportError as error:
        raise MissingExtraError("the importance of parameters", "tune") from error
    numbers = [each for each in values if isinstance(each, int | float)]
    if len(numbers) < len(values) or any(isinstance(each, bool) for each in values):
        return CategoricalDistribution(sorted(set(values), key=str))
    if all(isinstance(each, int) for each in numbers):
        return IntDistribution(int(min(numbers)), int(max(numbers)))
    return FloatDistribution(float(min(numbers)), float(max(numbers)))


def _compute_shares(
    evaluations: Sequence[Evaluation], space: dict[str, BaseDistribution]
) -> dict[str, float]:
    """Return the share of every parameter; equal ones if these evaluations are all alike."""
    import optuna
    from optuna.importance import PedAnovaImportanceEvaluator, get_param_importances

    before = optuna.logging.get_verbosity()
    optuna.logging.set_verbosity(optuna.logging.WARNING)
    try:
        study = optuna.create_study(direction="minimize")
    finally:
        optuna.logging.set_verbosity(before)
    study.add_trials(
        [
            optuna.trial.create_trial(
                params=dict(each.point), distributions=space, value=-each.fitness
            )
            for each in evaluations
        ]
    )
    shares = get_param_importances(
        study, evaluator=PedAnovaImportanceEvaluator(target_quantile=BEST_SHARE)
    )
    return {name: float(shares[name]) for name in space}
