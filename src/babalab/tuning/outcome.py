"""What came of an agent on a set of levels: little enough to keep for thousands of evaluations."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from babalab.agents import Verdict
from babalab.arena import Attempt


@dataclass(frozen=True, slots=True)
class Outcome:
    """One attempt, in what objectives are made of."""

    iterations: int
    seconds: float
    length: int | None = None
    """Moves of the solution; None if there is none."""
    failed: bool = False

    @property
    def solved(self) -> bool:
        """Whether there is a solution, which has been replayed."""
        return self.length is not None

    @classmethod
    def of(cls, attempt: Attempt) -> Outcome:
        """That of an attempt; one that failed has used up all its iterations."""
        result, seconds = attempt.result, round(attempt.result.seconds, 6)
        if result.verdict is Verdict.FAILED:
            return cls(attempt.task.budget.iterations or 0, seconds, failed=True)
        length = None if result.solution is None else len(result.solution)
        return cls(result.iterations, seconds, length)

    def as_json(self) -> list[Any]:
        """As short as possible."""
        return [self.iterations, self.seconds, -1 if self.failed else self.length]

    @classmethod
    def from_json(cls, value: Sequence[Any]) -> Outcome:
        """What `as_json` wrote."""
        iterations, seconds, length = value
        if length == -1:
            return cls(iterations, seconds, failed=True)
        return cls(iterations, seconds, length)


@dataclass(frozen=True)
class Score:
    """All attempts of an agent: level by level, each with every seed."""

    outcomes: Sequence[Sequence[Outcome]]
    """For each level of the set, in its order, one for each seed."""
    limit: int
    """Iterations allowed for an attempt."""

    @property
    def attempts(self) -> list[Outcome]:
        """All of them."""
        return [outcome for level in self.outcomes for outcome in level]

    @property
    def solved(self) -> int:
        """Attempts with a solution."""
        return sum(each.solved for each in self.attempts)

    @property
    def failed(self) -> int:
        """Attempts that came to nothing even when repeated."""
        return sum(each.failed for each in self.attempts)

    @property
    def iterations(self) -> float:
        """On average, over all attempts."""
        return _mean([each.iterations for each in self.attempts])

    @property
    def seconds(self) -> float:
        """On average, over all attempts."""
        return _mean([each.seconds for each in self.attempts])

    @property
    def length(self) -> float | None:
        """On average, over what was solved; None if nothing was."""
        lengths = [each.length for each in self.attempts if each.length is not None]
        return _mean(lengths) if lengths else None

    def part(self, start: int, end: int) -> Score:
        """The same for some of the levels."""
        return Score(self.outcomes[start:end], self.limit)


def _mean(numbers: Sequence[float]) -> float:
    return sum(numbers) / len(numbers)
