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
from babalab.generation.problems.generated_map import GeneratedMap
from babalab.generation.problems.problem import Problem
from babalab.generation.representations.representation import Representation
from babalab.generation.searching import USUAL_LIMITS, SearchResult, collect_maps, search

SECONDS_BETWEEN_REPORTS: Final = 0.2
"""The time between two reports of a search."""

Watch = Callable[[int, SearchResult], None]
"""Told the number of a search and its result so far."""


class SearchReport(NamedTuple):
    """The result of a search so far."""

    number: int
    result: SearchResult


class FinishedSearch(NamedTuple):
    """The result of a search that is over."""

    number: int
    result: SearchResult
    maps: list[GeneratedMap]
    """The maps that pass the goal test, finished."""


@dataclass(frozen=True)
class Searches:
    """Searches for maps of one problem, by their numbers. It travels to the workers."""

    problem: Problem
    algorithm: Algorithm
    representation: type[Representation]
    seed: int = 0
    limits: Budget = USUAL_LIMITS

    def seed_of(self, number: int) -> int:
        """Return the seed of one search, which no random choice in another search affects."""
        return derive_seed(self.seed, number, bits=53)  # every reader of JSON gets that right

    def search(
        self, number: int, watch: Callable[[SearchResult], None] | None = None
    ) -> SearchResult:
        """Run one search."""
        return search(
            self.problem,
            self.algorithm,
            self.representation,
            seed=self.seed_of(number),
            limits=self.limits,
            watch=watch,
        )

    def finish(self, number: int, result: SearchResult) -> FinishedSearch:
        """Collect and finish the maps of a search that is over."""
        maps = collect_maps(self.problem, result, number, self.seed_of(number))
        return FinishedSearch(number, result, list(maps))

    def run(self, number: int) -> FinishedSearch:
        """Run one search as a task, which reports its result several times a second."""
        # Making the algorithm once more prepares it in this process too, before any clock runs.
        replace(self.algorithm)
        last: SearchResult | None = None
        due = 0.0

        def see(result: SearchResult) -> None:
            nonlocal last, due
            last = result
            if time.perf_counter() >= due:
                report(SearchReport(number, result))
                due = time.perf_counter() + SECONDS_BETWEEN_REPORTS

        try:
            last = self.search(number, see)
        finally:
            # The last report may be old. Ctrl-C keeps what was reported, also by a search that is
            # over but whose turn to be yielded has not come.
            if last is not None:
                report(SearchReport(number, last))
        return self.finish(number, last)


def run_searches(
    searches: Searches, most: int, executor: Executor, watch: Watch | None = None
) -> Generator[FinishedSearch, None, None]:
    """Run `most` searches, from number 0 on, and yield each when it is over.

    With a limit on evaluations they are yielded in the order of their numbers, so that a
    caller who stops early gets the same ones on any executor.
    """
    see = None if watch is None else (lambda seen: watch(*seen))
    ordered = searches.limits.evaluations is not None
    return call_each(executor, searches.run, range(most), ordered=ordered, watch=see)
