"""Tasks on this machine's cores: warm processes that are killed when they overrun."""

from __future__ import annotations

import sys
from collections.abc import Generator, Iterator
from dataclasses import dataclass
from itertools import chain
from typing import Any, Final, Self

from babalab.base.sources import find_file
from babalab.execution.call import Call
from babalab.execution.crew import Allowance, Crew
from babalab.execution.errors import ExecutionError
from babalab.execution.executor import GuardedExecutor
from babalab.execution.frames import LARGEST
from babalab.execution.isolation import require_isolation
from babalab.execution.memory import half_of_memory
from babalab.execution.messages import Limits
from babalab.execution.supply import Job, Supply
from babalab.execution.work import OURS, Watch, Work

SECONDS_BETWEEN_LOOKS: Final = 1.0
"""The time between checks that all workers are alive, while nothing comes from them."""
SECONDS_BETWEEN_QUESTIONS: Final = 0.1
"""The time between questions whether to stop, in a run that can be stopped."""
SECONDS_TO_GET_READY: Final = 30.0
"""The least time that a task has to get ready: to load what it needs, on a busy machine."""


@dataclass
class Workers(GuardedExecutor):
    """An executor of local processes. It can be used again and again.

    Every run has new processes, unless it is within a `with`, which keeps them for the next run.
    """

    def __post_init__(self) -> None:
        if self.count < 1:
            raise ExecutionError(f"{self.count} workers can't do anything; use 1 or more")
        if sys.platform == "win32":
            raise ExecutionError("workers need a system that can fork; use --workers 0, or WSL")
        if self.isolate:
            require_isolation()
        self._at_work: list[Crew] = []
        self._staying: Crew | None = None
        self._entered = 0

    def __enter__(self) -> Self:
        self._entered += 1
        return self

    def __exit__(self, *_: object) -> None:
        self._entered -= 1
        if self._staying is not None and not self._entered:
            self._staying.dismiss()
            self._staying = None

    @property
    def running(self) -> list[Work[Any]]:
        """See `Executor`."""
        return list(chain.from_iterable(crew.running for crew in list(self._at_work)))

    def _run_supply(
        self, supply: Supply, watch: Watch | None
    ) -> Generator[tuple[Job, Any], None, None]:
        first = supply.take()
        if first is None:
            return
        supply.put_back(first)
        crew = self._staying or Crew(self.count, self._allowance_for, _modules_of(first.task))
        self._staying = None
        crew.begin_run()
        self._at_work.append(crew)
        seconds = SECONDS_BETWEEN_QUESTIONS if supply.can_stop else SECONDS_BETWEEN_LOOKS
        try:
            while True:
                if supply.can_stop:  # perhaps for what it hears now
                    yield from _deliver(crew, watch)
                crew.hand_out(supply)  # before the rest, which may take the caller some time
                if crew.sighted or crew.finished:
                    yield from _deliver(crew, watch)
                elif crew.busy:
                    if supply.stopping:
                        crew.ask_to_stop()
                    crew.listen(supply, seconds)
                else:
                    return
        except KeyboardInterrupt:
            crew.dismiss()
            yield from _deliver(crew, watch)
            raise
        finally:
            self._let_go(crew)

    def _let_go(self, crew: Crew) -> None:
        """Keep a crew that has finished its work, if it may stay; end it otherwise."""
        self._at_work.remove(crew)
        if self._entered and not (crew.busy or crew.finished or crew.sighted):
            self._staying = crew
        else:
            crew.dismiss()

    def _allowance_for(self, task: Work[Any]) -> Allowance:
        own = task.seconds
        if own is None:
            seconds, overrun = (
                self.patience,
                f"killed: still at work after {self.patience or 0:g} s",
            )
        else:
            seconds = own + self.grace
            overrun = f"killed: still at work {self.grace:g} s after its {own:g} s were over"
        ready = None if seconds is None else max(SECONDS_TO_GET_READY, seconds) + task.preparation
        limits = Limits(
            self._memory_for(task) if task.limits_memory else None,
            ready,
            seconds,
            LARGEST if task.most_bytes is None else task.most_bytes,
            self._find_readable(task),
        )
        return Allowance(limits, f"killed: not ready after {ready or 0:g} s", overrun)

    def _memory_for(self, task: Work[Any]) -> int:
        if self.memory is not None:
            return self.memory
        kept = task.memory
        return half_of_memory() // self.count if kept is None else kept + kept // 4 + (256 << 20)

    def _find_readable(self, task: Work[Any]) -> tuple[str, ...] | None:
        """Return the files that a task may read if it is isolated: code of our own is not."""
        if not self.isolate or task.team == OURS:
            return None
        return tuple(filter(None, map(find_file, (*task.sources, *task.team.split("\n")))))


def _deliver(crew: Crew, watch: Watch | None) -> Iterator[tuple[Job, Any]]:
    """Pass sightings that have arrived to the watcher, then yield the outcomes."""
    while crew.sighted:
        sighted = crew.sighted.popleft()
        if watch is not None:
            watch(*sighted)
    while crew.finished:
        yield crew.finished.popleft()


def _modules_of(task: Work[Any]) -> list[str]:
    """Return the modules that a worker needs for tasks like this one."""
    return list(task.modules) if isinstance(task, Call) else [task.brief.function.__module__]
