"""Bayesian optimisation by Optuna: one point after the other, where a model of all others says."""

from __future__ import annotations

import warnings
from typing import Any

import numpy as np
import optuna
from optuna.distributions import (
    BaseDistribution,
    CategoricalDistribution,
    FloatDistribution,
    IntDistribution,
)

from babalab.base.errors import MissingExtraError
from babalab.base.suggestions import unknown
from babalab.tuning.dimension import Choice, Dimension, Whole
from babalab.tuning.errors import TuningError
from babalab.tuning.optimizers.optimizer import Losses, Optimizer
from babalab.tuning.space import Places

SAMPLERS = {
    "tpe": "tree-structured Parzen estimator",
    "gp": "Gaussian process; needs the extra babalab[tune-gp]",
}


class Bayesian(Optimizer):
    """It begins with a population of random points.

    Choices and whole numbers are known to the model as what they are.
    """

    def _begin(self) -> None:
        verbosity = optuna.logging.get_verbosity()
        optuna.logging.set_verbosity(optuna.logging.WARNING)
        try:
            self._study = optuna.create_study(
                directions=["minimize"] * self.request.objectives, sampler=self._make_sampler()
            )
        finally:
            optuna.logging.set_verbosity(verbosity)
        self._distributions = {
            each.name: _make_distribution(each) for each in self.request.space.dimensions
        }
        if self.request.start_from_current:
            places = self.request.space.places(self.request.space.current)
            self._study.enqueue_trial(
                {
                    each.name: _to_parameter(each, float(place))
                    for each, place in zip(self.request.space.dimensions, places, strict=True)
                }
            )

    def _ask(self) -> Places:
        self._trial = self._study.ask(self._distributions)
        return np.array(
            [
                [
                    _place(each, self._trial.params[each.name])
                    for each in self.request.space.dimensions
                ]
            ]
        )

    def _tell(self, losses: Losses) -> None:
        self._study.tell(self._trial, losses[0].tolist())

    def _make_sampler(self) -> Any:
        seed, startup = self._chance.number(), self.request.population
        if self.request.sampler == "tpe":
            return optuna.samplers.TPESampler(seed=seed, n_startup_trials=startup)
        if self.request.sampler == "gp":
            try:
                import torch  # noqa: F401
            except ImportError as error:
                raise MissingExtraError("The sampler gp", "tune-gp") from error
            warnings.simplefilter("ignore", optuna.exceptions.ExperimentalWarning)
            return optuna.samplers.GPSampler(seed=seed, n_startup_trials=startup)
        raise TuningError(unknown("sampler", self.request.sampler, SAMPLERS))


def _make_distribution(dimension: Dimension) -> BaseDistribution:
    if dimension.count is None or (isinstance(dimension, Whole) and dimension.log):
        return FloatDistribution(0.0, 1.0)
    if isinstance(dimension, Choice):
        return CategoricalDistribution(range(dimension.count))
    return IntDistribution(0, dimension.count - 1)


def _place(dimension: Dimension, parameter: float) -> float:
    """Return where the model's parameter is, from 0 to 1."""
    if isinstance(_make_distribution(dimension), FloatDistribution):
        return parameter
    assert dimension.count is not None
    return (parameter + 0.5) / dimension.count


def _to_parameter(dimension: Dimension, place: float) -> float:
    """Return the model's parameter for a place."""
    if isinstance(_make_distribution(dimension), FloatDistribution):
        return place
    assert dimension.count is not None
    return min(dimension.count - 1, int(place * dimension.count))


OPTIMIZER = Bayesian
