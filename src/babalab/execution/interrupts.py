"""Ctrl-C: noticed where a task would swallow it, delayed where it would do harm."""

from __future__ import annotations

import signal
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from types import FrameType
from typing import Any


@contextmanager
def note_interrupts() -> Iterator[Callable[[], bool]]:
    """Note Ctrl-C inside the block; yield a function that says whether it was pressed.

    It raises `KeyboardInterrupt` all the same, but what runs inside may take that for its own
    affair. Only the main thread is ever interrupted, so elsewhere nothing is noted.
    """
    presses: list[int] = []
    usual = _get_handler()

    def note(number: int, frame: FrameType | None) -> None:
        presses.append(number)
        signal.default_int_handler(number, frame)

    if usual is not signal.default_int_handler:
        yield lambda: False
        return
    signal.signal(signal.SIGINT, note)
    try:
        yield lambda: bool(presses)
    finally:
        signal.signal(signal.SIGINT, usual)


@contextmanager
def hold_interrupts() -> Iterator[None]:
    """Delay Ctrl-C until the end of this block, which must be short."""
    usual = _get_handler()
    if not callable(usual):
        yield
        return
    presses: list[tuple[int, FrameType | None]] = []
    signal.signal(signal.SIGINT, lambda number, frame: presses.append((number, frame)))
    try:
        yield
    finally:
        signal.signal(signal.SIGINT, usual)
        if presses:
            usual(*presses[0])


def _get_handler() -> Any:
    """Return the handler of Ctrl-C; None in threads that can't change it."""
    if threading.current_thread() is not threading.main_thread():
        return None
    return signal.getsignal(signal.SIGINT)
