"""The tasks of a run, handed out one by one."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterable
from typing import Any, NamedTuple

from babalab.execution.work import Stop, Work


class Job(NamedTuple):
    """A task and its number in the order of submission."""

    number: int
    task: Work[Any]


class Supply:
    """The tasks of a run, handed out until there are no more or the run is asked to stop.

    `most_ahead` says how many tasks may be handed out beyond the first one that is not `settled`;
    None is no limit.
    """

    def __init__(
        self,
        tasks: Iterable[Work[Any]],
        stop: Stop | None = None,
        most_ahead: Callable[[], int] | None = None,
    ) -> None:
        self._waiting = map(Job._make, enumerate(tasks))
        self._again: deque[Job] = deque()
        self._stop = stop
        self._most_ahead = most_ahead
        self._stopping = False
        self._handed_out = 0
        self.settled = 0
        """The number of first tasks whose outcomes have been delivered, if order matters."""

    @property
    def can_stop(self) -> bool:
        """Return whether the run may be asked to stop."""
        return self._stop is not None

    @property
    def stopping(self) -> bool:
        """Return whether the run was asked to stop: no task shall begin any more."""
        if not self._stopping and self._stop is not None:
            self._stopping = self._stop()
        return self._stopping

    def take(self) -> Job | None:
        """Return the next task; None if there is none, or none for now."""
        if self.stopping:
            return None
        if self._again:
            return self._again.popleft()
        if self._most_ahead is not None and self._handed_out - self.settled >= self._most_ahead():
            return None
        job = next(self._waiting, None)
        self._handed_out += job is not None
        return job

    def put_back(self, job: Job) -> None:
        """Take back a task that could not be begun; it is the next one to be handed out."""
        self._again.append(job)
