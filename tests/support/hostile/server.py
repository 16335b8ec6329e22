"""A warm process that forks one for every case and sees how it ends."""

from __future__ import annotations

import faulthandler
import gc
import os
import resource
import signal
import tempfile
import time
import traceback
from collections.abc import Iterable, Iterator
from contextlib import suppress
from dataclasses import dataclass, field
from pathlib import Path
from typing import IO, Final

from support.hostile.calling import FaultError
from support.hostile.case import Case
from support.hostile.core import SANITIZED
from support.hostile.recipes import World
from support.hostile.sanitized import EXIT_STATUS, ran_out_of_memory


@dataclass(frozen=True)
class Limits:
    """What a case may take."""

    processor_seconds: int = 60 if SANITIZED else 10
    wall_seconds: int = 120 if SANITIZED else 30
    """The time after which a case counts as hanging, though it uses no processor."""
    nbytes: int = 3 << 30
    """Address space, on top of what the server has."""


@dataclass(frozen=True)
class Fault:
    """A case that ended as none may."""

    case: Case
    how: str
    words: str
    """What the case said before it ended."""


@dataclass
class _Running:
    case: Case
    log: IO[bytes]
    begun: float = field(default_factory=time.monotonic)
    late: bool = False


FAULT: Final = 3
"""The exit status of a process that has found a fault itself."""
DEFAULTS: Final = Limits()


def run_cases(
    cases: Iterable[Case], world: World, jobs: int = 2, limits: Limits = DEFAULTS
) -> Iterator[Fault]:
    """Run cases, `jobs` at a time, each in a process of its own, and yield faults."""
    waiting = iter(cases)
    running: dict[int, _Running] = {}
    signal.pthread_sigmask(signal.SIG_BLOCK, [signal.SIGCHLD])
    while True:
        while len(running) < jobs and (case := next(waiting, None)):
            log = tempfile.TemporaryFile()  # noqa: SIM115 - closed when the case is judged
            running[_fork(case, world, log, limits)] = _Running(case, log)
        if not running:
            return
        signal.sigtimedwait([signal.SIGCHLD], 1.0)
        for pid, its in list(running.items()):
            if time.monotonic() > its.begun + limits.wall_seconds:
                its.late = True
                os.kill(pid, signal.SIGKILL)
            ended, status = os.waitpid(pid, 0 if its.late else os.WNOHANG)
            if ended and (fault := _judge(running.pop(pid), status)):
                yield fault


def run_here(case: Case, world: World) -> None:
    """Run a case in this process."""
    case.run(world)
    gc.collect()  # what dies now must not take the process with it


def _fork(case: Case, world: World, log: IO[bytes], limits: Limits) -> int:
    gc.freeze()  # else the new process would copy all objects just to look at them
    pid = os.fork()
    if pid:
        return pid
    try:
        os.dup2(log.fileno(), 1)
        os.dup2(log.fileno(), 2)
        signal.pthread_sigmask(signal.SIG_UNBLOCK, [signal.SIGCHLD])
        _obey(limits)
        if not SANITIZED:
            faulthandler.enable()
        run_here(case, world)
        os._exit(0)
    except BaseException:
        with suppress(BaseException):
            os.write(2, traceback.format_exc().encode(errors="replace"))
    finally:
        os._exit(FAULT)


def _obey(limits: Limits) -> None:
    used = int(Path("/proc/self/statm").read_text().split()[0]) * resource.getpagesize()
    for limit, most in (
        (resource.RLIMIT_AS, used + limits.nbytes),
        (resource.RLIMIT_CPU, limits.processor_seconds),
        (resource.RLIMIT_CORE, 0),
    ):
        resource.setrlimit(limit, (most, resource.getrlimit(limit)[1]))


def _judge(its: _Running, status: int) -> Fault | None:
    its.log.seek(0)
    words = its.log.read().decode(errors="replace")
    its.log.close()
    if how := _describe(status, words, its.late):
        return Fault(its.case, how, words)
    return None


def _describe(status: int, words: str, late: bool) -> str:
    """Return what went wrong in a process that ended so, empty if nothing did."""
    code = os.waitstatus_to_exitcode(status)
    if code == 0:
        return ""
    if late or code == -signal.SIGXCPU:
        return "hang"
    if code < 0:
        return f"crash: {signal.Signals(-code).name}"
    if code == EXIT_STATUS:
        return "" if ran_out_of_memory(words) else "report"
    if code == FAULT:
        return "fault" if FaultError.__name__ in words else "error"
    return f"exit {code}"
