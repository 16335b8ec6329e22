"""Searching for one map: an algorithm asks, the problem answers, limits end it.

The same seed and a limit of evaluations give the same map on every machine; a limit of seconds
only decides how far the search gets.
"""

from __future__ import annotations

import sys
import time
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Final

import numpy as np

from babalab.base.budget import Budget
from babalab.generation.algorithms.algorithm import Algorithm, Candidates, Ground
from babalab.generation.archive import Archive
from babalab.generation.errors import GenerationError
from babalab.generation.problems.problem import Judged, Maps, Problem, Statistics
from babalab.generation.representations.representation import Representation

USUAL_LIMITS: Final = Budget(seconds=60.0)
"""When a search ends at the latest, unless it is said."""


@dataclass(slots=True)
class Found:
    """The best map of a search so far, and what it took."""

    map: Maps
    statistics: Statistics
    fitness: float
    reached: bool
    """Whether the map passes the goal test. A map that does is better than any that does not."""
    hint: str = ""
    """What the algorithm knew of the map; see `Candidates`."""
    evaluations: int = 1
    seconds: float = 0.0
    depth: int = 0
    """Of the deepest node of a tree search, whether or not it is the best."""
    start: Statistics | None = None
    """The statistics of the start map, to which what is to be gained is relative."""
    archive: Archive | None = None
    curve: list[tuple[int, float]] = field(default_factory=list)
    """(evaluations, fitness) whenever there was a better map."""

    def better(self, fitness: float, reached: bool) -> bool:
        """Whether a map like this is better."""
        return (reached, fitness) > (self.reached, self.fitness)


def search(
    problem: Problem,
    algorithm: Algorithm,
    representation: type[Representation],
    *,
    seed: int,
    limits: Budget = USUAL_LIMITS,
    watch: Callable[[Found], None] | None = None,
) -> Found:
    """Search for a map; the best one found, whether or not it reaches the goal.

    `watch` is called after every batch with what there is so far. Ctrl-C in it or in the search
    comes through as `KeyboardInterrupt`; what `watch` saw last is the result then.
    """
    if algorithm.only and problem.name not in algorithm.only:
        wanted = " and ".join(algorithm.only)
        raise GenerationError(f"{algorithm.name} is for {wanted} only, not for {problem.name}")
    chance = np.random.default_rng(seed)
    start = problem.random_maps(chance, 1)[0]
    judging = _Judging(problem, algorithm, start, limits, watch)
    ground = Ground(problem, representation.drawn(problem, chance), start, judging.first, chance)
    asking = algorithm.search(ground)
    try:
        asked = next(asking, None)
        while asked is not None:
            answer = judging.answer(asked)
            if answer is None:
                break
            asked = asking.send(answer)
    except StopIteration:
        pass
    finally:
        asking.close()
    judging.tell()
    return judging.found


class _Judging:
    """Judges maps as long as limits allow, and keeps the best."""

    def __init__(
        self,
        problem: Problem,
        algorithm: Algorithm,
        start: Maps,
        limits: Budget,
        watch: Callable[[Found], None] | None,
    ) -> None:
        self._began = time.perf_counter()
        self._problem = problem
        self._stops_at_goal = algorithm.stops_at_goal
        self._limits = limits.limiting_only("seconds", "evaluations")
        self._watch = watch
        self._start = problem.measure(start[None])[0]
        self.first = problem.judge(start[None], self._start)
        self.found = Found(
            start,
            self._start,
            float(self.first.fitness[0]),
            bool(self.first.reached[0]),
            start=self._start,
        )
        self.found.curve.append((1, self.found.fitness))
        self.tell()

    def answer(self, asked: Candidates) -> Judged | None:
        """What is to be said of all candidates; None if the search is over before that."""
        self.found.archive = asked.archive or self.found.archive
        parts: list[Judged] = []
        for first in range(0, len(asked.maps), self._problem.batch):
            room = self._room()
            if room <= 0:
                return None
            part = slice(first, min(first + min(room, self._problem.batch), len(asked.maps)))
            hints = None if asked.hints is None else asked.hints[part]
            judged = self._problem.judge(asked.maps[part], self._start, hints)
            self._take(asked, part, judged)
            self.tell()
            parts.append(judged)
        if sum(map(len, parts)) < len(asked.maps):
            return None
        return parts[0] if len(parts) == 1 else _joined(parts)

    def _room(self) -> int:
        """How many maps more may be judged; none if time is up or the goal is reached."""
        found, limits = self.found, self._limits
        if found.reached and self._stops_at_goal:
            return 0
        if limits.seconds is not None and time.perf_counter() - self._began >= limits.seconds:
            return 0
        return sys.maxsize if limits.evaluations is None else limits.evaluations - found.evaluations

    def _take(self, asked: Candidates, part: slice, judged: Judged) -> None:
        """Count these candidates, and keep the best of them if it is better than what there is."""
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
        self.found.evaluations += count
        depth = asked.depth
        deepest = depth if isinstance(depth, int) else int(depth[part][:count].max())
        self.found.depth = max(self.found.depth, deepest)

    def _keep_if_better(self, asked: Candidates, number: int, judged: Judged, place: int) -> None:
        found = self.found
        fitness, reached = float(judged.fitness[place]), bool(judged.reached[place])
        if found.better(fitness, reached):
            found.map, found.statistics = asked.maps[number].copy(), judged.statistics[place].copy()
            found.fitness, found.reached = fitness, reached
            found.hint = "" if asked.hints is None else asked.hints[number]
            found.curve.append((found.evaluations + place + 1, fitness))

    def tell(self) -> None:
        """Say how things stand now."""
        self.found.seconds = time.perf_counter() - self._began
        if self._watch is not None:
            self._watch(self.found)


def _joined(parts: list[Judged]) -> Judged:
    return Judged(
        np.concatenate([part.statistics for part in parts]),
        np.concatenate([part.fitness for part in parts]),
        np.concatenate([part.reached for part in parts]),
    )
