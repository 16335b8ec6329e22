"""Searching for one map: an algorithm asks, the problem answers, limits end it.

The same seed and the same limit on evaluations give the same map on every machine; a limit on
seconds only decides how far the search gets.
"""

from __future__ import annotations

import sys
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from typing import Final

import numpy as np

from babalab.base.budget import Budget
from babalab.generation.algorithms.algorithm import Algorithm
from babalab.generation.algorithms.archive import Archive
from babalab.generation.algorithms.protocol import Candidates, SearchContext
from babalab.generation.problems.generated_map import GeneratedMap
from babalab.generation.problems.problem import Problem
from babalab.generation.problems.values import Judgement, Maps, Statistics
from babalab.generation.representations.representation import Representation

USUAL_LIMITS: Final = Budget(seconds=60.0)
"""The limits of a search by default."""


@dataclass(slots=True)
class SearchResult:
    """The best map of a search so far, and what the search has spent."""

    map: Maps
    statistics: Statistics
    fitness: float
    reached: bool
    """Whether the map passes the goal test. A map that does is better than any that does not."""
    hint: str = ""
    """Facts that the algorithm knew about the map; see `Candidates`."""
    evaluations: int = 1
    seconds: float = 0.0
    depth: int = 0
    """The depth of the deepest node of a tree search, whether or not it is the best."""
    start: Statistics | None = None
    """The statistics of the start map, to which gains are relative."""
    archive: Archive | None = None
    curve: list[tuple[int, float]] = field(default_factory=list)
    """(evaluations, fitness) whenever a better map was found."""

    def is_worse_than(self, fitness: float, reached: bool) -> bool:
        """Return whether a map with this fitness would be better than the best so far."""
        return (reached, fitness) > (self.reached, self.fitness)


def search(
    problem: Problem,
    algorithm: Algorithm,
    representation: type[Representation],
    *,
    seed: int,
    limits: Budget = USUAL_LIMITS,
    watch: Callable[[SearchResult], None] | None = None,
) -> SearchResult:
    """Search for a map and return the best one found, whether or not it reaches the goal.

    `watch` is called after every batch with the result so far. Ctrl-C, in `watch` or in the search,
    raises `KeyboardInterrupt`; the result is then what `watch` saw last.
    """
    algorithm.check_problem(problem)
    chance = np.random.default_rng(seed)
    start = problem.random_maps(chance, 1)[0]
    judge = _Judge(problem, algorithm, start, limits, watch)
    context = SearchContext(
        problem, representation.for_search(problem, chance), start, judge.first, chance
    )
    asking = algorithm.search(context)
    try:
        asked = next(asking, None)
        while asked is not None:
            answer = judge.answer(asked)
            if answer is None:
                break
            asked = asking.send(answer)
    except StopIteration:
        pass
    finally:
        asking.close()
    judge.report()
    return judge.result


def collect_maps(
    problem: Problem, result: SearchResult, number: int, seed: int
) -> Iterator[GeneratedMap]:
    """Yield the finished maps of a search: those of its archive, or else its best map.

    Only maps that pass the goal test count. Archived maps come in an order in which even the first
    few are very different. The last map found may not be archived yet; it counts if there is
    nothing else.
    """
    for generated in _collect_unfinished(result, number, seed):
        finished = problem.finish(generated)
        if finished is not None:
            yield finished


def _collect_unfinished(result: SearchResult, number: int, seed: int) -> Iterator[GeneratedMap]:
    origin = (number, seed, result.evaluations, result.seconds)
    archive = result.archive
    elites = [] if archive is None else archive.order_by_spread()
    if archive is not None and elites:
        for elite in elites:
            fitness = float(archive.fitness[elite])
            yield GeneratedMap(archive.maps[elite], archive.statistics[elite], fitness, "", *origin)
    elif result.reached:
        yield GeneratedMap(result.map, result.statistics, result.fitness, result.hint, *origin)


class _Judge:
    """Judges maps as long as the limits allow, and keeps the best."""

    def __init__(
        self,
        problem: Problem,
        algorithm: Algorithm,
        start: Maps,
        limits: Budget,
        watch: Callable[[SearchResult], None] | None,
    ) -> None:
        self._began = time.perf_counter()
        self._problem = problem
        self._stops_at_goal = algorithm.stops_at_goal
        self._limits = limits.allow_only("seconds", "evaluations")
        self._watch = watch
        self._start = problem.measure(start[None])[0]
        self.first = problem.judge(start[None], self._start)
        self.result = SearchResult(
            start,
            self._start,
            float(self.first.fitness[0]),
            bool(self.first.reached[0]),
            start=self._start,
        )
        self.result.curve.append((1, self.result.fitness))
        self.report()

    def answer(self, asked: Candidates) -> Judgement | None:
        """Judge all candidates; return None if the search is over before that."""
        self.result.archive = asked.archive or self.result.archive
        parts: list[Judgement] = []
        for first in range(0, len(asked.maps), self._problem.batch):
            room = self._count_allowed()
            if room <= 0:
                return None
            part = slice(first, min(first + min(room, self._problem.batch), len(asked.maps)))
            hints = None if asked.hints is None else asked.hints[part]
            judged = self._problem.judge(asked.maps[part], self._start, hints)
            self._take(asked, part, judged)
            self.report()
            parts.append(judged)
        if sum(map(len, parts)) < len(asked.maps):
            return None
        return parts[0] if len(parts) == 1 else _join(parts)

    def _count_allowed(self) -> int:
        """Return how many more maps may be judged: 0 if time is up or the goal is reached."""
        result, limits = self.result, self._limits
        if result.reached and self._stops_at_goal:
            return 0
        if limits.seconds is not None and time.perf_counter() - self._began >= limits.seconds:
            return 0
        if limits.evaluations is None:
            return sys.maxsize
        return limits.evaluations - result.evaluations

    def _take(self, asked: Candidates, part: slice, judged: Judgement) -> None:
        """Count these candidates, and keep the best of them if it is the best so far."""
        results = count = len(judged)
        if asked.results is not None:
            results = min(max(asked.results - part.start, 0), count)
        if results:
            fitness, reached = judged.fitness[:results], judged.reached[:results]
            best = int(reached.argmax())
            if not reached[best]:
                best = int(fitness.argmax())
            elif self._stops_at_goal:
                count = best + 1  # what comes after it was not needed
            else:
                best = int(np.where(reached, fitness, -np.inf).argmax())
            self._keep_if_better(asked, part.start + best, judged, best)
        self.result.evaluations += count
        depth = asked.depth
        deepest = depth if isinstance(depth, int) else int(depth[part][:count].max())
        self.result.depth = max(self.result.depth, deepest)

    def _keep_if_better(
        self, asked: Candidates, number: int, judged: Judgement, place: int
    ) -> None:
        result = self.result
        fitness, reached = float(judged.fitness[place]), bool(judged.reached[place])
        if result.is_worse_than(fitness, reached):
            result.map = asked.maps[number].copy()
            result.statistics = judged.statistics[place].copy()
            result.fitness, result.reached = fitness, reached
            result.hint = "" if asked.hints is None else asked.hints[number]
            result.curve.append((result.evaluations + place + 1, fitness))

    def report(self) -> None:
        """Tell the watcher the result so far."""
        self.result.seconds = time.perf_counter() - self._began
        if self._watch is not None:
            self._watch(self.result)


def _join(parts: list[Judgement]) -> Judgement:
    return Judgement(
        np.concatenate([part.statistics for part in parts]),
        np.concatenate([part.fitness for part in parts]),
        np.concatenate([part.reached for part in parts]),
    )
