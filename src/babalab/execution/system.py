"""What only the operating system knows of processes, or can do to them: most of it on Linux."""

from __future__ import annotations

import ctypes
import os
import signal
import socket
import sys
import tempfile
import time
from contextlib import suppress
from pathlib import Path

_PR_SET_PDEATHSIG = 1
_PR_SET_DUMPABLE = 4
_PR_SET_CHILD_SUBREAPER = 36
_PROCESS_CLOCK = 2
"""The low bits of the clock of a process's own processor time (clock_getcpuclockid)."""


def adopt_orphans() -> None:
    """Make this process the parent of what its descendants leave behind when they end."""
    _prctl(_PR_SET_CHILD_SUBREAPER, 1)


def end_with_parent() -> None:
    """Let this process be killed when its parent ends, however that ends."""
    _prctl(_PR_SET_PDEATHSIG, signal.SIGKILL)


def close_memory(closed: bool) -> None:
    """Keep processes of the same user from reading or changing this one, or allow it again."""
    _prctl(_PR_SET_DUMPABLE, 0 if closed else 1)


def measure_processor_seconds(process: int) -> float | None:
    """Return the processor time of a process and of all below it that run or were waited for.

    None where the system doesn't tell, or the process has ended.
    """
    whole = _measure_one(process)
    if whole is None:
        return None
    below = list_children(process)
    while below:
        each = below.pop()
        whole += _measure_one(each) or 0.0
        below += list_children(each)
    return whole


def _measure_one(process: int) -> float | None:
    """Return the processor time of a process and of its children that were waited for."""
    if sys.platform != "linux":
        return None
    try:
        own = time.clock_gettime(~process << 3 | _PROCESS_CLOCK)
        fields = Path(f"/proc/{process}/stat").read_bytes().rpartition(b")")[2].split()
    except (OSError, ValueError):
        return None
    return own + sum(map(int, fields[13:15])) / os.sysconf("SC_CLK_TCK")


def list_children(process: int | str = "self") -> list[int]:
    """Return the ids of the children of a process; none where the system can't tell."""
    numbers: list[int] = []
    for file in Path(f"/proc/{process}/task").glob("*/children"):
        with suppress(OSError):
            numbers += map(int, file.read_text().split())
    return numbers


def end_children(spared: frozenset[int] = frozenset()) -> None:
    """Kill the children of this process but for some, and whatever they leave behind."""
    if os.getpid() == 1:
        _end_all_others()
        return
    while children := set(list_children()) - spared:
        for child in children:
            with suppress(ProcessLookupError):
                os.kill(child, signal.SIGKILL)
        for child in children:
            with suppress(ChildProcessError):
                os.waitpid(child, 0)


def _end_all_others() -> None:
    """Kill all processes of a namespace whose first one this is: /proc has other numbers."""
    with suppress(ProcessLookupError):
        os.kill(-1, signal.SIGKILL)
    with suppress(ChildProcessError):
        while True:
            os.waitpid(-1, 0)


def connect_pair() -> tuple[socket.socket, socket.socket]:
    """Return two connected sockets, neither in the place of a standard stream that is closed."""
    one, other = socket.socketpair()
    return _move_up(one), _move_up(other)


def _move_up(connection: socket.socket) -> socket.socket:
    import fcntl

    if connection.fileno() > 2:
        return connection
    with connection:
        return socket.socket(fileno=fcntl.fcntl(connection, fcntl.F_DUPFD_CLOEXEC, 3))


def open_standard_streams() -> None:
    """Let those that are closed lead nowhere, so that nothing else takes their place."""
    while (descriptor := os.open(os.devnull, os.O_RDWR)) <= 2:
        os.set_inheritable(descriptor, True)
    os.close(descriptor)


def make_file(content: bytes) -> int:
    """Return the descriptor of a file that has no name, with this content."""
    if sys.platform == "linux":
        descriptor = os.memfd_create("babalab material")
    else:
        with tempfile.TemporaryFile() as file:
            descriptor = os.dup(file.fileno())
    with open(descriptor, "wb", closefd=False) as file:
        file.write(content)
    return descriptor


def read_file(descriptor: int) -> bytes:
    """Return the content of a file that was made, and close it."""
    with open(descriptor, "rb") as file:
        file.seek(0)
        return file.read()


def close_descriptors(kept: int) -> None:
    """Close all descriptors but standard input and output and one more, which becomes 3."""
    if kept != 3:
        os.dup2(kept, 3, inheritable=False)
    os.closerange(4, _count_descriptors())


def lead_nowhere() -> None:
    """Let standard input and output lead nowhere."""
    nowhere = os.open(os.devnull, os.O_RDWR)
    for stream in (0, 1, 2):
        os.dup2(nowhere, stream)
    if nowhere > 2:
        os.close(nowhere)


def _count_descriptors() -> int:
    """Return a number above those of all open descriptors."""
    for folder in ("/proc/self/fd", "/dev/fd"):
        with suppress(OSError, ValueError):
            return 1 + max(map(int, os.listdir(folder)))  # noqa: PTH208
    return os.sysconf("SC_OPEN_MAX")


def _prctl(option: int, value: int) -> None:
    if sys.platform == "linux":
        ctypes.CDLL(None).prctl(option, value, 0, 0, 0)
