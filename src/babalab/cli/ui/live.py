"""Progress of long work: redrawn on a terminal, an occasional line elsewhere."""

from __future__ import annotations

import time
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Protocol

import rich.text
from rich.console import ConsoleRenderable, RenderableType, RichCast
from rich.live import Live
from rich.progress_bar import ProgressBar
from rich.spinner import Spinner
from rich.table import Table

from babalab.cli.ui.console import err
from babalab.cli.ui.text import Text
from babalab.cli.ui.viewport import make_line

SECONDS_BETWEEN_LINES = 10.0
REFRESHES_PER_SECOND = 4
BAR_WIDTH = 20


class HasLine(Protocol):
    """Work whose progress fits into one line."""

    @property
    def line(self) -> str:
        """Return its progress."""


class Refresh(Protocol):
    """A function to call whenever work has progressed; `now` prints its line at once."""

    def __call__(self, *, now: bool = False) -> None:
        """Print the line of the work if it is due, and there is no live display."""


class Drawn(HasLine, RichCast, Protocol):
    """Work that Rich can draw."""


class Printed(HasLine, ConsoleRenderable, Protocol):
    """Work that draws itself for the width of a terminal."""


@contextmanager
def show_live(
    work: Drawn | Printed, *, quiet: bool = False, refreshes: float = REFRESHES_PER_SECOND
) -> Iterator[Refresh]:
    """Show work while it goes on, on standard error; `quiet` shows it on a terminal only.

    Yields a function to call whenever the work has come further.
    """
    if can_redraw():
        with Live(
            work,
            console=err,
            transient=True,
            refresh_per_second=refreshes,
            vertical_overflow="crop",
        ):
            yield _do_nothing
    elif quiet:
        yield _do_nothing
    else:
        last = time.monotonic()

        def print_line(*, now: bool = False) -> None:
            nonlocal last
            if now or time.monotonic() - last >= SECONDS_BETWEEN_LINES:
                last = time.monotonic()
                err.print(Text(work.line))

        yield print_line


def can_redraw() -> bool:
    """Return whether standard error is a terminal that can redraw what it shows."""
    return err.is_terminal and not err.is_dumb_terminal


class ProgressLine:
    """The progress of some work: a bar with words beside it, a spinner if no end is known."""

    def __init__(self, words: str, total: float | None = None) -> None:
        self.words = words
        self.total = total
        self.done: float = 0
        self._began = time.monotonic()
        self._spinner = Spinner("dots")

    def update(self, words: str, done: float = 0, total: float | None = None) -> None:
        """Set the progress, and the total if that was not known before."""
        self.words, self.done = words, done
        self.total = self.total if total is None else total

    @property
    def seconds_left(self) -> float | None:
        """Return the time left at the present rate; None if that is not known."""
        if not self.done or self.total is None:
            return None
        return (self.total - self.done) / self.done * (time.monotonic() - self._began)

    @property
    def line(self) -> str:
        """Return everything in one line."""
        left = self.seconds_left
        return self.words if left is None else f"{self.words} · {format_time_left(left)}"

    def __rich__(self) -> RenderableType:
        sign = self._spinner if self.total is None else draw_bar(self.done, self.total)
        return draw_beside_bar(sign, self.line)


def draw_bar(done: float, total: float) -> ProgressBar:
    """Return a bar that shows the progress."""
    return ProgressBar(total=max(1, total), completed=done, width=BAR_WIDTH)


def draw_bar_as_text(done: float, total: float) -> rich.text.Text:
    """Return a bar as text, for a cell of a table."""
    drawn = err.render(draw_bar(done, total), err.options.update(width=BAR_WIDTH))
    text = Text.assemble(*((each.text, each.style or "") for each in drawn))
    # Without colours, what is to do is not drawn.
    text.pad_right(BAR_WIDTH - text.cell_len)
    return text


def draw_beside_bar(bar: RenderableType, words: str) -> Table:
    """Return a bar and words on one line, which is cut where the terminal ends."""
    grid = Table.grid(padding=(0, 1))
    grid.add_row(bar, make_line(words))
    return grid


def format_time_left(seconds: float | None) -> str:
    """Return how long something will take, in words.

    >>> format_time_left(None), format_time_left(75), format_time_left(4000)
    ('just begun', '1:15 left', '1:06:40 left')
    """
    if seconds is None:
        return "just begun"
    minutes, rest = divmod(round(seconds), 60)
    hours, minutes = divmod(minutes, 60)
    return f"{hours}:{minutes:02}:{rest:02} left" if hours else f"{minutes}:{rest:02} left"


def _do_nothing(*, now: bool = False) -> None:
    """Do nothing: a thread redraws the display."""
