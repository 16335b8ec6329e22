"""The progress of reading large files of levels."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import islice
from typing import Final, TypeVar

from babalab.base.wording import format_size
from babalab.cli.ui.live import ProgressLine, show_live

Item = TypeVar("Item")
AT_ONCE: Final = 1000


class ReadingProgress:
    """A display, on a terminal, of how much of a file has been read."""

    def __init__(self) -> None:
        self._bar = ProgressLine("reading")

    def watch(self, done: int, size: int) -> None:
        """Take note of how many bytes of how many have been read."""
        of = f" of {format_size(size)}" if size else ""
        self._bar.update(f"reading: {format_size(done)}{of}", done, size or None)

    def show(self, items: Iterator[Item]) -> Iterator[Item]:
        """Yield the items, with the display shown while they are found and not while they are used.

        So what is done with them may print.
        """
        while True:
            with show_live(self._bar, quiet=True):
                some = list(islice(items, AT_ONCE))
            yield from some
            if len(some) < AT_ONCE:
                return
