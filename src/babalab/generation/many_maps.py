"""Many maps: searches one after the other, what they find once each, the rest counted."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import closing
from dataclasses import dataclass, field

from babalab.base.budget import Budget
from babalab.execution.executor import Executor
from babalab.execution.in_this_process import InThisProcess
from babalab.generation.algorithms.algorithm import Algorithm
from babalab.generation.errors import GenerationError
from babalab.generation.made_map import MadeMap
from babalab.generation.problems.problem import Problem
from babalab.generation.representations import Representation, representation_named
from babalab.generation.searching import USUAL_LIMITS, Found
from babalab.generation.seeded_runs import Searched, Searches, Watch, run_searches

TRIES = 3
"""Searches for each map wanted, at most, if nothing else is said."""


@dataclass
class Making:
    """Makes maps, and knows what became of all searches.

    `count` is how many maps are wanted; None: all that one search finds, which is more than one
    if the algorithm keeps an archive. A search that ends without a map, or with one that is equal
    to another or its mirror image, is followed by the next, until there were `most_searches`.
    """

    searches: Searches
    count: int | None = 1
    most_searches: int | None = None
    executor: Executor = field(default_factory=InThisProcess)
    maps: list[MadeMap] = field(default_factory=list)
    ended: int = 0
    """Searches that are over."""
    failed: int = 0
    """Those that found no map."""
    repeated: int = 0
    """Maps found that were there already, as they are or mirrored."""
    evaluations: int = 0
    """Of all searches that are over."""
    nearest: Found | None = None
    """The best map of those that miss the goal."""
    _known: set[bytes] = field(default_factory=set)
    _seen: dict[int, Found] = field(default_factory=dict)

    def __post_init__(self) -> None:
        if self.count is not None and self.count < 1:
            raise GenerationError(f"{self.count} maps can't be made; ask for 1 or more")
        if self.most_searches is None:
            self.most_searches = 1 if self.count is None else TRIES * self.count
        if self.most_searches < 1:
            raise GenerationError(f"{self.most_searches} searches find nothing; allow 1 or more")

    @property
    def done(self) -> bool:
        """Whether there are as many maps as wanted."""
        return self.maps != [] if self.count is None else len(self.maps) >= self.count

    def run(self, watch: Watch | None = None) -> Iterator[MadeMap]:
        """Make the maps; each comes when it is found. To be called once.

        `watch` is told what every search has so far. Ctrl-C raises `KeyboardInterrupt` after what
        the searches under way have found; `maps` has everything.
        """
        assert self.most_searches is not None

        def see(number: int, found: Found) -> None:
            self._seen[number] = found
            if watch is not None:
                watch(number, found)

        coming = run_searches(self.searches, self.most_searches, self.executor, see)
        try:
            with closing(coming):
                for each in coming:
                    self._seen.pop(each.number, None)
                    yield from self._taken(each)
                    if self.count is not None and self.done:
                        return
        except KeyboardInterrupt:
            for number, found in sorted(self._seen.items()):
                yield from self._taken(self.searches.ended(number, found))
            raise

    def _taken(self, each: Searched) -> Iterator[MadeMap]:
        """The maps of a search that are wanted and new."""
        found = each.found
        self.ended += 1
        self.evaluations += found.evaluations
        if not each.maps:
            self.failed += 1
            if self.nearest is None or self.nearest.fitness < found.fitness:
                self.nearest = found
        for made in each.maps:
            if self.count is not None and self.done:
                return
            key = self.searches.problem.canonical(made.map)
            if key in self._known:
                self.repeated += 1
                continue
            self._known.add(key)
            self.maps.append(made)
            yield made


def many(
    problem: Problem,
    algorithm: Algorithm,
    representation: type[Representation] | None = None,
    *,
    count: int | None = 1,
    seed: int = 0,
    limits: Budget = USUAL_LIMITS,
    executor: Executor | None = None,
) -> Iterator[MadeMap]:
    """Make so many different maps, each by a search within the limits; see `Making`.

    >>> from babalab.generation import make_algorithm, make_problem
    >>> problem = make_problem("binary:width=4,height=4,path=3")
    >>> maps = many(problem, make_algorithm("hill-climbing"), count=2, seed=1)
    >>> [made.number for made in maps]
    [0, 1]
    """
    kind = representation or representation_named(algorithm.usual_representation)
    searches = Searches(problem, algorithm, kind, seed, limits)
    return Making(searches, count, executor=executor or InThisProcess()).run()
