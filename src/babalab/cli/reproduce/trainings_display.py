"""Progress of several trainings: live on a terminal, an occasional line elsewhere."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from typing import TYPE_CHECKING

from rich.console import Group, RenderableType

from babalab.base.statistics import mean
from babalab.base.wording import abbreviate
from babalab.cli.ui.columns import names
from babalab.cli.ui.live import Refresh, draw_bar_as_text, format_time_left, show_live
from babalab.cli.ui.tables import add_row, make_table
from babalab.cli.ui.text import Text

if TYPE_CHECKING:
    from babalab.learning.training.training import TrainingReport
    from babalab.papers.baba_solver.training_plan import PlannedTraining


class TrainingsWatcher:
    """The progress of each training that has to be made."""

    def __init__(self, todo: Sequence[PlannedTraining], workers: int, *, quiet: bool) -> None:
        self.last: dict[PlannedTraining, TrainingReport | None] = dict.fromkeys(todo)
        self.quiet = quiet
        self.line = ""
        """The last update in words."""
        self.refresh: Refresh = lambda **_: None
        self._workers = workers

    def note(self, planned: PlannedTraining, report: TrainingReport) -> None:
        """Record an update; print a line if it is time for one, or if it was the last."""
        self.last[planned] = report
        left = format_time_left(self.seconds_left)
        self.line = f"{_describe_training(planned)}: {_describe_report(report)} · {left}"
        self.refresh(now=report.steps >= report.total)

    @property
    def seconds_left(self) -> float | None:
        """Return the time left at the mean rate of the trainings under way."""
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
        table = make_table(names(), names(priority=1), names(), header=False, elsewhere=None)
        for planned, report in self.last.items():
            done = 0 if report is None else report.steps
            add_row(
                table,
                _describe_training(planned),
                draw_bar_as_text(done, planned.recipe.steps),
                "waiting" if report is None else _describe_report(report),
            )
        return Group(table, Text(format_time_left(self.seconds_left), style="dim"))


@contextmanager
def watch_trainings(watcher: TrainingsWatcher) -> Iterator[None]:
    """Show the progress of trainings while they run."""
    if not watcher.last:
        yield
        return
    with show_live(watcher, quiet=watcher.quiet) as watcher.refresh:
        yield


def _describe_training(planned: PlannedTraining) -> str:
    return f"{planned.label}, seed {planned.seed}"


def _describe_report(report: TrainingReport) -> str:
    won = "" if report.success is None else f" · {report.success:.1%} won"
    steps = f"{abbreviate(report.steps)} of {abbreviate(report.total)} steps"
    return f"{steps} · {abbreviate(report.rate)}/s{won}"
