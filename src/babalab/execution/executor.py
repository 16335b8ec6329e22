"""Where tasks run: the one thing that workers, a cluster or this very process have to offer."""

from __future__ import annotations

import signal
import threading
from collections.abc import Callable, Generator, Iterable, Iterator, Sequence
from contextlib import contextmanager
from types import FrameType
from typing import Any, Protocol, Self

from babalab.execution.work import Outcome, Work


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
    def running(self) -> Sequence[Work[Any]]:
        """Those at work right now."""

    def run(self, tasks: Iterable[Work[Outcome]]) -> Generator[Outcome, None, None]:
        """Run them all and yield what came of each, as it comes, in any order.

        Every task gives exactly one outcome, whatever the agent does. Closing the iterator ends
        everything that is still at work.
        """


class InThisProcess:
    """One after the other, here: for debugging an agent. Nothing is limited or survived."""

    count = 1

    def __init__(self) -> None:
        self.running: list[Work[Any]] = []

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        pass

    def run(self, tasks: Iterable[Work[Outcome]]) -> Generator[Outcome, None, None]:
        """See `Executor`. Ctrl-C ends the run, although an agent takes it for its own affair."""
        with _ctrl_c() as pressed:
            for task in tasks:
                self.running = [task]
                outcome = task.run()
                self.running = []
                if pressed():
                    raise KeyboardInterrupt
                yield outcome


@contextmanager
def _ctrl_c() -> Iterator[Callable[[], bool]]:
    """Says whether Ctrl-C was pressed since; only the main thread can know."""
    usual = signal.getsignal(signal.SIGINT)
    presses: list[int] = []

    def note(number: int, frame: FrameType | None) -> None:
        presses.append(number)
        signal.default_int_handler(number, frame)

    main = threading.current_thread() is threading.main_thread()
    if not main or usual is not signal.default_int_handler:
        yield lambda: False
        return
    signal.signal(signal.SIGINT, note)
    try:
        yield lambda: bool(presses)
    finally:
        signal.signal(signal.SIGINT, usual)
