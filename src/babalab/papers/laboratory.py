"""Laboratories, which give experiments a store, executors and a monitor."""

from __future__ import annotations

import tempfile
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Any

from babalab.base.wording import pluralize
from babalab.papers.monitor import Monitor, QuietMonitor

if TYPE_CHECKING:
    from babalab.arena import Executor, Store
    from babalab.papers.monitor import AnyPlan

GRACE = 2.0
"""Seconds after its limit until a piece of work is ended that does not look at its clock."""


class Interrupted(KeyboardInterrupt):
    """Ctrl-C in an experiment; the message says what is kept."""


@contextmanager
def resumable(what_is_kept: Callable[[], str]) -> Iterator[None]:
    """Turn Ctrl-C into `Interrupted`, whose message says what is kept."""
    try:
        yield
    except KeyboardInterrupt:
        raise Interrupted(f"{what_is_kept()}, and the same command goes on from there") from None


def _in_this_process(_grace: float = GRACE) -> Executor:
    from babalab.execution.in_this_process import InThisProcess

    return InThisProcess()


@dataclass(frozen=True)
class Laboratory:
    """The store, the executors and the monitor that experiments run with.

    `store` is the path or URL of the store, None for the usual one. `make_executor` makes what
    runs their work, given the seconds after which work that overruns its limit is ended;
    `make_trusted_executor` makes what runs work of our own that has no limit, such as trainings.
    """

    store: str | None = None
    make_executor: Callable[[float], Executor] = _in_this_process
    make_trusted_executor: Callable[[], Executor] = _in_this_process
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
        """Return the executor for the work of an experiment."""
        return self.make_executor(grace)

    @contextmanager
    def work(self, what_is_kept: str, grace: float = GRACE) -> Iterator[Executor]:
        """Yield the executor, and close it at the end; after Ctrl-C tell `what_is_kept`."""
        with resumable(lambda: f"interrupted; {what_is_kept}"), self.executor(grace) as executor:
            yield executor

    def carry_out(self, plan: AnyPlan, store: Store, executor: Executor) -> None:
        """Make all attempts of a plan."""
        with closing(self.monitor.carry_out(plan, store, executor)) as coming:
            for _ in coming:
                pass

    def make_missing(
        self,
        plan: AnyPlan,
        store: Store,
        executor: Executor,
        *,
        nouns: tuple[str, str],
        place: Callable[[Any], str],
        consequence: str,
        heading: str = "",
    ) -> None:
        """Make what the store lacks; report the first piece that fails, and how many do.

        Pieces are called by `nouns`, one and several. `place` says in words which one an
        attempt was; `consequence` says how those that fail count.
        """
        before = f", {plan.stored:,} made before" if plan.stored else ""
        self.monitor.say(f"{heading}{pluralize(len(plan.todo), *nouns)} to make{before}")
        failed = 0
        with closing(self.monitor.carry_out(plan, store, executor)) as coming:
            for attempt in coming:
                if attempt.error is not None:
                    failed += 1
                    if failed == 1:
                        self.monitor.complain(
                            f"{place(attempt)}, seed {attempt.task.seed}: {attempt.error}"
                        )
        if failed:
            self.monitor.complain(f"{pluralize(failed, *nouns)} failed; {consequence}")
