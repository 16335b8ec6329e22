"""The messages between a run and its warden, and the letters of those to and from workers."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from typing import Final

# --- a run and its warden; both are ours, so these are pickled
ORDER: Final = b"o"
STOP: Final = b"s"
EVENT: Final = b"e"

# --- a warden to a worker
PREPARE: Final = b"p"
MATERIAL: Final = b"m"
# --- a worker to its warden
READY: Final = b"r"
SIGHTED: Final = b"t"
ANSWER: Final = b"a"
"""What a task returned, or why it did not; then the worker cleans up."""
DONE: Final = b"d"
DONE_FOR_GOOD: Final = b"g"
"""Sent instead by a worker that can't be given another task: one in which threads were left."""
FROM_WORKERS: Final = READY + SIGHTED + ANSWER + DONE + DONE_FOR_GOOD


@dataclass(frozen=True, slots=True)
class Limits:
    """What a task may use, and how it is shut in."""

    memory: int | None
    """Bytes that its process may use more than when it was idle; None is no limit."""
    preparation: float | None
    """Seconds until it is ready; None is no limit."""
    seconds: float | None
    """Seconds from then on; None is no limit."""
    most_bytes: int
    """The bytes of anything that it sends."""
    readable: tuple[str, ...] | None = None
    """The files that it may read, for a worker that is shut in; None if it is not."""


@dataclass(frozen=True, slots=True)
class Order:
    """To a warden: let a worker do this. The material comes along as an open file.

    So a warden never has it in its memory, of which every worker that it forks gets a copy.
    """

    ticket: int
    """The number by which events refer to it."""
    team: str
    brief: bytes
    """Pickled, like the material: only workers may read these."""
    pickles: bool
    limits: Limits


@dataclass(frozen=True, slots=True)
class Timing:
    """What a task took, measured by the warden."""

    started: datetime
    seconds: float
    processor_seconds: float | None


@dataclass(frozen=True, slots=True)
class Begun:
    """From a warden: the clock of this task runs."""

    ticket: int


@dataclass(frozen=True, slots=True)
class Sighted:
    """From a warden: a task reported something."""

    ticket: int
    body: bytes


@dataclass(frozen=True, slots=True)
class Done:
    """From a warden: a worker is done with its task, and this is what it sent."""

    ticket: int
    body: bytes
    timing: Timing


@dataclass(frozen=True, slots=True)
class Ended:
    """From a warden: a worker has ended, or had to be ended, before it was done."""

    ticket: int
    timing: Timing
    code: int | None = None
    """Its exit code, below 0 for a signal; None if it was killed by the warden."""
    reason: str = ""
    """Why the warden killed it, if not for overrunning."""


@dataclass(frozen=True, slots=True)
class NotStarted:
    """From a warden: the system refuses to start a worker."""

    ticket: int
    error: str


Event = Begun | Sighted | Done | Ended | NotStarted
