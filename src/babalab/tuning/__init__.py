"""Finding good parameters of agents: see docs/tuning.md.

>>> import tempfile
>>> from babalab.arena import InThisProcess, Store
>>> from babalab.agents import Budget
>>> from babalab.levels import load_levels
>>> tuning = Tuning(
...     "random", load_levels("first-steps"), vary=["length=5..50"], optimizer="random",
...     budget=Budget(iterations=20),
... )
>>> with Store(tempfile.mkdtemp() + "/results.db") as store:
...     tried = list(tuning.run(store, InThisProcess(), evaluations=5))
...     history = load_history(store, tuning.name)
>>> history.evaluations == tried
True
>>> best(tried).fitness == max(each.fitness for each in tried)
True
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from babalab.base.lazy import import_lazily

if TYPE_CHECKING:
    from babalab.tuning.choice import best, find_constant_objectives, find_pareto_front
    from babalab.tuning.errors import TuningError
    from babalab.tuning.folds import Fold
    from babalab.tuning.history import Evaluation, History
    from babalab.tuning.objectives import OBJECTIVES, Objective, find_objective
    from babalab.tuning.optimizers import OPTIMIZERS, make_optimizer
    from babalab.tuning.optimizers.optimizer import Optimizer, Request, minimize
    from babalab.tuning.parameter_file import write_parameters
    from babalab.tuning.records import RunSummary, load_history, runs
    from babalab.tuning.run import FINAL, Tuning
    from babalab.tuning.space import Point, TuningSpace

__all__ = [
    "FINAL",
    "OBJECTIVES",
    "OPTIMIZERS",
    "Evaluation",
    "Fold",
    "History",
    "Objective",
    "Optimizer",
    "Point",
    "Request",
    "RunSummary",
    "Tuning",
    "TuningError",
    "TuningSpace",
    "best",
    "find_constant_objectives",
    "find_objective",
    "find_pareto_front",
    "load_history",
    "make_optimizer",
    "minimize",
    "runs",
    "write_parameters",
]

__getattr__, __dir__ = import_lazily(
    __name__,
    {
        ".choice": ("best", "find_constant_objectives", "find_pareto_front"),
        ".errors": ("TuningError",),
        ".folds": ("Fold",),
        ".history": ("Evaluation", "History"),
        ".objectives": ("OBJECTIVES", "Objective", "find_objective"),
        ".optimizers": ("OPTIMIZERS", "make_optimizer"),
        ".optimizers.optimizer": ("Optimizer", "Request", "minimize"),
        ".parameter_file": ("write_parameters",),
        ".records": ("RunSummary", "load_history", "runs"),
        ".run": ("FINAL", "Tuning"),
        ".space": ("Point", "TuningSpace"),
    },
)
