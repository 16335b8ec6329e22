"""Ctrl-C that lets the present step finish."""

from __future__ import annotations

import signal
from collections.abc import Iterator
from contextlib import contextmanager

from babalab.cli.ui.console import err
from babalab.cli.ui.text import Text


@contextmanager
def catch_interrupts(announcement: str) -> Iterator[list[int]]:
    """Answer Ctrl-C and SIGTERM with the announcement, and let the work come to an end.

    Yields a list that is empty until then. A second Ctrl-C raises `KeyboardInterrupt`.
    """
    asked: list[int] = []

    def ask(number: int, _frame: object) -> None:
        asked.append(number)
        if len(asked) > 1:
            raise KeyboardInterrupt
        err.print(Text(announcement, style="dim"))

    before = {number: signal.signal(number, ask) for number in (signal.SIGINT, signal.SIGTERM)}
    try:
        yield asked
    finally:
        for number, handler in before.items():
            signal.signal(number, handler)
