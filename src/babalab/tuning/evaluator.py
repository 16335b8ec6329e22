"""Trying agents on levels: the arena makes the attempts, whole evaluations come out."""

from __future__ import annotations

import hashlib
from collections.abc import Generator, Mapping, Sequence
from contextlib import closing
from dataclasses import dataclass
from functools import cached_property

from babalab.agents import Verdict
from babalab.arena import Contestant, Executor, SolveAttempt, SolveTask
from babalab.arena.fingerprint import level_key
from babalab.base.budget import Budget
from babalab.game.level import Level
from babalab.tuning.outcome import Outcome, Score

TRIES = 2
"""An attempt that fails is made once more: a worker may die through no fault of the agent's."""
UNTIMED_LOSS = 3600.0
"""Seconds that count for an agent that can't be made, where the budget has none: no merit."""

_Place = tuple[str, int]
"""A level's key and a seed."""


@dataclass(frozen=True)
class Terms:
    """What every agent of a run is tried on."""

    levels: Sequence[Level]
    seeds: Sequence[int]
    budget: Budget

    @cached_property
    def digest(self) -> str:
        """The same for the same maps in the same order."""
        keys = "".join(level_key(level) for level in self.levels)
        return hashlib.blake2b(keys.encode(), digest_size=16).hexdigest()

    def refused(self, reason: str) -> Score:
        """What counts for an agent that can't be made."""
        seconds = UNTIMED_LOSS if self.budget.seconds is None else self.budget.seconds
        limit = self.budget.iterations or 0
        return Score.of_nobody(reason, len(self.levels), len(self.seeds), limit, seconds)

    @property
    def key(self) -> tuple[str, str, str]:
        """What evaluations of the same terms have in common: levels, seeds, budget."""
        return self.digest, " ".join(map(str, self.seeds)), self.budget.key


@dataclass
class Evaluator:
    """Tries agents, several at a time, as far as the executor has workers."""

    terms: Terms
    executor: Executor

    def scores(
        self, contestants: Sequence[Contestant]
    ) -> Generator[tuple[Contestant, Score], None, None]:
        """Try these; each comes out when the last of its attempts is made.

        A map that is in the set more than once is attempted once and counts for each.
        """
        by_source = {each.source: each for each in contestants}
        missing = {source: self._places() for source in by_source}
        found: dict[str, dict[_Place, Outcome]] = {source: {} for source in by_source}
        with closing(self._attempts(by_source)) as attempts:
            for attempt in attempts:
                source = attempt.task.contestant.source
                place = level_key(attempt.task.level), attempt.task.seed
                missing[source].discard(place)
                found[source][place] = Outcome.of(attempt)
                if not missing[source]:
                    yield by_source[source], self._score(found.pop(source))

    def _attempts(self, sources: Mapping[str, Contestant]) -> Generator[SolveAttempt, None, None]:
        """One for each agent, map and seed: the last, if there were more tries."""
        maps = {level_key(level): level for level in self.terms.levels}
        tasks = [
            SolveTask(contestant, level, seed, self.terms.budget)
            for contestant in sources.values()
            for level in maps.values()
            for seed in self.terms.seeds
        ]
        for tries_left in reversed(range(TRIES)):
            again: list[SolveTask] = []
            with closing(self.executor.run(tasks)) as attempts:
                for attempt in attempts:
                    if attempt.result.verdict is not Verdict.FAILED:
                        yield attempt
                    elif tries_left:
                        again.append(attempt.task)
                    else:
                        yield attempt
            if not again:
                return
            tasks = again

    def _places(self) -> set[_Place]:
        return {
            (level_key(level), seed) for level in self.terms.levels for seed in self.terms.seeds
        }

    def _score(self, found: Mapping[_Place, Outcome]) -> Score:
        return Score(
            [
                [found[level_key(level), seed] for seed in self.terms.seeds]
                for level in self.terms.levels
            ],
            self.terms.budget.iterations or 0,
        )
