"""Worker processes, seen from the process that starts them. No other module starts processes."""

from __future__ import annotations

import atexit
import multiprocessing
import multiprocessing.util
import os
import signal
import sys
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, suppress
from multiprocessing.context import BaseContext
from typing import Any, Final
from weakref import WeakSet

from babalab.execution import worker
from babalab.execution.messages import Assignment, Begun, StopRequest
from babalab.execution.supply import Job

SECONDS_TO_BEGIN: Final = 300.0
"""The time a worker may take to begin its task before it is given up."""
SECONDS_TO_END: Final = 10.0
"""The time the system may take to end a process that was killed."""


_in_advance: list[str] = []


def load_in_advance(*modules: str) -> None:
    """Load these modules in workers, besides those that the tasks of the first run need.

    For programs that run tasks of several kinds: workers are forked from a process that loads
    modules once, when the first of them is started. What it lacks every worker loads by itself.
    """
    _in_advance.extend(modules)


class WorkerProcess:
    """A worker process, the connection to it, and the task it was given."""

    def __init__(self, modules: Sequence[str]) -> None:
        """Start the process, with these modules loaded if it is the first one. Raises `OSError`."""
        context = _get_context(modules)
        self.connection, theirs = context.Pipe()
        # No daemon: those must not have children, and a task may want some.
        self._process: Any = context.Process(  # type: ignore[attr-defined]
            target=worker.serve, args=(theirs,), name="babalab worker", daemon=False
        )
        try:
            with _block_ctrl_c():
                self._process.start()
        except BaseException:
            self.connection.close()
            raise
        finally:
            theirs.close()
        _running.add(self)
        self._owner = os.getpid()
        self.ready = False
        self.job: Job | None = None
        self.begun: Begun | None = None
        self._limit: float | None = None
        self._given = 0.0
        self._assignment: Assignment | None = None
        self._told_to_stop = False

    @property
    def sentinel(self) -> int:
        """Return the handle that becomes ready when the process ends."""
        return int(self._process.sentinel)

    @property
    def alive(self) -> bool:
        """Return whether the process has not ended yet."""
        return bool(self._process.is_alive())

    @property
    def deadline(self) -> float | None:
        """The time to kill the process at, by the monotonic clock; None: never."""
        if self.job is None:
            return None
        if self.begun is None:
            return self._given + SECONDS_TO_BEGIN
        return None if self._limit is None else self.begun.clock + self._limit

    def give(self, job: Job, assignment: Assignment, limit: float | None) -> None:
        """Give it a task, which is killed after `limit` seconds.

        Raises `OSError` if the process has just ended.
        """
        self._assignment = assignment
        self.job, self.begun, self._limit = job, None, limit
        self._given = time.monotonic()
        self._told_to_stop = False
        if self.ready:
            self.send_assignment()

    def send_assignment(self) -> None:
        """Send the task it was given, if any, now that it is ready."""
        if self._assignment is not None:
            assignment, self._assignment = self._assignment, None
            self.connection.send(assignment)

    def ask_to_stop(self) -> None:
        """Ask it to end its task soon."""
        if self.begun is not None and not self._told_to_stop:
            self._told_to_stop = True
            with suppress(OSError):
                self.connection.send(StopRequest())

    def kill(self) -> None:
        """Kill the process, if it is still there, and everything it has started."""
        if os.getpid() != self._owner:
            return
        if sys.platform != "win32":
            with suppress(ProcessLookupError, PermissionError):
                os.killpg(self._process.pid, signal.SIGKILL)
        with suppress(ValueError, ProcessLookupError):
            self._process.kill()

    def end(self, patience: float = 0.0) -> int | None:
        """Kill the process after `patience` seconds, wait for its end, and return its exit code."""
        self._process.join(patience)
        self.kill()
        self._process.join(SECONDS_TO_END)
        _running.discard(self)
        self.connection.close()
        code: int | None = self._process.exitcode
        return code


_running: WeakSet[WorkerProcess] = WeakSet()


@atexit.register
def _end_all() -> None:
    """Kill the workers of abandoned runs, before `multiprocessing` waits for them at exit."""
    for each in list(_running):
        each.kill()


def _get_context(modules: Sequence[str]) -> BaseContext:
    """Return the context that starts workers, if possible from a clean process with all loaded."""
    if sys.platform == "win32":
        return multiprocessing.get_context("spawn")
    context = multiprocessing.get_context("forkserver")
    context.set_forkserver_preload(["__main__", worker.__name__, *_in_advance, *modules])
    return context


@contextmanager
def _block_ctrl_c() -> Iterator[None]:
    """Block Ctrl-C for the processes started inside, and for those that they start."""
    if sys.platform == "win32":
        yield
        return
    from multiprocessing import resource_tracker

    resource_tracker.ensure_running()  # it would unblock the signal if it were started inside
    before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)
