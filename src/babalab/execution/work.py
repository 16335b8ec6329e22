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
        """Return the text that names who is at work, for displays."""

    @property
    def where(self) -> str:
        """Return what they work on, for displays."""

    @property
    def seconds(self) -> float | None:
        """Return how long it may take by its own account; None if no clock ends it."""

    @property
    def preparation(self) -> float:
        """Return how many seconds it may take before that clock starts."""

    @property
    def memory(self) -> int | None:
        """Return how many bytes it keeps to by its own account; None if it does not count them."""

    def run(self, memory: int | None = None) -> Outcome:
        """Do the work in this process, which may use `memory` bytes more than now. Never raises.

        While it runs it may call `babalab.execution.reporting.report` and `stop_requested`.
        """

    def failed(self, error: str, started: datetime) -> Outcome:
        """Return the outcome of work that began at `started` and came to nothing."""

    @property
    def sources(self) -> Sequence[str]:
        """Return the texts that may name the user's files."""

    def moved(self, sources: Sequence[str]) -> Self:
        """Return the same work for a machine on which these are the texts."""

    def brought_back(self, outcome: Outcome) -> Outcome:
        """Return the outcome of the moved work as if it had been done here."""


Watch = Callable[[Work[Any], Any], None]
"""Told a task and what it reported."""
Stop = Callable[[], bool]
"""Asked now and then whether to stop."""
