"""Ctrl-C that lets what is under way come to an end."""

from __future__ import annotations

import signal
from collections.abc import Iterator
from contextlib import contextmanager

from rich.text import Text

from babalab.cli.ui.console import err


@contextmanager
def asked_to_stop(announcement: str) -> Iterator[list[int]]:
    """A list that is empty until Ctrl-C or a polite kill, which is answered with the announcement.

    Another one raises `KeyboardInterrupt`.
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
