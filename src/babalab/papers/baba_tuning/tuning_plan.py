"""The tuning runs behind Fig. 2 and Fig. 3.

Both figures draw the same runs, so that after one of them the other has nothing left to run.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Sequence
from dataclasses import dataclass
from typing import Final, Literal

from babalab.base.suggestions import unknown
from babalab.papers.errors import ExperimentError
from babalab.tuning.history import History
from babalab.tuning.objectives import SUBSETS, SUBSETS_FITNESS
from babalab.tuning.run import EVALUATIONS, POPULATION

Reading = Literal["text", "code"]
"""Whether the agent and its objectives are those of the paper's text or of its authors' program."""

THRESHOLDS: Final[dict[Reading, float]] = {"text": 0.5, "code": 0.01}
"""Weights so near to 0 are 0: what §V says, if not §IV; and what the program does."""
VARIED = ("weights",)

SINGLE = ("ga", "de", "es", "ps", "bo")
"""Optimisers of one objective, the fitness."""
MULTI = (
    ("nsga2", 5, 10, None),
    ("nsga2", 10, 10, None),
    ("nsga2", 25, 10, None),
    ("nsga3", 10, 20, 12),
    ("nsga3", 25, 10, 4),
)
"""Optimisers of several objectives, the size of the subsets of levels that these count, the
population, and the partitions that make the directions. The last two are the program's."""


@dataclass(frozen=True)
class PlannedRun:
    """One run of an optimiser."""

    optimizer: str
    seed: int
    evaluations: int = EVALUATIONS
    subset_size: int | None = None
    """Levels to an objective; None if the fitness is the only one."""
    population: int = POPULATION
    partitions: int | None = None
    reading: Reading = "text"

    @property
    def agent(self) -> str:
        """Return the agent that is tuned."""
        return f"heuristic:as={self.reading},threshold={THRESHOLDS[self.reading]}"

    @property
    def objectives(self) -> list[str]:
        """Return what is optimised."""
        if self.subset_size is None:
            return ["fitness"]
        return [SUBSETS if self.reading == "text" else SUBSETS_FITNESS]

    @property
    def label(self) -> str:
        """Return its name in the paper's figures."""
        return (
            self.optimizer if self.subset_size is None else f"{self.optimizer}-{self.subset_size}"
        )


Runner = Callable[[PlannedRun], History]
"""A function that makes or finishes a run, or takes it from the store."""


def plan_single_runs(seeds: int, evaluations: int, reading: Reading = "text") -> list[PlannedRun]:
    """Return the runs with one objective, for panel (a)."""
    return [
        PlannedRun(optimizer, seed, evaluations, reading=reading)
        for optimizer in SINGLE
        for seed in range(seeds)
    ]


def plan_multi_runs(
    seeds: int, evaluations: int, levels: int, reading: Reading = "text"
) -> list[PlannedRun]:
    """Return the runs with several objectives for which there are enough levels, for panel (b)."""
    return [
        PlannedRun(optimizer, seed, evaluations, size, population, partitions, reading)
        for optimizer, size, population, partitions in MULTI
        if size < levels
        for seed in range(seeds)
    ]


def choose_runs(plan: Sequence[PlannedRun], optimizers: Collection[str] | None) -> list[PlannedRun]:
    """Return the runs with these labels; all if it is None.

    Raises `ExperimentError` for a label that no run has.
    """
    labels = dict.fromkeys(each.label for each in plan)
    for label in optimizers or ():
        if label not in labels:
            raise ExperimentError(unknown("optimiser", label, labels, owner="this figure"))
    return [each for each in plan if optimizers is None or each.label in optimizers]


def run_all(plan: Sequence[PlannedRun], runner: Runner) -> dict[str, list[History]]:
    """Make the runs of a plan, one after the other, and return them by their labels."""
    found: dict[str, list[History]] = {}
    for run in plan:
        found.setdefault(run.label, []).append(runner(run))
    return found
