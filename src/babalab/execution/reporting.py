"""Between a running task and whoever runs it: sightings one way, the request to stop the other."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from typing import Protocol


class Line(Protocol):
    """A connection from a running task to whoever runs it."""

    def report(self, sighting: object) -> None:
        """Deliver a sighting."""

    def stop_requested(self) -> bool:
        """Return whether the task is asked to end."""


_line: ContextVar[Line | None] = ContextVar("line", default=None)


def report(sighting: object) -> None:
    """Send a sighting, what the running task has so far, to whoever watches the run.

    Sightings of a task arrive in order, all of them before its outcome. From another process they
    are pickled, so a task that has much to tell should not do so too often.
    Outside of a task this does nothing.
    """
    line = _line.get()
    if line is not None:
        line.report(sighting)


def stop_requested() -> bool:
    """Return whether the running task should save what it has and end."""
    line = _line.get()
    return line is not None and line.stop_requested()


@contextmanager
def connected(line: Line) -> Iterator[None]:
    """Let what runs inside report through this line."""
    token = _line.set(line)
    try:
        yield
    finally:
        _line.reset(token)
