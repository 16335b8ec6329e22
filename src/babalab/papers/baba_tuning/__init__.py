"""The experiments of "Evolutionary Optimization of Baba Is You Agents", to be repeated.

`babalab reproduce` runs them; docs/tuning-figures.md says how each is made.
"""

from babalab.papers.baba_tuning.correlation import correlation_matrix
from babalab.papers.baba_tuning.figure_2 import figure_2
from babalab.papers.baba_tuning.figure_3 import figure_3
from babalab.papers.baba_tuning.table_1 import table_1
from babalab.papers.baba_tuning.tuning_plan import (
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
