"""The protocol of tasks: any piece of work that can be sent to another process."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from datetime import datetime
from typing import Any, Protocol, Self, TypeVar

Outcome = TypeVar("Outcome")


class Work(Protocol[Outcome]):
    """A piece of work that always has an outcome, whatever happens. It can be pickled."""

    @property
    def who(self) -> str:
        """The agent or the like that does the work, for displays."""

    @property
    def where(self) -> str:
        """The level or the like that is worked on, for displays."""

    @property
    def seconds(self) -> float | None:
        """The time limit that the work itself keeps, in seconds; None if there is none."""

    @property
    def preparation(self) -> float:
        """The seconds it may take before that time begins."""

    @property
    def memory(self) -> int | None:
        """The memory limit that the work itself keeps, in bytes; None if there is none."""

    def run(self, memory: int | None = None) -> Outcome:
        """Do the work in this process, which may use `memory` bytes more than now. Never raises.

        While it runs it may call `babalab.execution.reporting.report` and `stop_requested`.
        """

    def failed(self, error: str, started: datetime, seconds: float) -> Outcome:
        """Return the outcome of work that began at `started` and failed after so many seconds."""

    @property
    def sources(self) -> Sequence[str]:
        """The specs that may name the user's files."""

    def moved(self, sources: Sequence[str]) -> Self:
        """Return the same work for a machine on which these are the sources."""

    def brought_back(self, outcome: Outcome) -> Outcome:
        """Return the outcome of the moved work as if it had been done here."""


Watch = Callable[[Work[Any], Any], None]
"""Told a task and what it reported."""
Stop = Callable[[], bool]
"""Asked now and then whether to stop."""
