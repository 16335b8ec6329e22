"""The nursery: a clean process with modules loaded, from which wardens and workers are forked.

It is started with the first run of a program. Nobody's code runs in it but what the program itself
loads: its main module, and the modules that its tasks are made of.
"""

from __future__ import annotations

import atexit
import gc
import os
import pickle
import signal
import socket
import subprocess
import sys
import threading
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass
from importlib import import_module
from multiprocessing import spawn
from typing import Any, Final, NoReturn

from babalab.execution.errors import ExecutionError
from babalab.execution.faults import describe
from babalab.execution.frames import receive_with_files
from babalab.execution.system import (
    adopt_orphans,
    close_memory,
    connect_pair,
    end_children,
    open_standard_streams,
)

SECONDS_TO_START: Final = 300.0
"""The time the nursery may take to load everything."""
NOT_LOADED: Final = 3
"""The exit code of a nursery in which the main module of the program can't be loaded."""
_PROGRAM = "from babalab.execution.nursery import serve; serve({descriptor})"

_in_advance: list[str] = []


def load_in_advance(*modules: str) -> None:
    """Load these modules in workers, besides those that the tasks of the first run need.

    For programs that run tasks of several kinds: workers are forked from a process that loads
    modules once, when the first run begins. What it lacks every run loads by itself.
    """
    _in_advance.extend(modules)


@dataclass(frozen=True, slots=True)
class _Settings:
    """What the nursery has to know of the program."""

    preparation: dict[str, Any]
    """See `multiprocessing.spawn.prepare`: the main module, paths, arguments."""
    modules: Sequence[str]


@dataclass(frozen=True, slots=True)
class _Request:
    """Fork a warden, whose connection comes along."""

    modules: Sequence[str]
    folder: str
    """The current one of the program."""
    path: Sequence[str]
    """Where the program finds modules."""


class _Nursery:
    """The nursery, seen from the program."""

    def __init__(self, modules: Sequence[str]) -> None:
        """Start it. Raises `OSError` if the system refuses."""
        self.owner = os.getpid()
        self._connection, theirs = connect_pair()
        with theirs:
            program = _PROGRAM.format(descriptor=theirs.fileno())
            self._process = subprocess.Popen(
                [sys.executable, *subprocess._args_from_interpreter_flags(), "-c", program],  # type: ignore[attr-defined]
                stdin=subprocess.DEVNULL,
                stdout=subprocess.DEVNULL,
                pass_fds=[theirs.fileno()],
                start_new_session=True,
            )
        preparation = spawn.get_preparation_data("babalab nursery")
        preparation.pop("authkey", None)
        _send(self._connection, _Settings(preparation, [*_in_advance, *modules]))

    @property
    def is_alive(self) -> bool:
        """Return whether nobody has ended it."""
        return self._process.poll() is None

    def start_warden(self, modules: Sequence[str]) -> socket.socket:
        """Return the connection to a new warden. Raises `OSError` if the nursery is gone."""
        ours, theirs = connect_pair()
        with theirs:
            try:
                request = _Request(modules, _find_folder(), sys.path)
                _send(self._connection, request, theirs.fileno())
            except BaseException:
                ours.close()
                raise
        return ours

    def close(self) -> int:
        """End it and return its exit code."""
        self._connection.close()
        self._process.kill()
        return self._process.wait()


_nursery: _Nursery | None = None
_lock = threading.Lock()
_loading = False


def start_warden(modules: Sequence[str]) -> socket.socket:
    """Return the connection to a new warden, whose workers have these modules loaded.

    Raises `OSError` if the system refuses to start processes.
    """
    global _nursery
    _find_folder()  # which is needed below
    if _loading:
        raise ExecutionError(
            "workers load the program's main file, which must not start any itself; "
            "begin what it does with: if __name__ == '__main__':"
        )
    with _lock:
        if _nursery is not None and _nursery.owner == os.getpid():
            with suppress(OSError):
                if _nursery.is_alive:
                    return _nursery.start_warden(modules)
            code = _nursery.close()  # somebody has killed it, unless it ended itself
            if code == NOT_LOADED:
                _nursery = None
                raise ExecutionError(
                    "workers can't load the program's main file; does what it does begin with: "
                    "if __name__ == '__main__':"
                )
        _nursery = _Nursery(modules)
        return _nursery.start_warden(modules)


def _find_folder() -> str:
    """Return the current folder. Raises `ExecutionError` if it is gone."""
    try:
        return os.getcwd()  # noqa: PTH109
    except OSError:
        raise ExecutionError("the current folder is gone; change to another one") from None


@atexit.register
def _close() -> None:
    if _nursery is not None and _nursery.owner == os.getpid():
        _nursery.close()


def serve(descriptor: int) -> NoReturn:
    """Be the nursery: load what the program asks for, then fork wardens until it ends."""
    global _loading
    connection = socket.socket(fileno=descriptor)
    open_standard_streams()
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    adopt_orphans()
    close_memory(True)
    wardens: set[int] = set()
    settings, _ = _receive(connection)
    _loading = True
    try:
        spawn.prepare(settings.preparation)
    except BaseException as error:
        print(describe(error, None, __file__), file=sys.stderr, flush=True)
        os._exit(NOT_LOADED)
    _loading = False
    for module in settings.modules:
        with suppress(ImportError):  # it is said when a task needs it
            import_module(module)
    gc.freeze()
    signal.signal(signal.SIGCHLD, lambda *_: _reap(wardens))
    with suppress(EOFError, OSError):
        while True:
            request, control = _receive(connection)
            signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGCHLD})
            process = os.fork()
            if process == 0:
                connection.close()
                _become_warden(request, control)
            os.close(control)
            wardens.add(process)
            signal.pthread_sigmask(signal.SIG_UNBLOCK, {signal.SIGCHLD})
    os._exit(0)


def _become_warden(request: _Request, control: int) -> NoReturn:
    from babalab.execution import warden

    signal.signal(signal.SIGCHLD, signal.SIG_DFL)
    signal.pthread_sigmask(signal.SIG_UNBLOCK, {signal.SIGCHLD})
    try:
        sys.path[:] = request.path
        with suppress(OSError):  # it may be gone
            os.chdir(request.folder)
        adopt_orphans()
        warden.serve(socket.socket(fileno=control), request.modules)
    finally:
        os._exit(1)


def _reap(wardens: set[int]) -> None:
    """Bury wardens that have ended, and end what they left behind.

    One that was stopped is ended too: it would keep its run waiting for ever.
    """
    for process in list(wardens):
        ended, status = os.waitpid(process, os.WNOHANG | os.WUNTRACED)
        if ended and os.WIFSTOPPED(status):
            os.kill(process, signal.SIGKILL)
        elif ended:
            wardens.discard(process)
    end_children(frozenset(wardens))


def _send(connection: socket.socket, message: object, descriptor: int | None = None) -> None:
    """Send a message, and a descriptor with its first byte."""
    body = pickle.dumps(message)
    socket.send_fds(
        connection,
        [len(body).to_bytes(8, "little")],
        [] if descriptor is None else [descriptor],
    )
    connection.sendall(body)


def _receive(connection: socket.socket) -> tuple[Any, int]:
    """Return the next message and its descriptor, -1 if it has none. Raises `EOFError`."""
    head, files = receive_with_files(connection, 8, 1)
    if len(head) < 8:
        raise EOFError
    body = b""
    left = int.from_bytes(head, "little")
    while len(body) < left:
        piece = connection.recv(left - len(body))
        if not piece:
            raise EOFError
        body += piece
    return pickle.loads(body), files[0] if files else -1
