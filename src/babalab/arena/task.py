"""Tasks, the pieces of a study of any kind, and attempts at them."""

from __future__ import annotations

import platform
import sys
import time
from abc import ABC, abstractmethod
from collections.abc import Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from datetime import UTC, datetime
from typing import Any, ClassVar, Generic, Protocol, Self, TypeVar

from babalab.base.random_streams import seed_global_generators
from babalab.execution.faults import NonsenseError, describe
from babalab.execution.memory import limit_memory

Key = tuple[Any, ...]
"""The identity of a task: the values of its kind's key columns, in order."""


class Coded(Protocol):
    """Somebody or something whose code decides what comes of a task."""

    @property
    def code(self) -> str:
        """The fingerprint of what it is written in."""

    @property
    def former_codes(self) -> Sequence[str]:
        """Fingerprints under which earlier versions stored results of the same code."""


class AnyResult(Protocol):
    """The result of a task: a dataclass of the kind's own with at least these attributes."""

    __dataclass_fields__: ClassVar[dict[str, Any]]

    @property
    def seconds(self) -> float:
        """Return how long it took."""

    @property
    def error(self) -> str | None:
        """The error message; None if nothing went wrong."""


TaskT = TypeVar("TaskT", bound="Task[Any]")
ResultT = TypeVar("ResultT", bound=AnyResult)


@dataclass(frozen=True, slots=True)
class Attempt(Generic[TaskT, ResultT]):
    """A task that was carried out: its result, time and place."""

    task: TaskT
    result: ResultT
    started: datetime
    finished: datetime
    host: str

    @classmethod
    def ended_now(cls, task: TaskT, result: ResultT, started: datetime) -> Attempt[TaskT, ResultT]:
        """Return an attempt that was made on this machine and ends now."""
        return cls(task, result, started, datetime.now(UTC), platform.node())

    @property
    def seconds(self) -> float:
        """Return how long it took by its result."""
        return self.result.seconds

    @property
    def error(self) -> str | None:
        """Return what went wrong, None if nothing did."""
        return self.result.error


class Task(ABC, Generic[ResultT]):
    """A piece of a study, known by its key.

    Executors run its `parts`, and `gather` makes one attempt of what came of these. Most tasks are
    their own only part; see `SingleTask`.
    """

    @property
    @abstractmethod
    def key(self) -> Key:
        """Return the values of the kind's key columns, in order."""

    @property
    @abstractmethod
    def who(self) -> str:
        """Return the text that names who is at work, for displays."""

    @property
    @abstractmethod
    def makers(self) -> Mapping[str, Coded]:
        """Return whose code each of the kind's code columns holds."""

    @property
    @abstractmethod
    def parts(self) -> Sequence[SingleTask[Any]]:
        """Return what executors run; nothing if the result is known beforehand."""

    @abstractmethod
    def gather(self, attempts: Sequence[Attempt[Any, Any]]) -> Attempt[Self, ResultT]:
        """Return the attempt that those at all parts amount to."""


class Run:
    """A task being carried out: its clock, and what to keep if it breaks off."""

    def __init__(self) -> None:
        self._began = time.perf_counter()
        self.kept: Any = None

    def start_clock(self) -> None:
        """Count the seconds from now on: what prepares a task is not part of it."""
        self._began = time.perf_counter()

    @property
    def seconds(self) -> float:
        """Return the seconds since the clock was started."""
        return time.perf_counter() - self._began

    def keep(self, claim: Any) -> None:
        """Let this be the claim that counts if something goes wrong from now on."""
        self.kept = claim


class SingleTask(Task[ResultT]):
    """A task that one process carries out in one go: `Work` for any executor.

    A kind says how it is run (`perform`), how what came of it is verified (`verify`), and what
    counts where nothing did (`fail`).
    """

    seed: int

    @abstractmethod
    def perform(self, run: Run) -> Any:
        """Do it and return what it claims to have found; whatever is raised ends the attempt.

        Calls `run.start_clock` when everything is prepared.
        """

    @abstractmethod
    def verify(self, claim: Any, seconds: float) -> ResultT:
        """Return as much of a claim as is true; `seconds` were taken by the clock.

        Raises `NonsenseError` for a claim that makes no sense.
        """

    @abstractmethod
    def fail(self, error: str, seconds: float) -> ResultT:
        """Return the result of an attempt that came to nothing."""

    @property
    @abstractmethod
    def where(self) -> str:
        """See `Work`."""

    @property
    @abstractmethod
    def sources(self) -> Sequence[str]:
        """See `Work`."""

    @abstractmethod
    def moved(self, sources: Sequence[str]) -> Self:
        """See `Work`."""

    @property
    def seconds(self) -> float | None:
        """See `Work`. No clock ends it, unless a kind says otherwise."""
        return None

    @property
    def preparation(self) -> float:
        """See `Work`."""
        return 0.0

    @property
    def memory(self) -> int | None:
        """See `Work`."""
        return None

    @property
    def parts(self) -> Sequence[SingleTask[Any]]:
        """See `Task`."""
        return (self,)

    def gather(self, attempts: Sequence[Attempt[Any, Any]]) -> Attempt[Self, ResultT]:
        """See `Task`."""
        (attempt,) = attempts
        return attempt

    def run(self, memory: int | None = None) -> Attempt[Self, ResultT]:
        """Carry it out, believe nothing, and turn whatever is raised into a result.

        `memory` is how many bytes more than now the process may use meanwhile. Python's and
        NumPy's own generators are seeded too, for users' code that draws from those.
        """
        started = datetime.now(UTC)
        seed_global_generators(self.seed)
        run = Run()
        try:
            with limit_memory(memory):
                claim = self.perform(run)
            result = self.verify(claim, run.seconds)
        except BaseException as error:  # also what is meant to end a process: it ends one attempt
            result = self._salvage(run, error, memory)
        return Attempt.ended_now(self, result, started)

    def failed(self, error: str, started: datetime, seconds: float) -> Attempt[Self, ResultT]:
        """See `Work`."""
        return Attempt.ended_now(self, self.fail(error, seconds), started)

    def brought_back(self, outcome: Attempt[Self, ResultT]) -> Attempt[Self, ResultT]:
        """See `Work`."""
        return replace(outcome, task=self)

    def _salvage(self, run: Run, error: BaseException, memory: int | None) -> ResultT:
        """Return what was kept, with the error; else the result of a failure."""
        own_file = getattr(sys.modules[type(self).__module__], "__file__", None)
        told = describe(error, memory, own_file or __file__)
        if run.kept is not None and not isinstance(error, NonsenseError):
            with suppress(NonsenseError):  # what went wrong first is to be told
                return replace(self.verify(run.kept, run.seconds), error=told)
        return self.fail(told, run.seconds)
