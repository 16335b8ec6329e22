"""Searches for maps that nobody made, and a problem and an algorithm in files of their own."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

from babalab.arena import Attempt, Executor, InThisProcess, Store, carry_out
from babalab.generation.study import (
    GenerationAttempt,
    GenerationRecord,
    GenerationResult,
    GenerationTask,
    Method,
)
from babalab.papers.map_generation.cell import FigureCell
from babalab.papers.map_generation.comparison import MapComparison
from babalab.papers.map_generation.published import (
    OPTIMISERS,
    PROBLEMS,
    REPRESENTATIONS,
    TREE_SEARCH,
)

Row = tuple[str, str, str]
"""A problem, a representation and an algorithm."""

STRIPES = '''
"""Rows of lamps; as many as wanted shall be on, all in the first half."""

from dataclasses import dataclass
from typing import ClassVar

import numpy as np
from PIL import Image

from babalab.generation.problems import Measure, Problem, Tile, Want
from babalab.base.parameters import parameter


@dataclass(frozen=True, kw_only=True)
class Lamps(Problem):
    name: ClassVar[str] = "lamps"
    tiles: ClassVar = (Tile("off", ".", 0.9), Tile("on", "*", 0.1))
    statistics: ClassVar = ("first", "second")

    width: int = parameter(4, "columns", low=1, high=64)
    height: int = parameter(2, "rows", low=1, high=64)
    wanted: int = parameter(3, "lamps", low=0, high=64)

    @property
    def wants(self):
        return (Want("first", 1, self.wanted, self.wanted), Want("second", 1, 0, 0))

    @property
    def measures(self):
        return (Measure("first", 0, 8, 8), Measure("second", 0, 8, 8))

    def measure(self, maps, hints=None):
        {extra}
        half = self.cells // 2
        return np.stack([maps[:, :half].sum(1), maps[:, half:].sum(1)], axis=1).astype(float)

    def draw(self, map_):
        return Image.fromarray(map_.reshape(self.height, self.width) * np.uint8(255))
'''

FLIPPER = '''
"""An algorithm that changes cells by chance."""

from dataclasses import dataclass
from typing import ClassVar

from babalab.generation.algorithms import Algorithm, Candidates


@dataclass(frozen=True, kw_only=True)
class Flipper(Algorithm):
    name: ClassVar[str] = "flipper"

    def search(self, ground):
        map_, cursor = ground.start, ground.representation.begin(ground.chance)
        depth = 0
        while True:
            depth += 1
            map_, cursor = ground.representation.neighbour(map_, cursor, ground.chance)
            yield Candidates(map_[None], depth=depth)
            {extra}
'''


def write_problem(folder: Path, extra: str = "pass") -> str:
    """Write the problem, measuring begins with this; how to name it."""
    path = folder / "lamps.py"
    path.write_text(STRIPES.format(extra=extra))
    return f"{path}:Lamps"


def write_algorithm(folder: Path, extra: str = "pass") -> str:
    """Write the algorithm, every step ends with this; how to name it."""
    path = folder / "flipper.py"
    path.write_text(FLIPPER.format(extra=extra))
    return f"{path}:Flipper"


def searched(
    comparison: MapComparison, store: Store, executor: Executor | None = None
) -> list[GenerationAttempt]:
    """Make the searches that are missing."""
    return list(carry_out(comparison.plan(store), store, executor or InThisProcess()))


def made_up_attempt(task: GenerationTask, **figures: Any) -> GenerationAttempt:
    """A search that nobody made."""
    now = datetime(2026, 1, 2, 3, 4, 5, tzinfo=UTC)
    told: dict[str, Any] = {
        "reached": False, "fitness": 0.0, "statistics": {}, "depth": 0, "evaluations": 100,
        "seconds": 60.0, "map": "", "error": None,
    }  # fmt: skip
    return Attempt(task, GenerationResult(**{**told, **figures}), now, now, "here")


def made_up_record(method: Method, seed: int, **figures: Any) -> GenerationRecord:
    """The same as the store would have it."""
    told: dict[str, Any] = {
        "reached": False, "fitness": 0.0, "statistics": {}, "depth": 0, "evaluations": 100,
        "seconds": 60.0, "map": "", "error": None, "max_seconds": 60.0, "max_evaluations": None,
    }  # fmt: skip
    time = "2026-01-02T03:04:05.000000+00:00"
    return GenerationRecord(
        problem=method.problem,
        problem_name=method.problem_name,
        representation=method.representation,
        algorithm=method.algorithm,
        algorithm_name=method.algorithm_name,
        code=method.code,
        seed=seed,
        limits="seconds=60.0",
        started=time,
        finished=time,
        version="0",
        host="here",
        **{**told, **figures},
    )


def made_up_method(problem: str, representation: str, algorithm: str) -> Method:
    """A method that need not be there."""
    names = problem, representation, algorithm
    return Method(*names, "code", problem, algorithm, names, algorithm)


def all_rows() -> list[Row]:
    """The cells of paper D: 36 of tree search, 12 of optimisation."""
    return [
        (problem, representation, algorithm)
        for problem in PROBLEMS
        for algorithm in TREE_SEARCH + OPTIMISERS
        for representation in (REPRESENTATIONS if algorithm in TREE_SEARCH else ("wide",))
    ]


def made_up_cells(
    playable: Callable[[Row], int],
    depth: Callable[[Row], float] = lambda _: 0.0,
    spent: Callable[[Row], float] = lambda _: 1.0,
    runs: int = 30,
) -> list[FigureCell]:
    """All cells, with so many of 30 runs that reach the goal, such depths and such shares."""
    cells = []
    for row in all_rows():
        method = made_up_method(*row)
        # Runs with equal figures are one record, which makes large worlds quick.
        kinds = {
            (reached, odd): made_up_record(
                method,
                odd,
                reached=reached,
                depth=round(depth(row)) + odd,
                seconds=60.0 * spent(row),
            )
            for reached in (False, True)
            for odd in (0, 1)
        }
        most = playable(row) * runs
        cells.append(FigureCell(method, [kinds[30 * i < most, i % 2] for i in range(runs)]))
    return cells


def as_in_the_paper(changes: Mapping[Row, int] | None = None) -> Callable[[Row], int]:
    """Of 30 runs of a cell those that reach the goal, in a world where all the paper says is so."""

    def playable(row: Row) -> int:
        if changes and row in changes:
            return changes[row]
        problem, representation, algorithm = row
        if algorithm in ("bfs", "dfs"):
            return 0
        if algorithm == "mcts":
            by_view = {
                "binary": {"narrow": 12, "turtle": 10, "wide": 2},
                "zelda": dict.fromkeys(REPRESENTATIONS, 1),
                "sokoban": {"narrow": 24, "turtle": 6, "wide": 12},
            }
            return by_view[problem][representation]
        best = {"binary": 27, "zelda": 26, "sokoban": 15}[problem]
        return best + 2 * (algorithm == "annealing")

    return playable
