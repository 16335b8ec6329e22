"""Watching experiments on the terminal."""

from __future__ import annotations

from collections.abc import Generator, Iterable, Iterator, Sequence
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any

from babalab.cli.ui.console import complain, err
from babalab.cli.ui.interrupts import catch_interrupts
from babalab.cli.ui.progress import watch_plan
from babalab.cli.ui.text import Text
from babalab.papers import Laboratory

if TYPE_CHECKING:
    from babalab.arena import Attempt, Executor, Store
    from babalab.papers.baba_solver.training_plan import PlannedTraining
    from babalab.papers.monitor import AnyPlan, TrainingControl
    from babalab.tuning import Evaluation, Tuning


class TerminalMonitor:
    """A `Monitor` that shows everything live; if `quiet`, only what goes wrong and files."""

    def __init__(self, *, quiet: bool) -> None:
        self._quiet = quiet

    def say(self, text: str) -> None:
        """See `Monitor`."""
        if not self._quiet:
            err.print(Text(text))

    def report(self, text: str) -> None:
        """See `Monitor`."""
        err.print(Text(text))

    def complain(self, text: str) -> None:
        """See `Monitor`."""
        complain(text)

    def carry_out(
        self, plan: AnyPlan, store: Store, executor: Executor
    ) -> Generator[Attempt[Any, Any], None, None]:
        """See `Monitor`."""
        return watch_plan(plan, store, executor, quiet=self._quiet)

    def watch_tuning(self, tuning: Tuning, evaluations: Iterable[Evaluation], total: int) -> None:
        """See `Monitor`."""
        from babalab.cli.tune.display import TuningWatcher, watch_tuning

        watch_tuning(evaluations, TuningWatcher(tuning, total), quiet=self._quiet)

    @contextmanager
    def watch_trainings(
        self, todo: Sequence[PlannedTraining], workers: int
    ) -> Iterator[TrainingControl]:
        """See `Monitor`. Ctrl-C lets the updates under way come to an end."""
        from babalab.cli.reproduce.trainings_display import TrainingsWatcher, watch_trainings
        from babalab.papers.monitor import TrainingControl

        watcher = TrainingsWatcher(todo, workers, quiet=self._quiet)
        announcement = "ending the updates under way and saving; again to stop at once"
        with catch_interrupts(announcement) as asked, watch_trainings(watcher):
            yield TrainingControl(watcher.note, lambda: bool(asked))


def make_terminal_laboratory(
    store: str | None, on: str, workers: int, *, quiet: bool
) -> Laboratory:
    """Return a laboratory with the store and the executors of the command line."""
    from babalab.execution.choosing import choose_executor, choose_trusted_executor

    return Laboratory(
        store,
        lambda grace: choose_executor(on, workers, grace=grace),
        lambda: choose_trusted_executor(on, workers),
        TerminalMonitor(quiet=quiet),
    )
