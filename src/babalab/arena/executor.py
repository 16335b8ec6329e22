"""Where tasks run: the one thing that workers, a cluster or this very process have to offer."""

from __future__ import annotations

from collections.abc import Generator, Iterable, Sequence
from typing import Protocol, Self

from babalab.arena.task import Attempt, Task, run_task


class Executor(Protocol):
    """Runs tasks somewhere. Within `with`, what does so stays ready from one run to the next."""

    def __enter__(self) -> Self:
        """Keep what runs tasks ready between runs."""

    def __exit__(self, *_: object) -> None:
        """End it."""

    @property
    def count(self) -> int:
        """How many can be at work at the same time."""

    @property
    def running(self) -> Sequence[Task]:
        """Those at work right now."""

    def run(self, tasks: Iterable[Task]) -> Generator[Attempt, None, None]:
        """Run them all and yield what came of each, as it comes, in any order.

        Every task gives exactly one attempt, whatever the agent does. Closing the iterator ends
        everything that is still at work.
        """


class InThisProcess:
    """One after the other, here: for debugging an agent. Nothing is limited or survived."""

    count = 1

    def __init__(self) -> None:
        self.running: list[Task] = []

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        pass

    def run(self, tasks: Iterable[Task]) -> Generator[Attempt, None, None]:
        """See `Executor`."""
        for task in tasks:
            self.running = [task]
            attempt = run_task(task)
            self.running = []
            yield attempt
