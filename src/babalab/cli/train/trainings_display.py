"""Several trainings under way: live on a terminal, a line now and then elsewhere."""

from __future__ import annotations

import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from typing import TYPE_CHECKING

from rich.console import RenderableType
from rich.live import Live
from rich.progress_bar import ProgressBar
from rich.table import Table
from rich.text import Text

from babalab.base.statistics import mean
from babalab.cli.ui.console import err
from babalab.cli.ui.progress import (
    BAR_WIDTH,
    REFRESHES_PER_SECOND,
    SECONDS_BETWEEN_LINES,
    time_left,
)
from babalab.cli.ui.wording import rounded

if TYPE_CHECKING:
    from babalab.learning.training import Report
    from babalab.papers.baba_solver.training_plan import PlannedTraining


class TrainingsWatcher:
    """How far each of the trainings that had to be made has come."""

    def __init__(self, todo: Sequence[PlannedTraining], workers: int, *, quiet: bool) -> None:
        self.last: dict[PlannedTraining, Report | None] = dict.fromkeys(todo)
        self._workers = workers
        self._lines = not quiet and not _live()
        self._shown = time.monotonic()

    def note(self, planned: PlannedTraining, report: Report) -> None:
        """Take note of an update; write a line if it is time for one, or if it was the last."""
        self.last[planned] = report
        ended = report.steps >= report.total
        due = time.monotonic() - self._shown >= SECONDS_BETWEEN_LINES
        if self._lines and (ended or due):
            self._shown = time.monotonic()
            err.print(Text(f"{_name(planned)}: {_words(report)} · {time_left(self.seconds_left)}"))

    @property
    def seconds_left(self) -> float | None:
        """What remains, if all go as fast as those under way."""
        reports = [report for report in self.last.values() if report is not None]
        if not reports:
            return None
        rate = mean(report.rate for report in reports)
        left = sum(
            planned.recipe.steps - (report.steps if report else 0)
            for planned, report in self.last.items()
        )
        at_a_time = min(self._workers, max(1, sum(self._unfinished)))
        return max(0, left) / rate / at_a_time

    @property
    def _unfinished(self) -> list[bool]:
        return [each is None or each.steps < each.total for each in self.last.values()]

    def __rich__(self) -> RenderableType:
        table = Table.grid(padding=(0, 1))
        for planned, report in self.last.items():
            done = 0 if report is None else report.steps
            table.add_row(
                Text(_name(planned)),
                ProgressBar(total=planned.recipe.steps, completed=done, width=BAR_WIDTH),
                Text("waiting" if report is None else _words(report)),
            )
        table.add_row(Text(time_left(self.seconds_left), style="dim"))
        return table


@contextmanager
def watched_trainings(watcher: TrainingsWatcher) -> Iterator[None]:
    """Show how it goes while it goes, if there is a terminal."""
    if not _live() or not watcher.last:
        yield
        return
    with Live(watcher, console=err, transient=True, refresh_per_second=REFRESHES_PER_SECOND):
        yield


def _live() -> bool:
    return err.is_terminal and not err.is_dumb_terminal


def _name(planned: PlannedTraining) -> str:
    return f"{planned.label}, seed {planned.seed}"


def _words(report: Report) -> str:
    won = "" if report.success is None else f" · {report.success:.1%} won"
    return (
        f"{rounded(report.steps)} of {rounded(report.total)} steps · {rounded(report.rate)}/s{won}"
    )
