"""The inside of a worker process: prepared once, it runs one task after another.

A worker leads a process group of its own, so that whatever a task starts can be ended with it.
"""

from __future__ import annotations

import ctypes
import gc
import multiprocessing
import os
import pickle
import signal
import sys
import threading
import time
from contextlib import suppress
from datetime import UTC, datetime
from multiprocessing.connection import Connection
from pathlib import Path
from typing import Any

from babalab.execution.faults import describe
from babalab.execution.messages import Assignment, Begun, Ready, Sighted, StopRequest, TaskDone
from babalab.execution.reporting import connect_task

_PR_SET_CHILD_SUBREAPER = 36


def serve(connection: Connection) -> None:
    """Run the tasks that come through the connection until it is closed."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    _seclude()
    _Worker(connection).serve()


def _seclude() -> None:
    """Separate this process from its parent's terminal and group, and tie its life to the parent's.

    Standard input and output lead nowhere, and the worker ends when its parent does, however that
    ends.
    """
    nowhere = os.open(os.devnull, os.O_RDWR)
    for stream in (0, 1, 2):
        os.dup2(nowhere, stream)
    if sys.platform != "win32":
        import resource

        os.setsid()
        signal.signal(signal.SIGTERM, signal.SIG_DFL)
        resource.setrlimit(resource.RLIMIT_CORE, (0, resource.getrlimit(resource.RLIMIT_CORE)[1]))
        threading.Thread(target=_end_with_the_parent, daemon=True).start()
    if sys.platform == "linux":
        # Whatever a task starts becomes a child of the worker when its own parent ends.
        ctypes.CDLL(None).prctl(_PR_SET_CHILD_SUBREAPER, 1, 0, 0, 0)
    gc.freeze()


class _Worker:
    """Runs tasks, and is the channel through which they report."""

    def __init__(self, connection: Connection) -> None:
        self._connection = connection
        self._process = os.getpid()
        self._threads = set(threading.enumerate())
        self._stop_requested = False

    def serve(self) -> None:
        """Run tasks until there are no more."""
        self._connection.send(Ready())
        with suppress(EOFError, OSError):
            while True:
                message = self._connection.recv()
                if isinstance(message, Assignment):
                    self._stop_requested = False
                    self._connection.send(self._run_assignment(message))

    def report(self, sighting: object) -> None:
        """See `TaskChannel`."""
        if os.getpid() == self._process:
            self._connection.send(Sighted(pickle.dumps(sighting)))

    def stop_requested(self) -> bool:
        """See `TaskChannel`."""
        while os.getpid() == self._process and self._connection.poll():
            self._stop_requested |= isinstance(self._connection.recv(), StopRequest)
        return self._stop_requested

    def _run_assignment(self, assignment: Assignment) -> TaskDone:
        outcome, error = None, ""
        try:
            task = pickle.loads(assignment.task)
            self._connection.send(Begun(datetime.now(UTC), time.monotonic()))
            outcome = pickle.dumps(self._run_task(task, assignment.memory))
        except BaseException as raised:  # of a task that should not raise, or can't be read or sent
            error = describe(raised, assignment.memory, __file__)
        if os.getpid() != self._process:
            os._exit(1)  # a copy of the worker that the task forked and let return
        self._clean_up()
        return TaskDone(outcome, error, set(threading.enumerate()) <= self._threads)

    def _run_task(self, task: Any, memory: int | None) -> Any:
        with connect_task(self):
            return task.run(memory)

    def _clean_up(self) -> None:
        _end_children()
        if sys.platform != "win32":
            signal.setitimer(signal.ITIMER_REAL, 0)
            signal.signal(signal.SIGTERM, signal.SIG_DFL)
        gc.collect()


def _end_with_the_parent() -> None:
    parent = multiprocessing.parent_process()
    if parent is not None:
        parent.join()
        os.killpg(0, signal.SIGKILL)


def _end_children() -> None:
    while children := _list_children():
        for child in children:
            with suppress(ProcessLookupError):
                os.kill(child, signal.SIGKILL)
        for child in children:
            with suppress(ChildProcessError):
                os.waitpid(child, 0)


def _list_children() -> list[int]:
    """Return the ids of the processes this one has started; none where the system can't tell."""
    numbers: list[int] = []
    for file in Path("/proc/self/task").glob("*/children"):
        with suppress(OSError):
            numbers += map(int, file.read_text().split())
    return numbers
