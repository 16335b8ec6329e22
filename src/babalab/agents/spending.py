"""Accounting of the resources that a search uses."""

from __future__ import annotations

import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace
from typing import Any

from babalab.agents.result import Verdict
from babalab.base.budget import Budget


class OutOfBudgetError(Exception):
    """Raised by `Spending` inside the search when a limit is reached."""

    def __init__(self, verdict: Verdict) -> None:
        self.verdict = verdict
        super().__init__(verdict.value)


class Spending:
    """The account of one search."""

    def __init__(self, budget: Budget) -> None:
        self.budget = budget.allow_only("seconds", "iterations", "steps", "memory")
        self.iterations = 0
        self.steps = 0
        self.memory = 0
        self.peak_memory = 0
        self._began = time.perf_counter()

    @property
    def seconds(self) -> float:
        """Seconds since the search began."""
        return time.perf_counter() - self._began

    @property
    def steps_left(self) -> int:
        """Engine steps until the limit; `sys.maxsize` if there is none."""
        return sys.maxsize if self.budget.steps is None else self.budget.steps - self.steps

    def left(self) -> Budget:
        """Return what is left of the budget."""
        limits = self.budget
        return Budget(
            seconds=_subtract(limits.seconds, self.seconds),
            iterations=_subtract(limits.iterations, self.iterations),
            steps=_subtract(limits.steps, self.steps),
            memory=limits.memory,
        )

    def affordable(self, iterations: int, steps_each: int) -> int:
        """Return how many of these iterations the budget still allows, at least one.

        Raises `OutOfBudgetError` if it allows none.
        """
        limits = self.budget
        if limits.seconds is not None and self.seconds >= limits.seconds:
            raise OutOfBudgetError(Verdict.OUT_OF_TIME)
        if limits.iterations is not None:
            iterations = min(iterations, limits.iterations - self.iterations)
            if iterations < 1:
                raise OutOfBudgetError(Verdict.OUT_OF_ITERATIONS)
        if limits.steps is not None:
            iterations = min(iterations, self.steps_left // steps_each)
            if iterations < 1:
                raise OutOfBudgetError(Verdict.OUT_OF_STEPS)
        return iterations

    @contextmanager
    def narrowed(self, *, steps: int) -> Iterator[None]:
        """Allow at most `steps` more engine steps for a while."""
        kept = self.budget
        self.budget = replace(kept, steps=self.steps + min(steps, self.steps_left))
        try:
            yield
        finally:
            self.budget = kept

    def spend(self, *, iterations: int = 0, steps: int = 0) -> None:
        """Add iterations and steps to the account."""
        self.iterations += iterations
        self.steps += steps

    def occupy(self, memory: int, *, about_to_need: int = 0) -> None:
        """Record the memory in use; raise `OutOfBudgetError` if the next need won't fit."""
        self.memory = memory
        self.peak_memory = max(self.peak_memory, memory)
        limit = self.budget.memory
        if limit is not None and memory + about_to_need > limit:
            raise OutOfBudgetError(Verdict.OUT_OF_MEMORY)


def _subtract(limit: Any, spent: Any) -> Any:
    return None if limit is None else max(0, limit - spent)
