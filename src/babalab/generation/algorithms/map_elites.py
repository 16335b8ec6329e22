"""MAP-Elites: not one good map, but the best of every kind."""

from __future__ import annotations

import signal
import threading
from contextlib import contextmanager
from dataclasses import dataclass
from functools import cache
from typing import TYPE_CHECKING, Any, ClassVar

import numpy as np

from babalab.base.errors import MissingExtraError
from babalab.base.parameters import parameter
from babalab.generation.algorithms.algorithm import Algorithm, register_algorithm
from babalab.generation.algorithms.archive import Archive
from babalab.generation.algorithms.crossover import cross
from babalab.generation.algorithms.population import Individual
from babalab.generation.algorithms.protocol import Candidates, Search, SearchContext
from babalab.generation.problems.problem import Problem
from babalab.generation.problems.values import Judgement

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

GOAL_BONUS = 1e9
"""Of two maps of a kind, one that reaches the goal is better than one that does not."""


@register_algorithm
@dataclass(frozen=True, kw_only=True)
class MapElites(Algorithm):
    """Keep the best map of each kind, and breed more by crossover and changes.

    Mouret and Clune, Illuminating search spaces by mapping elites, 2015. The kinds are the cells of
    a grid over the problem's measures; the archive is that of pyribs. The paper on map generation
    doesn't have this algorithm; its parameters are ours.
    """

    name: ClassVar[str] = "map-elites"
    needs_change_list: ClassVar[bool] = False
    stops_at_goal: ClassVar[bool] = False

    first: int = parameter(256, "random maps to begin with", low=1, high=1_000_000)
    batch: int = parameter(64, "children in a generation", low=1, high=100_000)
    crossover: float = parameter(0.25, "probability of two parents", low=0, high=1)
    changes: float = parameter(2.0, "changes of a child, on average", low=1, high=4096)

    def __post_init__(self) -> None:
        super().__post_init__()
        _import_grid_archive()  # to say at once that the extra is missing
        _warm_up()  # so that no search waits for it

    def search(self, context: SearchContext) -> Search:
        """See `Algorithm`."""
        elites = _Elites(context.problem)
        begin = context.representation.begin
        elites.add([(context.start, begin(context.chance))], context.judged)
        asked: Sequence[Individual] = [
            (map_, begin(context.chance))
            for map_ in context.problem.random_maps(context.chance, self.first)
        ]
        while True:
            judged = yield Candidates(
                np.stack([map_ for map_, _ in asked]), archive=elites.make_archive()
            )
            elites.add(asked, judged)
            parents = elites.list_individuals()
            asked = [self._breed(parents, context) for _ in range(self.batch)]

    def _breed(self, parents: Sequence[Individual], context: SearchContext) -> Individual:
        chance = context.chance
        map_, cursor = parents[int(chance.integers(len(parents)))]
        if chance.random() < self.crossover:
            other, _ = parents[int(chance.integers(len(parents)))]
            map_ = cross(map_, other, chance)
        changes = int(chance.geometric(1 / self.changes))
        return context.representation.wander(map_, cursor, changes, chance)


def _import_grid_archive() -> Any:
    try:
        from ribs.archives import GridArchive
    except ImportError as error:
        raise MissingExtraError("The algorithm map-elites", "generate") from error
    return GridArchive


@cache
def _warm_up() -> None:
    """Import and compile pyribs; that takes seconds, once per process."""
    with _defer_ctrl_c():
        grid = _import_grid_archive()(solution_dim=1, dims=[1], ranges=[(0, 1)])
        grid.add(np.zeros((2, 1)), np.zeros(2), np.zeros((2, 1)))


@contextmanager
def _defer_ctrl_c() -> Iterator[None]:
    """Raise a Ctrl-C at the end of the block; a compiler, called back from C, would lose it."""
    usual = signal.getsignal(signal.SIGINT)
    main = threading.current_thread() is threading.main_thread()
    if not main or usual is not signal.default_int_handler:
        yield
        return
    pressed: list[int] = []
    signal.signal(signal.SIGINT, lambda number, _: pressed.append(number))
    try:
        yield
    finally:
        signal.signal(signal.SIGINT, usual)
    if pressed:
        raise KeyboardInterrupt


class _Elites:
    """The archive of pyribs, in terms of maps."""

    def __init__(self, problem: Problem) -> None:
        self._problem = problem
        self._columns = [problem.statistics.index(each.statistic) for each in problem.measures]
        self._grid: Any = _import_grid_archive()(
            solution_dim=problem.cells,
            dims=[each.bins for each in problem.measures],
            ranges=[(each.low, each.high) for each in problem.measures],
            solution_dtype=np.uint8,
            objective_dtype=np.float64,
            measures_dtype=np.float64,
            extra_fields={
                "cursor": ((), np.int64),
                "fitness": ((), np.float64),
                "reached": ((), np.bool_),
                "statistics": ((len(problem.statistics),), np.float64),
            },
        )

    def add(self, individuals: Sequence[Individual], judged: Judgement) -> None:
        """Add each individual unless its kind has a better one."""
        self._grid.add(
            np.stack([map_ for map_, _ in individuals]),
            judged.fitness + GOAL_BONUS * judged.reached,
            judged.statistics[:, self._columns],
            cursor=np.array([cursor for _, cursor in individuals]),
            fitness=judged.fitness,
            reached=judged.reached,
            statistics=judged.statistics,
        )

    def list_individuals(self) -> Sequence[Individual]:
        """Return all elites, in the order in which their kinds were found."""
        elites = self._grid.data(["solution", "cursor"])
        return list(zip(elites["solution"], elites["cursor"].tolist(), strict=True))

    def make_archive(self) -> Archive:
        """Return the current archive, sorted by kind."""
        elites = self._grid.data(["solution", "fitness", "statistics", "reached", "index"])
        order = np.argsort(elites["index"])
        return Archive(
            self._problem.measures,
            elites["solution"][order],
            elites["fitness"][order],
            elites["statistics"][order],
            elites["reached"][order],
            np.asarray(self._grid.int_to_grid_index(elites["index"][order]), dtype=np.int64),
        )
