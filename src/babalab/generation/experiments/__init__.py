"""Experiments about map generation: searches run by the arena's executors, kept in its store.

>>> import tempfile
>>> from babalab.arena import InThisProcess, Store
>>> from babalab.generation.searching import Limits
>>> comparison = Comparison(
...     ["binary:width=5,height=5,path=4"], ["wide"], ["hill-climbing"], 2, Limits(None, 200)
... )
>>> with Store(tempfile.mkdtemp() + "/results.db") as store:
...     for planned, attempt in carry_out_generations(
...         comparison.plan(store), store, InThisProcess()
...     ):
...         assert attempt.error is None
...     [cell.playable.plays for cell in comparison.cells(store)]
[2]
"""

from babalab.generation.experiments.cell import Cell, Spread
from babalab.generation.experiments.comparison import Comparison
from babalab.generation.experiments.examples import write_examples
from babalab.generation.experiments.figure_d1 import figure_d1
from babalab.generation.experiments.figure_d2 import figure_d2
from babalab.generation.experiments.figure_d3 import figure_d3
from babalab.generation.experiments.method import Method
from babalab.generation.experiments.plan import (
    GenerationPlan,
    PlannedGeneration,
    carry_out_generations,
    make_generation_plan,
)
from babalab.generation.experiments.records import (
    GenerationRecord,
    add_generation,
    generation_records,
)
from babalab.generation.experiments.task import GenerationAttempt, GenerationTask

__all__ = [
    "Cell",
    "Comparison",
    "GenerationAttempt",
    "GenerationPlan",
    "GenerationRecord",
    "GenerationTask",
    "Method",
    "PlannedGeneration",
    "Spread",
    "add_generation",
    "carry_out_generations",
    "figure_d1",
    "figure_d2",
    "figure_d3",
    "generation_records",
    "make_generation_plan",
    "write_examples",
]
