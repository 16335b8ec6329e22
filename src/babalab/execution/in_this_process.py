"""Tasks in this process, one after the other."""

from __future__ import annotations

import sys
import time
from collections.abc import Generator
from datetime import UTC, datetime
from typing import Any

from babalab.execution.executor import Executor
from babalab.execution.faults import describe
from babalab.execution.interrupts import note_interrupts
from babalab.execution.reporting import connect_task
from babalab.execution.supply import Job, Supply
from babalab.execution.work import Completion, FollowUp, Watch, Work


class InThisProcess(Executor):
    """An executor without processes: for small work, and to debug an agent.

    Nothing is limited, what ends the process ends the run, and users' code is not kept from what
    judges it.
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
                        completion = _run_task(job.task)
                finally:
                    self._running = []
                if interrupted():
                    raise KeyboardInterrupt
                outcome = job.task.judge(completion)
                if isinstance(outcome, FollowUp):
                    supply.put_back(Job(job.number, outcome.work))
                else:
                    yield job, outcome


def _run_task(task: Work[Any]) -> Completion:
    """Run a task here: nothing limits it, and whatever it raises is an error of its own."""
    brief = task.brief
    started, clock, processor = datetime.now(UTC), time.monotonic(), time.process_time()
    value, error = None, None
    try:
        perform = brief.prepare()
        started, clock, processor = datetime.now(UTC), time.monotonic(), time.process_time()
        value = perform(task.material)
    except KeyboardInterrupt:
        raise
    except BaseException as raised:
        error = describe(raised, None, sys.modules[brief.function.__module__].__file__ or __file__)
    seconds, used = time.monotonic() - clock, time.process_time() - processor
    return Completion(value, error, started, seconds, used)


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
