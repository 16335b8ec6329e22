"""The messages between the process of `Workers` and its worker processes."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime


@dataclass(frozen=True, slots=True)
class Assignment:
    """To a worker: run this task."""

    task: bytes
    """Pickled, as is all that is not ours: what can't be read there must not break the rest."""
    memory: int | None
    """Bytes that it may use more than now."""


@dataclass(frozen=True, slots=True)
class StopRequest:
    """To a worker: the task it runs should end soon."""


@dataclass(frozen=True, slots=True)
class Ready:
    """From a worker that can be given its first task."""


@dataclass(frozen=True, slots=True)
class Begun:
    """From a worker that has begun its task."""

    at: datetime
    clock: float
    """The same by the monotonic clock, which all processes of a machine share."""


@dataclass(frozen=True, slots=True)
class Sighted:
    """From a worker whose task reported something."""

    sighting: bytes


@dataclass(frozen=True, slots=True)
class TaskDone:
    """From a worker that is done with its task."""

    outcome: bytes | None
    error: str
    """Why there is no outcome: it can't be sent, or the task can't be read."""
    reusable: bool
    """Whether it can be given another task; one in which threads were left can't."""
