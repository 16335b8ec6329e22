"""What executors run: any piece of work that can be sent to another process."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime
from typing import Protocol, Self, TypeVar

Outcome = TypeVar("Outcome")


class Work(Protocol[Outcome]):
    """A piece of work, and what comes of it whatever happens. It can be pickled."""

    @property
    def who(self) -> str:
        """The text that names who is at work, for displays."""

    @property
    def where(self) -> str:
        """What they are at, for displays."""

    @property
    def seconds(self) -> float | None:
        """How long it may take by its own account; None if no clock ends it."""

    @property
    def preparation(self) -> float:
        """Seconds that it may take besides, before the clock starts."""

    @property
    def memory(self) -> int | None:
        """Bytes it keeps to by its own account; None if it does not count them."""

    def run(self, memory: int | None = None) -> Outcome:
        """Do it in this process, which may use so many bytes more than now. Never raises."""

    def failed(self, error: str, started: datetime) -> Outcome:
        """What to say if it came to nothing, having been begun then."""

    @property
    def sources(self) -> Sequence[str]:
        """The texts that may name files of the user's."""

    def moved(self, sources: Sequence[str]) -> Self:
        """The same on a machine where these are the texts."""

    def brought_back(self, outcome: Outcome) -> Outcome:
        """What came of it there, as if it had been done here."""
