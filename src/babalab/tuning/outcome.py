"""An agent's results on a set of levels, small enough to keep thousands of them."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass

from babalab.agents import Verdict
from babalab.arena import SolveAttempt
from babalab.base.statistics import mean, mean_or_none

LONGEST_ERROR = 300
"""Characters of an error that are kept."""


@dataclass(frozen=True, slots=True)
class LevelOutcome:
    """One attempt, in what objectives are made of."""

    iterations: int
    seconds: float
    length: int | None = None
    """Moves of the solution; None if there is none."""
    failed: bool = False
    error: str | None = None
    """Why it failed, if that is known."""

    @property
    def solved(self) -> bool:
        """Whether there is a solution, which has been replayed."""
        return self.length is not None

    @classmethod
    def of(cls, attempt: SolveAttempt) -> LevelOutcome:
        """Return the outcome of an attempt; one that failed has used up all that it was allowed."""
        result, budget = attempt.result, attempt.task.budget
        seconds, allowed = round(result.seconds, 6), budget.iterations or 0
        if result.verdict is Verdict.FAILED:
            error = None if result.error is None else result.error[:LONGEST_ERROR]
            return cls(allowed, max(seconds, budget.seconds or 0), failed=True, error=error)
        length = None if result.solution is None else len(result.solution)
        return cls(result.iterations, seconds, length)


@dataclass(frozen=True)
class Score:
    """All attempts of an agent: level by level, each with every seed."""

    outcomes: Sequence[Sequence[LevelOutcome]]
    """For each level of the set, in its order, one for each seed."""
    limit: int
    """Iterations allowed for an attempt."""
    refused: str | None = None
    """Why there is no such agent, so that nothing was attempted and everything counts as failed."""

    @classmethod
    def of_refusal(cls, reason: str, levels: int, seeds: int, limit: int, seconds: float) -> Score:
        """Return the score of an agent that refuses its parameters: all spent, nothing solved."""
        lost = [LevelOutcome(limit, seconds, failed=True)] * seeds
        return cls([lost] * levels, limit, reason[:LONGEST_ERROR])

    @property
    def attempts(self) -> list[LevelOutcome]:
        """All attempts, level by level."""
        return [outcome for level in self.outcomes for outcome in level]

    @property
    def solved(self) -> int:
        """The number of attempts with a solution."""
        return sum(each.solved for each in self.attempts)

    @property
    def failed(self) -> int:
        """The number of attempts that failed, even when repeated."""
        return sum(each.failed for each in self.attempts)

    @property
    def error(self) -> str | None:
        """The reason why there is no such agent; None if there is one."""
        return self.refused

    @property
    def errors(self) -> Counter[str]:
        """The reasons why attempts failed, with their counts."""
        if self.refused is not None:
            return Counter()
        return Counter(each.error or "failed" for each in self.attempts if each.failed)

    @property
    def iterations(self) -> float:
        """The mean iterations of all attempts."""
        return mean(each.iterations for each in self.attempts)

    @property
    def seconds(self) -> float:
        """The mean seconds of all attempts."""
        return mean(each.seconds for each in self.attempts)

    @property
    def length(self) -> float | None:
        """The mean length of the solutions; None if there are none."""
        return mean_or_none(each.length for each in self.attempts if each.length is not None)

    def part(self, start: int, end: int) -> Score:
        """Return the same for some of the levels."""
        return Score(self.outcomes[start:end], self.limit, self.refused)
