"""Inside a worker process: made ready once, then one task after another.

A worker leads a process group of its own, so that whatever an agent starts can be ended with it.
"""

from __future__ import annotations

import ctypes
import gc
import multiprocessing
import os
import signal
import sys
import threading
from contextlib import suppress
from dataclasses import dataclass
from datetime import UTC, datetime
from multiprocessing.connection import Connection
from pathlib import Path
from typing import NoReturn

from babalab.execution.work import Outcome, Work

EXIT_TO_BE_REPLACED = 113
"""Of a worker that can't be trusted with the task it was just given."""
_PR_SET_CHILD_SUBREAPER = 36

_process = os.getpid()
_log: Connection | None = None
_threads: set[threading.Thread] = set()


@dataclass(frozen=True, slots=True)
class Begun:
    """What a worker tells the parent when it takes up a task."""

    task: int
    process: int
    """Its number, which is that of its process group too."""
    at: datetime
    refused: bool = False
    """Whether it ends instead, to be replaced by one that can be trusted."""


def get_ready(log: Connection) -> None:
    """Set up a new worker, which will say in the log what it takes up.

    Standard input and output lead nowhere, Ctrl-C is the parent's business, and the worker ends
    when the parent does, however that ends.
    """
    global _process, _log, _threads
    _process, _log = os.getpid(), log
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
        # Whatever an agent starts becomes a child of the worker when its own parent ends.
        ctypes.CDLL(None).prctl(_PR_SET_CHILD_SUBREAPER, 1, 0, 0, 0)
    os._exit = _leave_loudly
    _threads = set(threading.enumerate())
    gc.freeze()


def attempt(number: int, work: Work[Outcome], memory: int | None) -> Outcome:
    """Do the work of this number and clean up after it.

    Threads that an agent left at work can't be ended. The worker ends then, but not before it is
    given another task: while it waits it may hold a lock that the other workers need.
    """
    refused = not set(threading.enumerate()) <= _threads
    if _log is not None:
        _log.send(Begun(number, _process, datetime.now(UTC), refused))
    if refused:
        os._exit(EXIT_TO_BE_REPLACED)
    outcome = work.run(memory)
    if os.getpid() != _process:
        os._exit(1)  # a copy of the worker that the agent forked and let return
    _end_children()
    if sys.platform != "win32":
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGTERM, signal.SIG_DFL)
    gc.collect()
    return outcome


_leave = os._exit


def _leave_loudly(status: int) -> NoReturn:
    """`os._exit` without exit code 0, which Pebble takes for the orderly end of a worker."""
    _leave(status or 1)


def _end_with_the_parent() -> None:
    parent = multiprocessing.parent_process()
    if parent is not None:
        parent.join()
        os.killpg(0, signal.SIGKILL)


def _end_children() -> None:
    while children := _children():
        for child in children:
            with suppress(ProcessLookupError):
                os.kill(child, signal.SIGKILL)
        for child in children:
            with suppress(ChildProcessError):
                os.waitpid(child, 0)


def _children() -> list[int]:
    """The processes this one has started; none where the system does not tell."""
    numbers: list[int] = []
    for file in Path("/proc/self/task").glob("*/children"):
        with suppress(OSError):
            numbers += map(int, file.read_text().split())
    return numbers
