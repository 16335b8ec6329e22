"""Optimisers: ask for points, tell how good they are."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from babalab.base.parameters import Value
from babalab.tuning.chance import Chance
from babalab.tuning.errors import TuningError
from babalab.tuning.space import Places, Point, TuningSpace

SMALLEST_POPULATION = 4
"""Below that some algorithms have too few parents to choose from."""

Losses = npt.NDArray[np.float64]
"""One row for each point, one column for each objective; less is better."""


@dataclass(frozen=True)
class Request:
    """A problem for an optimiser."""

    space: TuningSpace
    objectives: int = 1
    population: int = 10
    seed: int = 0
    start_from_current: bool = False
    """Whether the agent as it is shall be among the first points."""
    sampler: str = "tpe"
    """Of Bayesian optimisation."""
    partitions: int | None = None
    """Of each objective by the directions of NSGA-III; None: as many as the population allows."""

    def __post_init__(self) -> None:
        if self.population < SMALLEST_POPULATION:
            raise TuningError(
                f"a population of {self.population} is too small; use {SMALLEST_POPULATION} or more"
            )
        if self.partitions is not None and self.partitions < 1:
            raise TuningError(f"{self.partitions} partitions make no directions; use 1 or more")
        if not 0 <= self.seed < 2**63:
            raise TuningError(f"{self.seed} can't be a seed; use a number from 0 to 2**63 - 1")


class Optimizer(ABC):
    """Base of all optimisers.

    `ask` gives the points to try next, as many as the algorithm wants to know about at the same
    time; `tell` says how they did. What it asks for depends on the request and on what it was
    told, and on nothing else: neither on how long it will go on nor on anybody else's random
    numbers.
    """

    def __init__(self, request: Request) -> None:
        self.request = request
        self._chance = Chance(request.seed)
        self._asked: list[Point] | None = None
        with self._chance.prevail():
            self._begin()

    def ask(self) -> list[Point]:
        """Return the points to try next. Asking again before telling gives the same."""
        if self._asked is None:
            with self._chance.prevail():
                places = self._ask()
            self._asked = [self.request.space.point(row) for row in places]
        return list(self._asked)

    def tell(
        self, points: Sequence[Mapping[str, Value]], losses: Sequence[Sequence[float]]
    ) -> None:
        """Take the losses of all points asked for last, in their order; less is better."""
        table = np.array(losses, dtype=float)
        if self._asked is None or list(points) != self._asked:
            raise ValueError("tell about the points that ask gave last, all of them, in order")
        if table.shape != (len(points), self.request.objectives) or not np.isfinite(table).all():
            raise ValueError(f"{len(points)} rows of {self.request.objectives} numbers are needed")
        self._asked = None
        with self._chance.prevail():
            self._tell(table)

    @abstractmethod
    def _begin(self) -> None:
        """Get ready."""

    @abstractmethod
    def _ask(self) -> Places:
        """Return places to try: one row for each."""

    @abstractmethod
    def _tell(self, losses: Losses) -> None:
        """Take the losses of the points."""

    def _list_first_places(self, count: int, restart: int = 0) -> Places:
        """Return where to begin: anywhere, and with the agent as it is if that was asked for."""
        places = self._chance.generator(restart).random((count, len(self.request.space.dimensions)))
        if self.request.start_from_current and restart == 0:
            places[0] = self.request.space.places(self.request.space.current)
        return places


def minimize(
    optimizer: Optimizer, loss: Callable[[Point], Sequence[float]], evaluations: int
) -> list[tuple[Point, tuple[float, ...]]]:
    """Ask and tell until so many points were tried; all of them, in order."""
    tried: list[tuple[Point, tuple[float, ...]]] = []
    while len(tried) < evaluations:
        points = optimizer.ask()
        found = [tuple(loss(point)) for point in points]
        tried += zip(points, found, strict=True)
        optimizer.tell(points, found)
    return tried[:evaluations]
