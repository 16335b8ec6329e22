"""Laboratories: where experiments find a store, an executor, and somebody to watch them."""

from __future__ import annotations

import tempfile
from collections.abc import Callable, Generator, Iterable, Iterator, Sequence
from contextlib import AbstractContextManager, contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple, Protocol

if TYPE_CHECKING:
    from babalab.arena import Executor, Plan, Store
    from babalab.arena.plays import PlayPlan
    from babalab.generation.study import GenerationPlan
    from babalab.papers.baba_solver.training_plan import PlannedTraining
    from babalab.tuning import Evaluation, Tuning

    AnyPlan = Plan | PlayPlan | GenerationPlan

GRACE = 2.0
"""Seconds after its limit until a piece of work is ended that does not look at its clock."""


class Interrupted(KeyboardInterrupt):
    """Ctrl-C in an experiment; the message says what is kept."""


class TrainingControl(NamedTuple):
    """How trainings are watched and stopped."""

    tell: Callable[[PlannedTraining, Any], None]
    """Takes note of an update of a training."""
    should_stop: Callable[[], bool]


class Monitor(Protocol):
    """Watches an experiment: what it has to say, and how far it is."""

    def say(self, text: str) -> None:
        """Take note of what happens next."""

    def report(self, text: str) -> None:
        """Take note of what was done besides: a file that was written."""

    def complain(self, text: str) -> None:
        """Take note of what went wrong."""

    def carry_out(
        self, plan: AnyPlan, store: Store, executor: Executor
    ) -> Generator[tuple[Any, Any], None, None]:
        """Carry a plan out; yield each piece of work with what came of it, which is stored."""

    def let_come(self, tuning: Tuning, evaluations: Iterable[Evaluation], total: int) -> None:
        """Let a tuning run go on to its end, which is after so many evaluations."""

    def trainings(
        self, todo: Sequence[PlannedTraining], workers: int
    ) -> AbstractContextManager[TrainingControl]:
        """Watch these trainings as long as they go on."""


class QuietMonitor:
    """Shows nothing."""

    def say(self, text: str) -> None:
        """See `Monitor`."""

    def report(self, text: str) -> None:
        """See `Monitor`."""

    def complain(self, text: str) -> None:
        """See `Monitor`."""

    def carry_out(
        self, plan: AnyPlan, store: Store, executor: Executor
    ) -> Generator[tuple[Any, Any], None, None]:
        """See `Monitor`."""
        return carry_out_any(plan, store, executor)

    def let_come(self, tuning: Tuning, evaluations: Iterable[Evaluation], total: int) -> None:  # noqa: ARG002
        """See `Monitor`."""
        for _ in evaluations:
            pass

    @contextmanager
    def trainings(
        self,
        todo: Sequence[PlannedTraining],  # noqa: ARG002
        workers: int,  # noqa: ARG002
    ) -> Iterator[TrainingControl]:
        """See `Monitor`."""
        yield TrainingControl(lambda _training, _report: None, lambda: False)


def carry_out_any(
    plan: AnyPlan, store: Store, executor: Executor
) -> Generator[tuple[Any, Any], None, None]:
    """Carry out a plan of any kind of work."""
    from babalab.arena import Plan, carry_out
    from babalab.arena.plays import PlayPlan, carry_out_plays
    from babalab.generation.study import carry_out_generations

    if isinstance(plan, Plan):
        return carry_out(plan, store, executor)
    if isinstance(plan, PlayPlan):
        return carry_out_plays(plan, store, executor)
    return carry_out_generations(plan, store, executor)


def _in_this_process(_grace: float) -> Executor:
    from babalab.arena import InThisProcess

    return InThisProcess()


@dataclass(frozen=True)
class Laboratory:
    """What experiments run with.

    `store` is the path or URL of the store, None for the usual one. `make_executor` makes what
    runs their work, given the seconds after which work that overruns its limit is ended.
    """

    store: str | None = None
    make_executor: Callable[[float], Executor] = _in_this_process
    workers: int = 1
    """Trainings made side by side."""
    monitor: Monitor = field(default_factory=QuietMonitor)
    trainings: Path | None = None
    """The folder where trainings are kept; None for the usual one."""

    def open_store(self, usual: Path | None = None) -> Store:
        """Open the store; without one, that in the `usual` place."""
        from babalab.arena import Store

        return Store(self.store or usual)

    @contextmanager
    def look_into_store(self) -> Iterator[Store]:
        """Open the store to read it; if there is none yet, an empty one in its place."""
        from babalab.arena import Store, default_store
        from babalab.arena.database import parse_address

        _, path = parse_address(self.store or default_store())
        if path is None or path.exists():
            with Store(self.store, read_only=True) as store:
                yield store
            return
        with tempfile.TemporaryDirectory() as folder, Store(Path(folder) / "empty.db") as store:
            yield store

    def executor(self, grace: float = GRACE) -> Executor:
        """Return what runs the work of an experiment."""
        return self.make_executor(grace)


@contextmanager
def resumable(what_is_kept: Callable[[], str]) -> Iterator[None]:
    """Turn Ctrl-C into `Interrupted`, with what is kept and that the same command goes on."""
    try:
        yield
    except KeyboardInterrupt:
        raise Interrupted(f"{what_is_kept()}, and the same command goes on from there") from None
