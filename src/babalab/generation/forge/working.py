"""Many pieces of work at a time, in several processes; what comes out is the same for any number.

What comes out of a number depends on the number alone. So of every class the first levels in the
order of their numbers are taken, whenever they were done.
"""

from __future__ import annotations

import multiprocessing
import signal
from collections import deque
from collections.abc import Callable, Iterator, Mapping
from concurrent.futures import Future, ProcessPoolExecutor
from dataclasses import dataclass

from babalab.generation.baba.finishing import FinishedLevel as Finished
from babalab.generation.forge.forging import forge, numbers_of


@dataclass(frozen=True)
class Work:
    """What is to be made, and by how many processes."""

    seed: int
    candidates: Mapping[int, int]
    """How many levels of each class."""
    workers: int = 1

    def done(self, tell: Callable[[str], None]) -> list[Finished]:
        """The first levels of every class; `tell` hears of each."""
        # A process started afresh has no threads or locks of this one.
        context = multiprocessing.get_context("spawn")
        with ProcessPoolExecutor(self.workers, context, initializer=_ignore_interrupts) as executor:
            found = []
            for class_ in self.candidates:
                for number, done in self._of_class(executor, class_):
                    found.append(done)
                    tell(f"class {class_}, number {number}: {done.level.line}")
            return found

    def _of_class(
        self, executor: ProcessPoolExecutor, class_: int
    ) -> Iterator[tuple[int, Finished]]:
        waiting: deque[tuple[int, Future[Finished | None]]] = deque()
        left = self.candidates[class_]
        for number in numbers_of(class_):
            waiting.append((number, executor.submit(forge, self.seed, number)))
            if len(waiting) <= self.workers:
                continue
            oldest, future = waiting.popleft()
            done = future.result()
            if done is not None:
                yield oldest, done
                left -= 1
            if not left:
                break
        for _, future in waiting:
            future.cancel()


def _ignore_interrupts() -> None:
    # Ctrl-C is for the process that waits for this one, which then ends it.
    signal.signal(signal.SIGINT, signal.SIG_IGN)
