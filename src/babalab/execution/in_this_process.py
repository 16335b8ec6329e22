"""Tasks in this process, one after the other."""

from __future__ import annotations

from collections.abc import Generator
from typing import Any

from babalab.execution.executor import Executor
from babalab.execution.interrupts import note_interrupts
from babalab.execution.reporting import connect_task
from babalab.execution.supply import Job, Supply
from babalab.execution.work import Watch, Work


class InThisProcess(Executor):
    """An executor without processes: for small work, and to debug an agent.

    Nothing is limited, and what ends the process ends the run.
    """

    count = 1

    def __init__(self) -> None:
        self._running: list[Work[Any]] = []

    @property
    def running(self) -> list[Work[Any]]:
        """See `Executor`."""
        return self._running

    def _run_supply(
        self, supply: Supply, watch: Watch | None
    ) -> Generator[tuple[Job, Any], None, None]:
        with note_interrupts() as interrupted:
            while (job := supply.take()) is not None:
                self._running = [job.task]
                try:
                    with connect_task(_Channel(job.task, supply, watch)):
                        outcome = job.task.run()
                finally:
                    self._running = []
                if interrupted():
                    raise KeyboardInterrupt
                yield job, outcome


class _Channel:
    """The channel from a task to whoever watches the run."""

    def __init__(self, task: Work[Any], supply: Supply, watch: Watch | None) -> None:
        self._task, self._supply, self._watch = task, supply, watch

    def report(self, sighting: object) -> None:
        """See `TaskChannel`."""
        if self._watch is not None:
            self._watch(self._task, sighting)

    def stop_requested(self) -> bool:
        """See `TaskChannel`."""
        return self._supply.stopping
