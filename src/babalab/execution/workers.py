"""Tasks on this machine's cores: warm processes that are killed when they overrun."""

from __future__ import annotations

import multiprocessing
import os
import signal
import sys
from collections import Counter
from collections.abc import Generator, Iterable, Iterator
from concurrent.futures import FIRST_COMPLETED, Future, wait
from concurrent.futures.process import BrokenProcessPool
from contextlib import suppress
from copy import copy
from dataclasses import dataclass, field
from datetime import UTC, datetime
from itertools import chain, islice
from itertools import count as counting
from multiprocessing.context import BaseContext
from multiprocessing.synchronize import RLock
from typing import Any, Self

from pebble import ProcessExpired, ProcessPool

from babalab.execution import worker
from babalab.execution.errors import ExecutionError
from babalab.execution.memory import half_of_memory
from babalab.execution.work import Outcome, Work
from babalab.execution.worker import Begun

AHEAD = 2
"""Tasks handed out per worker, so that none waits for its next one."""
SECONDS_BETWEEN_LOOKS = 1.0
"""At whether all workers are still there, while nothing comes from them."""
MOST_BREAKDOWNS = 3
"""In a row, without a single result between them, before the workers are given up."""


@dataclass
class Workers:
    """An executor of local processes (Pebble). Usable once or again and again.

    Every run has new processes, unless it is within a `with`, which keeps them for the next run.

    An attempt is killed `grace` seconds after its budget's seconds are over, or after `patience`
    seconds if its budget has no clock. Its process may use `memory` bytes more than when it was
    idle; without that, a quarter more than the budget's memory and 256 MiB, or its share of half
    of this machine's. What an agent breaks costs the attempt it broke: a new worker goes on.
    """

    count: int = field(default_factory=lambda: os.cpu_count() or 1)
    grace: float = 2.0
    patience: float = 3600.0
    memory: int | None = None
    ahead: int = AHEAD

    def __post_init__(self) -> None:
        if self.count < 1:
            raise ExecutionError(f"{self.count} workers can't do anything; use 1 or more")
        self._pending: dict[Future[Any], tuple[int, Work[Any]]] = {}
        self._numbers = counting()
        self._staying: _Crew | None = None
        self._entered = 0

    def __enter__(self) -> Self:
        self._entered += 1
        return self

    def __exit__(self, *_: object) -> None:
        self._entered -= 1
        if self._staying is not None and not self._entered:
            self._staying.dismiss()
            self._staying = None

    @property
    def running(self) -> list[Work[Any]]:
        """See `Executor`."""
        return [task for future, (_, task) in list(self._pending.items()) if future.running()]

    def run(self, tasks: Iterable[Work[Outcome]]) -> Generator[Outcome, None, None]:
        """See `Executor`."""
        upcoming = iter(tasks)
        first = list(islice(upcoming, self.count))
        # No further ahead: on a machine of a Ray cluster, tasks come as attempts are made.
        waiting = ((next(self._numbers), task) for task in chain(first, upcoming))
        again: list[tuple[int, Work[Outcome]]] = []
        breakdowns = 0
        while breakdowns < MOST_BREAKDOWNS:
            crew = self._gather(len(first))
            try:
                for future in self._results(crew, chain(again, waiting)):
                    error = None if future.cancelled() else future.exception()
                    if isinstance(error, BrokenProcessPool):
                        again = list(self._pending.values())
                        break
                    breakdowns = 0
                    number, task = self._pending.pop(future)
                    begun = crew.forget(number)
                    if begun is not None and begun.refused:
                        self._hand_out(crew, number, task)
                    elif future.cancelled() or error is not None:
                        yield self._failure(begun, error, task)
                    else:
                        yield future.result()
                else:
                    return
            finally:
                self._let_go(crew)
            breakdowns += 1
        raise ExecutionError(
            "the workers break down before they do anything; is there enough memory for "
            f"{self.count}? Use fewer with --workers"
        )

    def _gather(self, tasks: int) -> _Crew:
        """The crew that stayed, or a new one; no larger than needed if it won't stay."""
        crew, self._staying = self._staying, None
        if crew is not None and not crew.pool.active:
            crew.dismiss()
            crew = None
        return crew or _Crew(self.count if self._entered else min(self.count, tasks or 1))

    def _let_go(self, crew: _Crew) -> None:
        """Keep a crew that has finished its work, if it may stay; end it otherwise."""
        finished = not self._pending
        self._pending.clear()
        if finished and self._entered:
            self._staying = crew
        else:
            crew.dismiss()

    def _results(
        self, crew: _Crew, waiting: Iterator[tuple[int, Work[Any]]]
    ) -> Iterator[Future[Any]]:
        """Keep the crew supplied and yield the futures that are done."""
        while True:
            for number, task in islice(waiting, self.ahead * self.count - len(self._pending)):
                self._hand_out(crew, number, task)
            if not self._pending:
                return
            done, _ = wait(self._pending, SECONDS_BETWEEN_LOOKS, FIRST_COMPLETED)
            yield from done or self._overlooked(crew)

    def _overlooked(self, crew: _Crew) -> list[Future[Any]]:
        """Those whose worker died so soon after taking up its task that Pebble did not notice."""
        overlooked = []
        for future, (number, _) in self._pending.items():
            begun = crew.begun(number)
            gone = begun is not None and not begun.refused and not _alive(begun.process)
            if gone and crew.overlooked(number):
                future.cancel()
                overlooked.append(future)
        return overlooked

    def _hand_out(self, crew: _Crew, number: int, task: Work[Any]) -> None:
        seconds = task.seconds
        future = crew.pool.schedule(
            worker.attempt,
            args=(number, task, self._memory_for(task)),
            timeout=self.patience if seconds is None else seconds + task.preparation + self.grace,
        )
        self._pending[future] = number, task

    def _memory_for(self, task: Work[Any]) -> int:
        if self.memory is not None:
            return self.memory
        kept = task.memory
        return half_of_memory() // self.count if kept is None else kept + kept // 4 + (256 << 20)

    def _failure(
        self, begun: Begun | None, error: BaseException | None, task: Work[Outcome]
    ) -> Outcome:
        if begun is None:
            return task.failed(self._explained(error, task), datetime.now(UTC))
        if error is None or isinstance(error, TimeoutError | ProcessExpired):
            end_group(begun.process)
        return task.failed(self._explained(error, task), begun.at)

    def _explained(self, error: BaseException | None, task: Work[Any]) -> str:
        if error is None:
            return "crashed: ended its process at once"
        if isinstance(error, TimeoutError):
            seconds = task.seconds
            if seconds is None:
                return f"killed: still at work after {self.patience:g} s"
            return f"killed: still at work {self.grace:g} s after its {seconds:g} s were over"
        if isinstance(error, ProcessExpired):
            code = error.exitcode
            if code < 0:
                return f"crashed: killed by {_signal_name(-code)}"
            return f"crashed: ended its process with exit code {code}"
        return f"lost: {type(error).__name__}: {error}"


