"""Cases that do what no case may, to see that the server finds out: run by a test."""

from __future__ import annotations

import ctypes
import os
import sys
import time
from collections.abc import Callable, Mapping
from typing import Final

from support.hostile.calling import FaultError
from support.hostile.case import Case
from support.hostile.recipes import World
from support.hostile.server import Limits, run_cases


def _loop() -> None:
    while True:
        pass


def _raise(error: Exception) -> None:
    raise error


DEEDS: Final[Mapping[str, Callable[[], object]]] = {
    "return": lambda: None,
    "segfault": lambda: ctypes.string_at(1),
    "abort": os.abort,
    "loop": _loop,
    "sleep": lambda: time.sleep(60),
    "memory": lambda: bytearray(1 << 30),
    "system-error": lambda: _raise(SystemError()),
    "changed": lambda: _raise(FaultError()),
    "exit": lambda: os._exit(7),
}

if __name__ == "__main__":
    cases = [Case(name, "", lambda _, deed=deed: deed() and None) for name, deed in DEEDS.items()]
    limits = Limits(processor_seconds=1, wall_seconds=3, nbytes=1 << 29)
    for fault in run_cases(cases, World(), 2, limits):
        print(f"{fault.case.name}: {fault.how}")
    sys.stdout.flush()
    os._exit(0)
