"""The connection of a running task to its run: it reports sightings and asks whether to stop."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from typing import Protocol


class TaskChannel(Protocol):
    """A connection from a running task to whoever runs it."""

    def report(self, sighting: object) -> None:
        """Deliver a sighting."""

    def stop_requested(self) -> bool:
        """Return whether the task is asked to end."""


_channel: ContextVar[TaskChannel | None] = ContextVar("channel", default=None)


def report(sighting: object) -> None:
    """Send a sighting, the state of the running task, to whoever watches the run.

    Sightings of a task arrive in order, all of them before its outcome. From another process they
    are pickled, so a task that has much to tell should not do so too often.
    Outside of a task this does nothing.
    """
    channel = _channel.get()
    if channel is not None:
        channel.report(sighting)


def stop_requested() -> bool:
    """Return whether the running task should save what it has and end."""
    channel = _channel.get()
    return channel is not None and channel.stop_requested()


@contextmanager
def connect_task(channel: TaskChannel) -> Iterator[None]:
    """Let the code inside report through this channel."""
    token = _channel.set(channel)
    try:
        yield
    finally:
        _channel.reset(token)
