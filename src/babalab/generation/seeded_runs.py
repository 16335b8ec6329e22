"""Searches by their numbers: each depends on nothing but the seed and its number."""

from __future__ import annotations

import time
from collections.abc import Callable, Generator
from contextlib import closing
from dataclasses import dataclass, replace
from typing import Any, Final, NamedTuple

from babalab.base.budget import Budget
from babalab.base.random_streams import derive_seed
from babalab.execution.call import call_each
from babalab.execution.executor import Executor
from babalab.execution.faults import format_value
from babalab.execution.reporting import report
from babalab.generation.algorithms.algorithm import Algorithm
from babalab.generation.errors import GenerationError
from babalab.generation.plain_results import read_result, write_result
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

    def as_plain(self) -> dict[str, Any]:
        """Return it as it travels from a worker that has run users' code."""
        return {"number": self.number, "result": write_result(self.result)}


class FinishedSearch(NamedTuple):
    """The result of a search that is over."""

    number: int
    result: SearchResult
    maps: list[GeneratedMap]
    """The maps that pass the goal test, finished."""

    def as_plain(self) -> dict[str, Any]:
        """Return it as it travels from a worker that has run users' code: maps are found again."""
        return {"number": self.number, "result": write_result(self.result)}


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

    def read(self, sent: Any) -> SearchReport:
        """Return what a worker reports that has run users' code; the problem judges it once more.

        Raises `GenerationError` if it is nothing.
        """
        match sent:
            case {"number": int(number), "result": result}:
                return SearchReport(number, read_result(self.problem, self.seed_of(number), result))
        raise GenerationError(f"a search returned {format_value(sent)} instead of a result")

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

    def see(sighting: Any) -> None:
        if watch is not None:
            watch(*(sighting if isinstance(sighting, SearchReport) else searches.read(sighting)))

    ordered = searches.limits.evaluations is not None
    coming = call_each(executor, searches.run, range(most), ordered=ordered, watch=see)
    with closing(coming):
        for found in coming:
            if isinstance(found, FinishedSearch):
                yield found
            else:
                yield searches.finish(*searches.read(found))
