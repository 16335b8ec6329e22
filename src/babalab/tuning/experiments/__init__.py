"""The experiments of "Evolutionary Optimization of Baba Is You Agents", to be repeated.

`babalab reproduce` runs them; docs/tuning-figures.md says how each is made.
"""

from babalab.tuning.experiments.correlation import correlation_matrix
from babalab.tuning.experiments.figure_2 import figure_2
from babalab.tuning.experiments.figure_3 import figure_3
from babalab.tuning.experiments.table_1 import table_1
from babalab.tuning.experiments.tuning_plan import (
    PlannedRun,
    Runner,
    multi_runs,
    run_all,
    single_runs,
)

__all__ = [
    "PlannedRun",
    "Runner",
    "correlation_matrix",
    "figure_2",
    "figure_3",
    "multi_runs",
    "run_all",
    "single_runs",
    "table_1",
]
