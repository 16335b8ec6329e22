"""Executors: one interface to run tasks in this process, in local processes or on a cluster."""

from __future__ import annotations

import os
from abc import ABC, abstractmethod
from collections.abc import Generator, Iterable, Sequence
from contextlib import closing
from dataclasses import dataclass, field
from typing import Any, Final, Self

from babalab.execution.supply import Job, Supply
from babalab.execution.work import Outcome, Stop, Watch, Work

MOST_WAITING: Final = 8
"""Tasks in order that may be begun before an earlier one is done, per worker."""


class Executor(ABC):
    """Runs tasks somewhere. Within `with`, what runs them stays ready from one run to the next."""

    count: int
    """The number of tasks that can run at the same time."""

    def __enter__(self) -> Self:
        """Keep processes and connections between runs."""
        return self

    def __exit__(self, *_: object) -> None:
        """End what was kept."""
        return

    @property
    @abstractmethod
    def running(self) -> Sequence[Work[Any]]:
        """Return the tasks that run right now."""

    def run(
        self,
        tasks: Iterable[Work[Outcome]],
        *,
        ordered: bool = False,
        watch: Watch | None = None,
        stop: Stop | None = None,
    ) -> Generator[Outcome, None, None]:
        """Run all tasks and yield their outcomes: as they come, or in the order of the tasks.

        Every task gives exactly one outcome, whatever it does; a task that overruns its limit is
        killed. Tasks are taken from the iterable as they are needed, so there may be no end of
        them. Closing the iterator kills everything that is still running.

        `watch` is called with every task that reports something, and what it reported. `stop` is
        asked now and then: once it returns true no further task begins, those that run learn of
        it by `stop_requested`, and the run ends with their outcomes.

        Ctrl-C raises `KeyboardInterrupt` here, after the outcomes that had already come in. Tasks
        in other processes never see it; they are killed. Pressed again, it changes nothing.
        """
        ahead = (lambda: MOST_WAITING * self.count) if ordered else None
        supply = Supply(tasks, stop, ahead)
        early: dict[int, Outcome] = {}
        with closing(self._run_supply(supply, watch)) as coming:
            for job, outcome in coming:
                if not ordered:
                    yield outcome
                    continue
                early[job.number] = outcome
                while supply.settled in early:
                    supply.settled += 1
                    yield early.pop(supply.settled - 1)
        for number in sorted(early):  # of a run that was stopped and has gaps
            yield early[number]

    @abstractmethod
    def _run_supply(
        self, supply: Supply, watch: Watch | None
    ) -> Generator[tuple[Job, Any], None, None]:
        """Run the supplied tasks and yield their outcomes as they come."""


@dataclass
class GuardedExecutor(Executor):
    """Base of executors that run each task in a process of its own, which they may kill.

    A task is killed `grace` seconds after its own limit of seconds, or after `patience` seconds
    if it has none; None is never. Its process may use `memory` bytes more than when it was idle;
    without that, a quarter more than the task's own limit and 256 MiB, or its share of half of
    the machine's. What a task breaks costs that task alone: a new process goes on. A task that
    somebody else kills, as the system does when memory is short, is tried again a few times.

    With `isolate`, users' code can reach neither files, network nor other processes; see
    `enter_isolation`.
    """

    count: int = field(default_factory=lambda: os.cpu_count() or 1)
    grace: float = 2.0
    patience: float | None = 3600.0
    memory: int | None = None
    isolate: bool = False
