"""Functions for executors to call, in a module that every process can import."""

from __future__ import annotations

import os
import signal
import sys
import threading
import time
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from typing import Any

from babalab.base.errors import BabalabError
from babalab.execution.reporting import report, stop_requested
from babalab.execution.work import Brief, Completion
from babalab.game.recordings import RecordingError

PATIENCE = 60.0
"""Seconds until a task gives up waiting, so that no test waits for ever."""


class OddError(BabalabError):
    """It can be told, but not pickled."""

    def __init__(self, what: str, how_much: str) -> None:
        super().__init__(f"{how_much} {what}")


def square(number: int) -> int:
    return number * number


def process_of(_: object) -> int:
    return os.getpid()


def wait_for(file: Path) -> None:
    deadline = time.monotonic() + PATIENCE
    while not file.exists():
        assert time.monotonic() < deadline, f"{file} never came"
        time.sleep(0.01)


def last_first(folder: Path, number: int) -> int:
    """Task 0 waits until task 3 has been done."""
    if number == 0:
        wait_for(folder / "3")
    (folder / str(number)).touch()
    return number


def count_up(limit: int) -> int:
    """Report every number up to the limit."""
    for number in range(limit):
        report(number)
    return limit


def go_on_reporting(_: object) -> None:
    """Never end, and never be silent."""
    deadline = time.monotonic() + PATIENCE
    while time.monotonic() < deadline:
        report("still here")


def until_told(folder: Path, number: int) -> str:
    """Work on until the run is stopped."""
    report(number)
    deadline = time.monotonic() + PATIENCE
    while not stop_requested():
        assert time.monotonic() < deadline, "nobody says stop"
        time.sleep(0.01)
    (folder / str(number)).touch()
    return "told"


def ask_often(limit: int) -> int:
    """Ask many times whether to stop, which nobody says."""
    return sum(not stop_requested() for _ in range(limit))


def misbehave(how: str) -> str:
    """Do what is asked for; return it if that goes well."""
    if how == "error":
        raise ValueError("no idea")
    if how == "exit":
        raise SystemExit(3)
    if how == "odd":
        raise OddError("ink", "no more")
    if how == "ours":
        raise RecordingError("line 3: no recording")
    if how == "leave":
        os._exit(7)
    if how == "die":
        os.kill(os.getpid(), signal.SIGKILL)
    if how == "hang":
        time.sleep(PATIENCE)
    if how == "thread":
        threading.Thread(target=time.sleep, args=(PATIENCE,), daemon=True).start()
    if how == "close":
        os.closerange(3, 100)
        time.sleep(PATIENCE)
    if how == "lambda":
        return lambda: how  # type: ignore[return-value]
    return how


def go_on(folder: Path, number: int) -> int:
    """Be done at once, but for the last ones, which only a kill can end; tell who is there."""
    (folder / f"process-{os.getpid()}").touch()
    if number >= 3:
        signal.signal(signal.SIGINT, _tell(folder))
        signal.pthread_sigmask(signal.SIG_UNBLOCK, {signal.SIGINT})
        report("begun")
        time.sleep(PATIENCE)
    return number


def swallow(folder: Path, number: int) -> int:
    """Take Ctrl-C for an own affair, as agents do."""
    del folder
    if number >= 3:
        report("begun")
        with suppress(KeyboardInterrupt):
            time.sleep(PATIENCE)
    return number


def _tell(folder: Path) -> Any:
    return lambda *_: (folder / "interrupted").touch()


class Plain:
    """A task that is not a call, and breaks the rules."""

    who, where, seconds, preparation, memory = "plain", "here", None, 0.0, None
    team, material, pickles, limits_memory, most_bytes, sources = "", None, False, True, 1 << 20, ()

    def __init__(self, how: str) -> None:
        self.how = how

    @property
    def brief(self) -> Brief:
        return Brief(_prepare_to_misbehave, (_Odd(self.how),))

    def judge(self, completion: Completion) -> str:
        return str(completion.value if completion.error is None else completion.error)

    def moved(self, sources: object) -> Plain:
        del sources
        return self


def _prepare_to_misbehave(odd: _Odd) -> Callable[[None], str]:
    return lambda _: misbehave(odd.how)


class _Odd:
    """Something that may not be pickled, or not be read again."""

    def __init__(self, how: str) -> None:
        self.how = how

    def __reduce__(self) -> Any:
        if self.how == "unpicklable":
            raise TypeError("it stays here")
        return (_unreadable if self.how == "unreadable" else _Odd), (self.how,)


def _unreadable(_: str) -> Any:
    raise RuntimeError("it can't be read")


def is_loaded(module: str) -> bool:
    return module in sys.modules
