"""The optimisers there are: declared in one table, each in a file of its own.

Their libraries are imported when one is made.
"""

from __future__ import annotations

import importlib
from dataclasses import dataclass
from importlib.metadata import version
from typing import Final, cast

from babalab.base.errors import MissingExtraError
from babalab.base.registry import Registry
from babalab.tuning.errors import TuningError
from babalab.tuning.optimizers.optimizer import Optimizer, Request

EXTRA = "tune"


@dataclass(frozen=True)
class OptimizerKind:
    """The declaration of an optimiser."""

    name: str
    meaning: str
    module: str
    """The file it is in, which calls its class `OPTIMIZER`."""
    library: str | None
    objectives: range
    """The numbers of objectives it supports."""

    @property
    def for_one(self) -> bool:
        """Whether it can make one objective as good as possible."""
        return 1 in self.objectives

    @property
    def made_by(self) -> str:
        """The library with its version; a run repeats only with the same."""
        return "babalab" if self.library is None else f"{self.library} {version(self.library)}"


_ONE, _SEVERAL, _ANY = range(1, 2), range(2, 10_000), range(1, 10_000)

OPTIMIZERS: Final[Registry[OptimizerKind]] = Registry(
    "optimiser",
    TuningError,
    (
        OptimizerKind("cma", "covariance matrix adaptation", "cma", None, _ONE),
        OptimizerKind("ga", "genetic algorithm", "ga", "pymoo", _ONE),
        OptimizerKind("de", "differential evolution", "de", "pymoo", _ONE),
        OptimizerKind("es", "evolution strategy", "es", "pymoo", _ONE),
        OptimizerKind("ps", "Hooke and Jeeves' pattern search", "ps", "pymoo", _ONE),
        OptimizerKind("cma-es", "covariance matrix adaptation by pymoo", "cma_es", "pymoo", _ONE),
        OptimizerKind("nsga2", "NSGA-II", "nsga2", "pymoo", _SEVERAL),
        OptimizerKind("nsga3", "NSGA-III with Das-Dennis directions", "nsga3", "pymoo", _SEVERAL),
        OptimizerKind("ntbea", "n-tuple bandit evolutionary algorithm", "ntbea", None, _ONE),
        OptimizerKind("bo", "Bayesian: Optuna's TPE or GP", "bo", "optuna", _ANY),
        OptimizerKind("random", "points drawn evenly", "random_search", None, _ANY),
    ),
)


def make_optimizer(name: str, request: Request) -> Optimizer:
    """Return an optimiser at its beginning.

    Raises `TuningError` if it can't do what is asked for, and `MissingExtraError` if the library
    it needs is not installed.
    """
    kind = OPTIMIZERS.named(name)
    if request.objectives not in kind.objectives:
        raise TuningError(_refuse_count(kind, request.objectives))
    try:
        module = importlib.import_module(f"{__name__}.{kind.module}")
    except ImportError as error:
        if (error.name or "").startswith("babalab"):
            raise
        raise MissingExtraError(f"The optimiser {name}", EXTRA) from error
    return cast("type[Optimizer]", module.OPTIMIZER)(request)


def _refuse_count(kind: OptimizerKind, objectives: int) -> str:
    fitting = ", ".join(each.name for each in OPTIMIZERS.values() if objectives in each.objectives)
    if objectives == 1:
        return (
            f"{kind.name} is for several objectives, and there is one; name more with "
            f"--objectives, make subsets smaller with --subset-size, or use one of {fitting}"
        )
    return (
        f"{kind.name} is for one objective, and there are {objectives}; name one with "
        f"--objectives, or use one of {fitting}"
    )
