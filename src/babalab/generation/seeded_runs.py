"""Searches by their numbers: each depends on nothing but the seed and its number."""

from __future__ import annotations

import time
from collections.abc import Callable, Generator
from dataclasses import dataclass, replace
from typing import Final, NamedTuple

from babalab.base.budget import Budget
from babalab.base.random_streams import derive_seed
from babalab.execution.call import call_each
from babalab.execution.executor import Executor
from babalab.execution.reporting import report
from babalab.generation.algorithms.algorithm import Algorithm
from babalab.generation.made_map import MadeMap, finished_maps, maps_of
from babalab.generation.problems.baba import Baba
from babalab.generation.problems.problem import Problem
from babalab.generation.representations.representation import Representation
from babalab.generation.searching import USUAL_LIMITS, Found, search

SECONDS_BETWEEN_SIGHTS: Final = 0.2
"""How often a search reports what it has so far."""

Watch = Callable[[int, Found], None]
"""Told the number of a search and what it has so far."""


class Sight(NamedTuple):
    """What a search has so far."""

    number: int
    found: Found


class Searched(NamedTuple):
    """The result of a search."""

    number: int
    found: Found
    maps: list[MadeMap]
    """Those that pass the goal test, ready to be used."""


@dataclass(frozen=True)
class Searches:
    """Searches for maps of one problem, by their numbers. It travels to the workers."""

    problem: Problem
    algorithm: Algorithm
    representation: type[Representation]
    seed: int = 0
    limits: Budget = USUAL_LIMITS

    def seed_of(self, number: int) -> int:
        """Return the seed of one search. Nothing drawn in another changes what comes of it."""
        return derive_seed(self.seed, number, bits=53)  # every reader of JSON gets that right

    def search(self, number: int, watch: Callable[[Found], None] | None = None) -> Found:
        """Carry one of them out."""
        return search(
            self.problem,
            self.algorithm,
            self.representation,
            seed=self.seed_of(number),
            limits=self.limits,
            watch=watch,
        )

    def ended(self, number: int, found: Found) -> Searched:
        """Return the result of one of them that is over."""
        maps = maps_of(found, number, self.seed_of(number))
        if isinstance(self.problem, Baba):
            maps = finished_maps(self.problem, maps)
        return Searched(number, found, list(maps))

    def run(self, number: int) -> Searched:
        """Carry one of them out as a task, which reports what it has several times a second."""
        # Making the algorithm once more prepares it in this process too, before any clock runs.
        replace(self.algorithm)
        last: Found | None = None
        due = 0.0

        def see(found: Found) -> None:
            nonlocal last, due
            last = found
            if time.perf_counter() >= due:
                report(Sight(number, found))
                due = time.perf_counter() + SECONDS_BETWEEN_SIGHTS

        try:
            last = self.search(number, see)
        finally:
            # The last sight may be old. What Ctrl-C keeps is what was seen, also of a search that
            # is over but whose turn to come out is not yet.
            if last is not None:
                report(Sight(number, last))
        return self.ended(number, last)


def run_searches(
    searches: Searches, most: int, executor: Executor, watch: Watch | None = None
) -> Generator[Searched, None, None]:
    """Carry searches out, from number 0 on, and yield each when it is over.

    A limit of evaluations makes them come in the order of their numbers, so that whoever stops
    after some of them has the same ones on any executor.
    """
    see = None if watch is None else (lambda sight: watch(*sight))
    ordered = searches.limits.evaluations is not None
    return call_each(executor, searches.run, range(most), ordered=ordered, watch=see)
