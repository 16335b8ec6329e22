"""The outcome and cost of a search."""

from __future__ import annotations

from dataclasses import asdict, dataclass, field, replace
from enum import Enum
from typing import Any

from babalab.base.wording import pluralize
from babalab.game.level import length_class_of
from babalab.game.state import State


class Verdict(Enum):
    """The outcome of a search."""

    SOLVED = "solved"
    UNSOLVABLE = "proved unsolvable"
    GAVE_UP = "gave up"
    OUT_OF_TIME = "out of time"
    OUT_OF_ITERATIONS = "out of iterations"
    OUT_OF_STEPS = "out of engine steps"
    OUT_OF_MEMORY = "out of memory"
    INTERRUPTED = "interrupted"
    FAILED = "failed"


@dataclass(frozen=True, slots=True)
class Result:
    """The answer of an agent, with everything it spent.

    >>> result = Result("bfs", Verdict.SOLVED, "rrr", 0.5, iterations=9, steps=45, peak_memory=0)
    >>> result.solved, result.length_class
    (True, 1)
    """

    agent: str
    verdict: Verdict
    solution: str | None
    seconds: float
    iterations: int
    steps: int
    peak_memory: int
    statistics: dict[str, int] = field(default_factory=dict)
    """Further counts of the agent, by name."""
    error: str | None = None
    """The error of a failed search."""
    shortest: bool = False
    """Whether the solution is known to be a shortest one."""
    start: State | None = field(default=None, compare=False, repr=False)
    """Where the search began, if the result says so."""

    @property
    def solved(self) -> bool:
        """Whether there is a solution, which has been replayed."""
        return self.verdict is Verdict.SOLVED

    @property
    def length_class(self) -> int | None:
        """The papers' class, by the length of the solution; see also `babalab.rate`."""
        return length_class_of(len(self.solution)) if self.solution is not None else None

    def __str__(self) -> str:
        """Return the result in a line."""
        found = self.verdict.value
        if self.solution is not None:
            kind = ", a shortest solution" if self.shortest else ""
            found += f": {self.solution} ({pluralize(len(self.solution), 'move')}{kind})"
        elif self.error is not None:
            found += f": {self.error}"
        effort = pluralize(self.iterations, "iteration")
        return f"{found}; {self.agent} took {self.seconds:.2g} s and {effort}"

    def _repr_html_(self) -> str:
        from babalab.base.markup import escape
        from babalab.game.drawing import draw_play_html

        told = f"<p>{escape(str(self))}</p>\n"
        if self.start is None or self.solution is None:
            return told
        scenes = [state.scene() for state in self.start.trace(self.solution)]
        return told + draw_play_html(scenes, self.solution)

    def as_json(self) -> dict[str, Any]:
        """Return the result as a JSON object."""
        fields = asdict(replace(self, start=None))  # which would be copied, with its level
        del fields["start"]
        return {
            **fields,
            "verdict": self.verdict.value,
            "length": None if self.solution is None else len(self.solution),
            "length_class": self.length_class,
        }
