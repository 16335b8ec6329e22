"""Tasks on this machine's cores: warm processes that are killed when they overrun."""

from __future__ import annotations

from collections.abc import Generator, Iterator
from dataclasses import dataclass
from itertools import chain
from typing import Any, Final, Self

from babalab.execution.call import Call
from babalab.execution.crew import Allowance, Crew
from babalab.execution.errors import ExecutionError
from babalab.execution.executor import GuardedExecutor
from babalab.execution.memory import half_of_memory
from babalab.execution.supply import Job, Supply
from babalab.execution.work import Watch, Work

SECONDS_BETWEEN_LOOKS: Final = 1.0
"""The time between checks that all workers are alive, while nothing comes from them."""
SECONDS_BETWEEN_QUESTIONS: Final = 0.1
"""The time between questions whether to stop, in a run that can be stopped."""


@dataclass
class Workers(GuardedExecutor):
    """An executor of local processes. It can be used again and again.

    Every run has new processes, unless it is within a `with`, which keeps them for the next run.
    """

    def __post_init__(self) -> None:
        if self.count < 1:
            raise ExecutionError(f"{self.count} workers can't do anything; use 1 or more")
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
            overrun = f"killed: still at work after {self.patience or 0:g} s"
            return Allowance(self._memory_for(task), self.patience, overrun)
        overrun = f"killed: still at work {self.grace:g} s after its {own:g} s were over"
        return Allowance(self._memory_for(task), own + task.preparation + self.grace, overrun)

    def _memory_for(self, task: Work[Any]) -> int:
        if self.memory is not None:
            return self.memory
        kept = task.memory
        return half_of_memory() // self.count if kept is None else kept + kept // 4 + (256 << 20)


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
    return list(task.modules) if isinstance(task, Call) else [type(task).__module__]
