"""The inside of a worker process: forked by a warden, it runs the tasks of one team.

A worker leads a process group of its own, so that whatever a task starts can be ended with it. Its
only open descriptor is its connection to the warden. Nothing that it says is believed: the warden
takes its time, and the process of the run judges what it returns.
"""

from __future__ import annotations

import gc
import os
import pickle
import signal
import socket
import sys
import threading
from collections import deque
from contextlib import suppress
from typing import NamedTuple

from babalab.execution.faults import cut, describe
from babalab.execution.frames import FrameReader, pack_frame, receive_with_files
from babalab.execution.memory import limit_memory
from babalab.execution.messages import (
    ANSWER,
    DONE,
    DONE_FOR_GOOD,
    MATERIAL,
    PREPARE,
    READY,
    SIGHTED,
    STOP,
)
from babalab.execution.plain import PlainError, write_plain
from babalab.execution.reporting import connect_task
from babalab.execution.system import (
    adopt_orphans,
    close_descriptors,
    close_memory,
    end_children,
    end_with_parent,
    lead_nowhere,
    read_file,
)
from babalab.execution.work import Brief


class Task(NamedTuple):
    """What a worker is told of a task before the clock starts."""

    brief: bytes
    pickles: bool
    memory: int | None


def serve(descriptor: int) -> None:
    """Run the tasks that come through a connection until it is closed."""
    _seclude(descriptor)
    connection = socket.socket(fileno=3)
    connection.setblocking(True)
    _Worker(connection).serve()


def _seclude(descriptor: int) -> None:
    """Separate this process from all others, and tie its life to its parent's.

    Standard input and output lead nowhere, and the worker ends when its parent does, however that
    ends.
    """
    import resource

    end_with_parent()
    os.setsid()
    signal.set_wakeup_fd(-1)
    for number in (signal.SIGTERM, signal.SIGCHLD):
        signal.signal(number, signal.SIG_DFL)
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    lead_nowhere()
    close_descriptors(descriptor)
    resource.setrlimit(resource.RLIMIT_CORE, (0, resource.getrlimit(resource.RLIMIT_CORE)[1]))
    close_memory(False)  # its own files in /proc are its own again
    adopt_orphans()
    gc.freeze()


class _Worker:
    """Runs tasks, and is the channel through which they report."""

    def __init__(self, connection: socket.socket) -> None:
        self._connection = connection
        self._reader = FrameReader(PREPARE + MATERIAL + STOP)
        self._frames: deque[tuple[bytes, bytes]] = deque()
        self._files: deque[int] = deque()
        self._process = os.getpid()
        self._threads = set(threading.enumerate())
        self._stop_requested = False
        self._pickles = False

    def serve(self) -> None:
        """Run tasks until there are no more."""
        with suppress(EOFError, OSError):
            while True:
                task = pickle.loads(self._wait_for(PREPARE))
                self._stop_requested = False
                self._send(ANSWER, self._run_task(task))
                self._clean_up()
                reusable = set(threading.enumerate()) <= self._threads
                self._send(DONE if reusable else DONE_FOR_GOOD)

    def report(self, sighting: object) -> None:
        """See `TaskChannel`."""
        if os.getpid() == self._process:
            self._send(SIGHTED, self._pack(sighting))

    def stop_requested(self) -> bool:
        """See `TaskChannel`."""
        if os.getpid() == self._process:
            self._read(socket.MSG_DONTWAIT)
            while self._frames and self._frames[0][0] == STOP:
                self._frames.popleft()
                self._stop_requested = True
        return self._stop_requested

    def _run_task(self, task: Task) -> bytes:
        """Get ready, work on the material, and return what goes back, an error if need be."""
        catcher = __file__
        self._pickles = task.pickles
        try:
            with limit_memory(task.memory), connect_task(self):
                brief: Brief = pickle.loads(task.brief)
                catcher = sys.modules[brief.function.__module__].__file__ or __file__
                perform = brief.prepare()
                self._send(READY)
                self._wait_for(MATERIAL)
                material = pickle.loads(read_file(self._files.popleft()))
                value = self._pack(perform(material))
            answer: dict[str, bytes | str] = {"value": value}
        except PlainError as error:
            answer = {"error": cut(f"lost: {error}")}
        except BaseException as error:  # also what is meant to end a process: it ends one task
            answer = {"error": describe(error, task.memory, catcher)}
        if os.getpid() != self._process:
            os._exit(1)  # a copy of the worker that the task forked and let return
        return write_plain(answer)

    def _pack(self, value: object) -> bytes:
        """Return a value as it travels. Raises `PlainError` for one that can't."""
        if not self._pickles:
            as_plain = getattr(value, "as_plain", None)
            return write_plain(value if as_plain is None else as_plain())
        try:
            return pickle.dumps(value)
        except Exception as error:
            raise PlainError(cut(f"{type(error).__name__}: {error}")) from None

    def _wait_for(self, kind: bytes) -> bytes:
        """Return the body of the next frame of this kind. Raises `EOFError` if there is none."""
        while True:
            while self._frames:
                found, body = self._frames.popleft()
                if found == kind:
                    return body
                self._stop_requested |= found == STOP
            if not self._read():
                raise EOFError

    def _read(self, flags: int = 0) -> bool:
        """Read what has arrived, waiting for it without other flags; tell whether there was any."""
        try:
            data, files = receive_with_files(self._connection, 1 << 18, 1, flags)
        except BlockingIOError:
            return False
        self._files += files
        self._frames += self._reader.feed(data)
        return bool(data)

    def _send(self, kind: bytes, body: bytes = b"") -> None:
        self._connection.sendall(pack_frame(kind, body))

    def _clean_up(self) -> None:
        end_children()
        if sys.platform != "win32":
            signal.setitimer(signal.ITIMER_REAL, 0)
            signal.signal(signal.SIGTERM, signal.SIG_DFL)
        gc.collect()