class _Crew:
    """A pool of processes, and what they said they had taken up."""

    def __init__(self, count: int) -> None:
        self._locks: list[object] = []
        context = _context(self._locks)
        self._log, self._written_to = context.Pipe(duplex=False)
        self._begun: dict[int, Begun] = {}
        self._without: Counter[int] = Counter()
        self.pool = ProcessPool(
            max_workers=count,
            initializer=worker.get_ready,
            initargs=(self._written_to,),
            context=context,
        )

    def begun(self, number: int) -> Begun | None:
        """Who took up the task of this number last."""
        while self._log.poll():
            begun: Begun = self._log.recv()
            self._begun[begun.task] = begun
        return self._begun.get(number)

    def forget(self, number: int) -> Begun | None:
        """The same, asked for the last time."""
        begun = self.begun(number)
        self._begun.pop(number, None)
        return begun

    def overlooked(self, number: int) -> bool:
        """Whether this is the second time that a task is found without its worker."""
        self._without[number] += 1
        return self._without[number] > 1

    def dismiss(self) -> None:
        """Stop everything at once."""
        self.pool.stop()  # type: ignore[no-untyped-call]
        self.pool.join()
        self.forget(-1)
        for begun in self._begun.values():
            end_group(begun.process)
        self._log.close()
        self._written_to.close()


def end_group(leader: int) -> None:
    """Kill a worker, if it is still there, and everything it has started."""
    if sys.platform != "win32":
        with suppress(ProcessLookupError, PermissionError):
            os.killpg(leader, signal.SIGKILL)


def _context(locks: list[object]) -> BaseContext:
    """How workers are started: from a clean process that has everything loaded, where possible.

    Pebble lets go of its locks before it stops its workers, and one that is just starting then
    misses them aloud. So they are kept in `locks` too.
    """
    if sys.platform == "win32":
        return multiprocessing.get_context("spawn")
    context = copy(multiprocessing.get_context("forkserver"))
    context.set_forkserver_preload(["__main__", "babalab.execution.worker", "babalab.arena.plays"])
    make = context.RLock

    def make_and_keep() -> RLock:
        lock = make()
        locks.append(lock)
        return lock

    context.RLock = make_and_keep  # type: ignore[method-assign]
    return context


def _alive(process: int) -> bool:
    if sys.platform == "win32":
        return True  # asking there would be a signal
    try:
        os.kill(process, 0)
    except ProcessLookupError:
        return False
    return True


def _signal_name(number: int) -> str:
    try:
        return signal.Signals(number).name
    except ValueError:
        return f"signal {number}"
