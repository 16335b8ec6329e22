"""Tasks, the pieces of a study of any kind, and attempts at them."""

from __future__ import annotations

import platform
from abc import ABC, abstractmethod
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import UTC, datetime, timedelta
from typing import Any, ClassVar, Generic, Protocol, Self, TypeVar

from babalab.base.errors import BabalabError
from babalab.execution.faults import cut, describe
from babalab.execution.work import MOST_BYTES, OURS, Brief, Completion, FollowUp

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
    """A task that was carried out: its result, time and place, all of them as the run saw it."""

    task: TaskT
    result: ResultT
    started: datetime
    finished: datetime
    host: str
    processor_seconds: float | None = None
    """The processor time of its process and those it started; None if nobody knows."""

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


@dataclass(frozen=True, slots=True)
class Review:
    """What has to be found out to judge a claim, by code that only this `team` wrote."""

    team: str
    brief: Brief
    material: Any


class SingleTask(Task[ResultT]):
    """A task that one process carries out in one go: `Work` for any executor.

    A kind says what a worker does (`brief`, `material`), how what it claims is verified (`verify`,
    after `review` if that takes more than this process should do), and what counts where it claims
    nothing (`fail`). Only the first runs in the worker. Claims are plain data.
    """

    pickles = False
    limits_memory = True

    @property
    @abstractmethod
    def brief(self) -> Brief:
        """See `Work`."""

    @property
    @abstractmethod
    def material(self) -> Any:
        """See `Work`."""

    @abstractmethod
    def verify(self, claim: Any, seconds: float, finding: Any = None) -> ResultT:
        """Return as much of a claim as is true; `seconds` were taken by the clock.

        The claim comes from somebody else's process: it is plain data, of any form. `finding` is
        what came of the review. Raises `NonsenseError` for a claim that makes no sense.
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
    def team(self) -> str:
        """See `Work`."""
        return OURS

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
    def most_bytes(self) -> int | None:
        """See `Work`."""
        return MOST_BYTES

    @property
    def parts(self) -> Sequence[SingleTask[Any]]:
        """See `Task`."""
        return (self,)

    def gather(self, attempts: Sequence[Attempt[Any, Any]]) -> Attempt[Self, ResultT]:
        """See `Task`."""
        (attempt,) = attempts
        return attempt

    def review(self, claim: Any) -> Review | None:  # noqa: ARG002
        """Return what has to be found out to verify a claim; None if `verify` does that itself.

        Raises `NonsenseError` for a claim that makes no sense.
        """
        return None

    def judge(self, completion: Completion) -> Attempt[Self, ResultT] | FollowUp:
        """See `Work`: verify the claim, if there is one, and believe nothing else."""
        if completion.error is not None:
            return self._conclude(completion, self.fail(completion.error, completion.seconds))
        try:
            review = self.review(completion.value)
        except Exception as error:
            return self._refuse(completion, error)
        if review is None:
            return self.conclude(completion, None)
        referee = Referee(self, completion, review)
        if review.team != OURS:
            return FollowUp(referee)
        return referee.judge_here()

    def conclude(self, completion: Completion, finding: Any) -> Attempt[Self, ResultT]:
        """Return the attempt, given what came of it and of the review."""
        try:
            result = self.verify(completion.value, completion.seconds, finding)
        except Exception as error:
            return self._refuse(completion, error)
        return self._conclude(completion, result)

    def _refuse(self, completion: Completion, error: Exception) -> Attempt[Self, ResultT]:
        """Return a failed attempt, whose claim can't be verified; whatever is wrong with it."""
        told = cut(str(error)) if isinstance(error, BabalabError) else describe(error, None, "")
        return self._conclude(completion, self.fail(told, completion.seconds))

    def _conclude(self, completion: Completion, result: ResultT) -> Attempt[Self, ResultT]:
        finished = completion.started + timedelta(seconds=completion.seconds)
        return Attempt(
            self,
            result,
            completion.started,
            finished,
            completion.host,
            completion.processor_seconds,
        )


@dataclass(frozen=True)
class Referee:
    """The review of a claim as work: in a process that has not run the code of who claims it."""

    task: SingleTask[Any]
    completion: Completion
    reviewing: Review
    pickles = False
    limits_memory = True
    seconds = None
    preparation = 0.0
    memory = None
    most_bytes = MOST_BYTES

    @property
    def who(self) -> str:
        """See `Work`."""
        return self.task.who

    @property
    def where(self) -> str:
        """See `Work`."""
        return self.task.where

    @property
    def team(self) -> str:
        """See `Work`."""
        return self.reviewing.team

    @property
    def brief(self) -> Brief:
        """See `Work`."""
        return self.reviewing.brief

    @property
    def material(self) -> Any:
        """See `Work`."""
        return self.reviewing.material

    @property
    def sources(self) -> Sequence[str]:
        """See `Work`."""
        return self.task.sources

    def moved(self, sources: Sequence[str]) -> Referee:
        """See `Work`."""
        task = self.task.moved(sources)
        review = task.review(self.completion.value)
        return self if review is None else replace(self, task=task, reviewing=review)

    def judge(self, completion: Completion) -> Attempt[Any, Any]:
        """See `Work`."""
        if completion.error is None:
            return self.task.conclude(self.completion, completion.value)
        failed = replace(self.completion, value=None, error=f"not judged: {completion.error}")
        attempt = self.task.judge(failed)
        assert isinstance(attempt, Attempt)
        return attempt

    def judge_here(self) -> Attempt[Any, Any]:
        """Review the claim in this process: for code of our own."""
        value, error = None, None
        try:
            value = self.brief.prepare()(self.material)
        except Exception as raised:
            error = describe(raised, None, __file__)
        return self.judge(replace(self.completion, value=value, error=error))
