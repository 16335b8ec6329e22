"""Generating many different maps: one search after the other, until there are enough."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import closing
from dataclasses import dataclass, field

from babalab.base.budget import Budget
from babalab.execution.executor import Executor
from babalab.execution.in_this_process import InThisProcess
from babalab.generation.algorithms.algorithm import Algorithm
from babalab.generation.baba.naming import NameGiver
from babalab.generation.errors import GenerationError
from babalab.generation.problems.generated_map import GeneratedMap
from babalab.generation.problems.problem import Problem
from babalab.generation.representations import Representation, representation_named
from babalab.generation.searching import USUAL_LIMITS, SearchResult
from babalab.generation.seeded_runs import FinishedSearch, Searches, Watch, run_searches

TRIES = 3
"""The default limit of searches for each map wanted."""


@dataclass
class MapMaker:
    """Generates maps, and counts what became of all searches.

    `count` is the number of maps wanted. If it is None, all maps of one search are wanted, which
    are several if the algorithm keeps an archive. A search that ends without a map, or with a map
    that equals another one or its mirror image, is followed by the next one, up to `max_searches`.
    """

    searches: Searches
    count: int | None = 1
    max_searches: int | None = None
    executor: Executor = field(default_factory=InThisProcess)
    maps: list[GeneratedMap] = field(default_factory=list)
    names: list[str] = field(default_factory=list)
    """The name of each map, if they are levels of Baba; no two have the same."""
    search_count: int = 0
    """Searches that are over."""
    failed: int = 0
    """Searches that found no map."""
    repeated: int = 0
    """Maps that were found before, as they are or mirrored."""
    evaluations: int = 0
    """Evaluations of all searches that are over."""
    nearest: SearchResult | None = None
    """The best of the results that miss the goal."""
    _giver: NameGiver = field(default_factory=NameGiver)
    _known: set[bytes] = field(default_factory=set)
    _under_way: dict[int, SearchResult] = field(default_factory=dict)

    def __post_init__(self) -> None:
        if self.count is not None and self.count < 1:
            raise GenerationError(f"can't generate {self.count} maps; ask for 1 or more")
        if self.max_searches is None:
            self.max_searches = 1 if self.count is None else TRIES * self.count
        if self.max_searches < 1:
            raise GenerationError(f"{self.max_searches} searches find nothing; allow 1 or more")

    @property
    def is_done(self) -> bool:
        """Return whether there are as many maps as wanted."""
        return self.maps != [] if self.count is None else len(self.maps) >= self.count

    def run(self, watch: Watch | None = None) -> Iterator[GeneratedMap]:
        """Generate the maps and yield each when it is found. Call it only once.

        `watch` is told the result so far of every search. Ctrl-C raises `KeyboardInterrupt` after
        yielding what the searches under way have found; `maps` has everything.
        """
        assert self.max_searches is not None

        def see(number: int, result: SearchResult) -> None:
            self._under_way[number] = result
            if watch is not None:
                watch(number, result)

        coming = run_searches(self.searches, self.max_searches, self.executor, see)
        try:
            with closing(coming):
                for each in coming:
                    self._under_way.pop(each.number, None)
                    yield from self._take(each)
                    if self.count is not None and self.is_done:
                        return
        except KeyboardInterrupt:
            for number, result in sorted(self._under_way.items()):
                yield from self._take(self.searches.finish(number, result))
            raise

    def _take(self, each: FinishedSearch) -> Iterator[GeneratedMap]:
        """Count a search that is over, and yield its maps that are wanted and new."""
        result = each.result
        self.search_count += 1
        self.evaluations += result.evaluations
        if not each.maps:
            self.failed += 1
            if self.nearest is None or self.nearest.fitness < result.fitness:
                self.nearest = result
        for generated in each.maps:
            if self.count is not None and self.is_done:
                return
            key = self.searches.problem.canonical(generated.map)
            if key in self._known:
                self.repeated += 1
                continue
            self._known.add(key)
            self.maps.append(generated)
            level = self.searches.problem.finished_level(generated)
            if level is not None:
                self.names.append(self._giver.choose(level))
            yield generated


def generate_maps(
    problem: Problem,
    algorithm: Algorithm,
    representation: type[Representation] | None = None,
    *,
    count: int | None = 1,
    seed: int = 0,
    limits: Budget = USUAL_LIMITS,
    executor: Executor | None = None,
) -> Iterator[GeneratedMap]:
    """Generate `count` different maps, each by a search within the limits; see `MapMaker`.

    Without an executor the searches run in this process.

    >>> from babalab.generation import make_algorithm, make_problem
    >>> problem = make_problem("binary:width=4,height=4,path=3")
    >>> maps = generate_maps(problem, make_algorithm("hill-climbing"), count=2, seed=1)
    >>> [generated.number for generated in maps]
    [0, 1]
    """
    kind = representation or representation_named(algorithm.usual_representation)
    searches = Searches(problem, algorithm, kind, seed, limits)
    return MapMaker(searches, count, executor=executor or InThisProcess()).run()
