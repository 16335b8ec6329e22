"""Monitors, which watch experiments."""

from __future__ import annotations

import warnings
from collections.abc import Callable, Generator, Iterable, Iterator, Sequence
from contextlib import AbstractContextManager, contextmanager
from typing import TYPE_CHECKING, Any, NamedTuple, Protocol

if TYPE_CHECKING:
    from babalab.arena import Attempt, Executor, Plan, Store
    from babalab.papers.baba_solver.training_plan import PlannedTraining
    from babalab.tuning import Evaluation, Tuning

    AnyPlan = Plan[Any, Any, Any]


class TrainingControl(NamedTuple):
    """Functions to watch and stop trainings."""

    tell: Callable[[PlannedTraining, Any], None]
    """Records an update of a training."""
    should_stop: Callable[[], bool]


class Monitor(Protocol):
    """Watches an experiment: its messages and its progress."""

    def say(self, text: str) -> None:
        """Announce what happens next."""

    def report(self, text: str) -> None:
        """Report what else was done, such as a file that was written."""

    def complain(self, text: str) -> None:
        """Report what went wrong."""

    def carry_out(
        self, plan: AnyPlan, store: Store, executor: Executor
    ) -> Generator[Attempt[Any, Any], None, None]:
        """Carry out a plan; yield each attempt once it is stored."""

    def watch_tuning(self, tuning: Tuning, evaluations: Iterable[Evaluation], total: int) -> None:
        """Let a tuning run go on until it has made `total` evaluations."""

    def watch_trainings(
        self, todo: Sequence[PlannedTraining], workers: int
    ) -> AbstractContextManager[TrainingControl]:
        """Watch these trainings as long as they go on."""


class QuietMonitor:
    """Shows nothing; what goes wrong is a Python warning."""

    def say(self, text: str) -> None:
        """See `Monitor`."""

    def report(self, text: str) -> None:
        """See `Monitor`."""

    def complain(self, text: str) -> None:
        """See `Monitor`."""
        warnings.warn(text, stacklevel=2)

    def carry_out(
        self, plan: AnyPlan, store: Store, executor: Executor
    ) -> Generator[Attempt[Any, Any], None, None]:
        """See `Monitor`."""
        from babalab.arena import carry_out

        return carry_out(plan, store, executor)

    def watch_tuning(self, tuning: Tuning, evaluations: Iterable[Evaluation], total: int) -> None:  # noqa: ARG002
        """See `Monitor`."""
        for _ in evaluations:
            pass

    @contextmanager
    def watch_trainings(
        self,
        todo: Sequence[PlannedTraining],  # noqa: ARG002
        workers: int,  # noqa: ARG002
    ) -> Iterator[TrainingControl]:
        """See `Monitor`."""
        yield TrainingControl(lambda _training, _report: None, lambda: False)
