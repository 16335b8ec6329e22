"""A crew of worker processes: gives them tasks, kills them when they overrun, replaces them."""

from __future__ import annotations

import pickle
import signal
import time
from collections import deque
from collections.abc import Callable, Sequence
from contextlib import suppress
from dataclasses import dataclass
from datetime import UTC, datetime
from multiprocessing.connection import wait
from typing import Any, Final

from babalab.execution.errors import ExecutionError
from babalab.execution.faults import CRASHED
from babalab.execution.interrupts import hold_interrupts
from babalab.execution.messages import Assignment, Begun, Ready, Sighted, TaskDone
from babalab.execution.processes import WorkerProcess
from babalab.execution.supply import Job, Supply
from babalab.execution.work import Work

MOST_BREAKDOWNS: Final = 3
"""Workers in a row that end before they begin a task, until the run is given up."""
MOST_MESSAGES: Final = 10_000
"""Of one worker at a time: more than a connection can hold, so that all that waits is taken, and
not endlessly many, so that a task that goes on and on reporting can be killed."""
SECONDS_TO_TELL: Final = 1.0
"""The time a worker without a connection may take to end, so that its exit code is known."""


@dataclass(frozen=True, slots=True)
class Allowance:
    """The limits of a task, and the message about one that overruns."""

    memory: int | None
    seconds: float | None
    overrun: str


class Crew:
    """Up to `count` worker processes. What comes from them waits in `finished` and `sighted`.

    `allowance` says what a task may use, `modules` are loaded once for all.
    """

    def __init__(
        self, count: int, allowance: Callable[[Work[Any]], Allowance], modules: Sequence[str]
    ) -> None:
        self._count = count
        self._allowance = allowance
        self._modules = modules
        self._members: list[WorkerProcess] = []
        self._breakdowns = 0
        self.finished: deque[tuple[Job, Any]] = deque()
        self.sighted: deque[tuple[Work[Any], Any]] = deque()

    @property
    def busy(self) -> bool:
        """Return whether any of them has a task."""
        return any(member.job is not None for member in self._members)

    @property
    def running(self) -> list[Work[Any]]:
        """Return the tasks that have begun."""
        jobs = [member.job for member in list(self._members) if member.begun is not None]
        return [job.task for job in jobs if job is not None]

    def hand_out(self, supply: Supply) -> None:
        """Give tasks to all that have none, and start new workers as long as that helps."""
        while True:
            idle = [member for member in self._members if member.job is None]
            if not idle and len(self._members) >= self._count:
                return
            job = supply.take()
            if job is None:
                return
            with hold_interrupts():
                self._give(job, idle[0] if idle else self._start(), supply)

    def listen(self, supply: Supply, seconds: float) -> None:
        """Receive messages for up to `seconds`, and kill workers that overrun."""
        ends = [member.deadline for member in self._members]
        now = time.monotonic()
        patience = max(0.0, min([now + seconds, *(end for end in ends if end is not None)]) - now)
        sources: dict[Any, WorkerProcess] = {}
        for member in self._members:
            sources |= {member.connection: member, member.sentinel: member}
        ready = wait(list(sources), patience)
        now = time.monotonic()
        with hold_interrupts():
            for member in dict.fromkeys(sources[source] for source in ready):
                self._receive(member, supply)
            # Only now: the caller may have been away for long, and outcomes have come meanwhile.
            for member in list(self._members):
                if member.deadline is not None and member.deadline <= now:
                    self._retire(member, supply, overrun=True)

    def ask_to_stop(self) -> None:
        """Ask all that run a task to end it soon."""
        for member in self._members:
            member.ask_to_stop()

    def dismiss(self) -> None:
        """Kill all of them; outcomes and sightings that have arrived are kept."""
        with hold_interrupts():
            for member in self._members:
                member.kill()
            for member in self._members:
                member.end()
            self._members.clear()

    def _start(self) -> WorkerProcess | None:
        """Start one more; return None if the system refuses."""
        try:
            member = WorkerProcess(self._modules)
        except (OSError, EOFError):
            return None
        self._members.append(member)
        return member

    def _give(self, job: Job, member: WorkerProcess | None, supply: Supply) -> None:
        if member is None:
            self._break_down(job, supply)
            return
        try:
            payload = pickle.dumps(job.task)
        except Exception as error:
            self._fail(job, f"lost: {type(error).__name__}: {error}")
            return
        allowance = self._allowance(job.task)
        try:
            member.give(job, Assignment(payload, allowance.memory), allowance.seconds)
        except OSError:  # it has just ended
            self._retire(member, supply)

    def _receive(self, member: WorkerProcess, supply: Supply) -> None:
        """Receive all messages of a worker, and notice if it has ended."""
        ended = not member.alive  # asked first: what it sends before its end must not be missed
        for _ in range(MOST_MESSAGES):
            if member not in self._members:
                return
            try:
                if not member.connection.poll():
                    break
                message = member.connection.recv()
            except Exception:  # ended, in the middle of a message or not, or sent nonsense
                ended = True
                break
            self._take(member, message)
        if ended:
            self._retire(member, supply)

    def _take(self, member: WorkerProcess, message: object) -> None:
        job = member.job
        match message:
            case Ready():
                member.ready = True
                with suppress(OSError):  # it has just ended, which will be noticed
                    member.send_assignment()
            case Begun():
                member.begun = message
                self._breakdowns = 0
            case Sighted() if job is not None:
                self.sighted.append((job.task, pickle.loads(message.sighting)))
            case TaskDone() if job is not None:
                self._settle(member, job, message)

    def _settle(self, member: WorkerProcess, job: Job, message: TaskDone) -> None:
        begun, member.job, member.begun = member.begun, None, None
        if not message.reusable:
            self._members.remove(member)
            member.end()
        if message.outcome is None:
            self._fail(job, f"lost: {message.error}", begun)
            return
        try:
            self.finished.append((job, pickle.loads(message.outcome)))
        except Exception as error:
            self._fail(job, f"lost: {type(error).__name__}: {error}", begun)

    def _retire(self, member: WorkerProcess, supply: Supply, *, overrun: bool = False) -> None:
        """End a worker that has ended by itself or has to be killed, and settle its task."""
        self._members.remove(member)
        code = member.end(0.0 if overrun else SECONDS_TO_TELL)
        job = member.job
        if job is None:
            return
        if member.begun is None:
            self._break_down(job, supply)
        elif overrun:
            self._fail(job, self._allowance(job.task).overrun, member.begun)
        else:
            self._fail(job, _describe_exit(code), member.begun)

    def _break_down(self, job: Job, supply: Supply) -> None:
        """Hand a task out again that could not be begun, unless that has happened too often."""
        self._breakdowns += 1
        if self._breakdowns >= MOST_BREAKDOWNS:
            raise ExecutionError(
                "the workers break down before they do anything; is there enough memory for "
                f"{self._count}? Use fewer with --workers"
            )
        supply.put_back(job)

    def _fail(self, job: Job, error: str, begun: Begun | None = None) -> None:
        """Settle a task that failed. Seconds are monotonic: the wall clock may be set meanwhile."""
        begun = begun or Begun(datetime.now(UTC), time.monotonic())
        seconds = time.monotonic() - begun.clock
        self.finished.append((job, job.task.failed(error, begun.at, seconds)))


def _describe_exit(code: int | None) -> str:
    if code is None or code >= 0:
        return f"{CRASHED}: ended its process with exit code {code}"
    try:
        return f"{CRASHED}: killed by {signal.Signals(-code).name}"
    except ValueError:
        return f"{CRASHED}: killed by signal {-code}"
