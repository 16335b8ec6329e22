"""MAP-Elites: not one good map, but the best of every kind.

Mouret and Clune, Illuminating search spaces by mapping elites, 2015. The kinds are the cells of a
grid over the problem's measures; the archive is that of pyribs. It is not in the paper on map
generation; the numbers are our own.
"""

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
from babalab.generation.algorithms.algorithm import (
    Algorithm,
    Candidates,
    Ground,
    Search,
    register_algorithm,
)
from babalab.generation.algorithms.crossover import crossed
from babalab.generation.algorithms.population import Individual
from babalab.generation.archive import Archive
from babalab.generation.problems.problem import Judged, Problem

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

GOAL_BONUS = 1e9
"""Of two maps of a kind the one that reaches the goal is the better, whatever their fitness."""


@register_algorithm
@dataclass(frozen=True, kw_only=True)
class MapElites(Algorithm):
    """Children of elites, by crossover and changes; each takes the place of a worse one."""

    name: ClassVar[str] = "map-elites"
    stops_at_goal: ClassVar[bool] = False

    first: int = parameter(256, "random maps to begin with", low=1, high=1_000_000)
    batch: int = parameter(64, "children of a generation", low=1, high=100_000)
    crossover: float = parameter(0.25, "chance of two parents", low=0, high=1)
    changes: float = parameter(2.0, "changes of a child on average", low=1, high=4096)

    def __post_init__(self) -> None:
        super().__post_init__()
        _grid_archive()  # so that what is missing is missed now
        _warm_up()  # so that no search waits for it

    def search(self, ground: Ground) -> Search:
        """See `Algorithm`."""
        elites = _Elites(ground.problem)
        begin = ground.representation.begin
        elites.add([(ground.start, begin(ground.chance))], ground.judged)
        asked: Sequence[Individual] = [
            (map_, begin(ground.chance))
            for map_ in ground.problem.random_maps(ground.chance, self.first)
        ]
        while True:
            judged = yield Candidates(
                np.stack([map_ for map_, _ in asked]), archive=elites.archive()
            )
            elites.add(asked, judged)
            parents = elites.individuals()
            asked = [self._child(parents, ground) for _ in range(self.batch)]

    def _child(self, parents: Sequence[Individual], ground: Ground) -> Individual:
        chance = ground.chance
        map_, cursor = parents[int(chance.integers(len(parents)))]
        if chance.random() < self.crossover:
            other, _ = parents[int(chance.integers(len(parents)))]
            map_ = crossed(map_, other, chance)
        changes = int(chance.geometric(1 / self.changes))
        return ground.representation.wander(map_, cursor, changes, chance)


def _grid_archive() -> Any:
    try:
        from ribs.archives import GridArchive
    except ImportError as error:
        raise MissingExtraError("The algorithm map-elites", "generate") from error
    return GridArchive


@cache
def _warm_up() -> None:
    """Import and compile what archives are made of; that takes seconds, once a process."""
    with _ctrl_c_kept():
        grid = _grid_archive()(solution_dim=1, dims=[1], ranges=[(0, 1)])
        grid.add(np.zeros((2, 1)), np.zeros(2), np.zeros((2, 1)))


@contextmanager
def _ctrl_c_kept() -> Iterator[None]:
    """Ctrl-C is heard when this is over; compilers, called back from C, would lose it."""
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
    """The archive of pyribs, spoken to in maps."""

    def __init__(self, problem: Problem) -> None:
        self._problem = problem
        self._columns = [problem.statistics.index(each.statistic) for each in problem.measures]
        self._grid: Any = _grid_archive()(
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

    def add(self, individuals: Sequence[Individual], judged: Judged) -> None:
        """Give each a place if its kind has no better one."""
        self._grid.add(
            np.stack([map_ for map_, _ in individuals]),
            judged.fitness + GOAL_BONUS * judged.reached,
            judged.statistics[:, self._columns],
            cursor=np.array([cursor for _, cursor in individuals]),
            fitness=judged.fitness,
            reached=judged.reached,
            statistics=judged.statistics,
        )

    def individuals(self) -> Sequence[Individual]:
        """All elites, in the order in which their kinds were first met."""
        elites = self._grid.data(["solution", "cursor"])
        return list(zip(elites["solution"], elites["cursor"].tolist(), strict=True))

    def archive(self) -> Archive:
        """What there is now, by kind."""
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
