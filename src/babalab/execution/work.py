"""The protocol of tasks: any piece of work that can be sent to another process.

A task has two halves. A worker is given its `brief` and gets ready; when the clock starts it is
given the `material`, works, and returns something. The other half, `judge`, stays in the process of
the run and makes an outcome of what came back.
"""

from __future__ import annotations

import platform
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from datetime import UTC, datetime
from typing import Any, Final, Protocol, Self, TypeVar

from babalab.base.random_streams import seed_global_generators

Outcome = TypeVar("Outcome", covariant=True)

OURS: Final = ""
"""The team of code that nobody else wrote."""
MOST_BYTES: Final = 16 << 20
"""Bytes that tasks may return, if they don't say otherwise."""


@dataclass(frozen=True, slots=True)
class Brief:
    """How a worker gets ready: `function(*arguments)` returns what is called with the material.

    The function can be imported by any process. With a `seed`, Python's and NumPy's own generators
    are seeded first, for users' code that draws from those.
    """

    function: Callable[..., Callable[[Any], Any]]
    arguments: tuple[Any, ...] = ()
    seed: int | None = None

    def prepare(self) -> Callable[[Any], Any]:
        """Get ready in this process."""
        if self.seed is not None:
            seed_global_generators(self.seed)
        return self.function(*self.arguments)


@dataclass(frozen=True, slots=True)
class Completion:
    """What came back of a task, and what it took, measured from outside."""

    value: Any
    """What it returned; None if it returned nothing."""
    error: str | None
    """What went wrong; None if nothing did."""
    started: datetime
    """When the clock started."""
    seconds: float
    processor_seconds: float | None = None
    """Of its process and those that it started; None where the system doesn't tell."""
    host: str = field(default_factory=platform.node)

    @classmethod
    def failed(cls, error: str, started: datetime | None = None, seconds: float = 0.0) -> Self:
        """Return that of a task of which nothing came back."""
        return cls(None, error, started or datetime.now(UTC), seconds)


@dataclass(frozen=True, slots=True)
class FollowUp:
    """Returned by `judge` for a task whose outcome is that of other work, by another worker."""

    work: Work[Any]


class Work(Protocol[Outcome]):
    """A piece of work that always has an outcome, whatever happens."""

    @property
    def who(self) -> str:
        """The agent or the like that does the work, for displays."""

    @property
    def where(self) -> str:
        """The level or the like that is worked on, for displays."""

    @property
    def team(self) -> str:
        """Whose code it runs, `OURS` if nobody's: a worker never serves two teams."""

    @property
    def brief(self) -> Brief:
        """What a worker is told before the clock starts. It can be pickled."""

    @property
    def material(self) -> Any:
        """What a worker is given when the clock starts. It can be pickled."""

    @property
    def pickles(self) -> bool:
        """Whether what comes back is pickled instead of plain: only from code of our own."""

    @property
    def seconds(self) -> float | None:
        """The time limit that the work itself keeps, in seconds; None if there is none."""

    @property
    def preparation(self) -> float:
        """The seconds it may take to get ready, over what any may."""

    @property
    def memory(self) -> int | None:
        """The memory limit that the work itself keeps, in bytes; None if there is none."""

    @property
    def limits_memory(self) -> bool:
        """Whether its process may use only so much memory."""

    @property
    def most_bytes(self) -> int | None:
        """The bytes it may return or report at once; None is no limit."""

    def judge(self, completion: Completion) -> Outcome | FollowUp:
        """Return the outcome, or work whose outcome is that of this one. Never raises.

        It is called in the process of the run, which has run none of the team's code.
        """

    @property
    def sources(self) -> Sequence[str]:
        """The specs that may name the user's files."""

    def moved(self, sources: Sequence[str]) -> Self:
        """Return the same work for a machine on which these are the sources."""


Watch = Callable[[Work[Any], Any], None]
"""Told a task and what it reported."""
Stop = Callable[[], bool]
"""Asked now and then whether to stop."""
