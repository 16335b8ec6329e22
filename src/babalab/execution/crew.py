"""A crew: the workers of a run behind their warden, and what comes from them."""

from __future__ import annotations

import pickle
import signal
import time
from collections import Counter, deque
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any, Final

from babalab.execution.errors import ExecutionError
from babalab.execution.faults import CRASHED, cut
from babalab.execution.frames import FrameSocket
from babalab.execution.interrupts import hold_interrupts
from babalab.execution.messages import (
    EVENT,
    ORDER,
    STOP,
    Begun,
    Done,
    Ended,
    Event,
    Limits,
    NotStarted,
    Order,
    Sighted,
    Timing,
)
from babalab.execution.nursery import start_warden
from babalab.execution.plain import PlainError, read_plain
from babalab.execution.supply import Job, Supply
from babalab.execution.system import make_file
from babalab.execution.work import Completion, FollowUp, Work

MOST_TRIES: Final = 3
"""Times that a task is begun whose process is killed by somebody else, until it counts as failed:
the system, short of memory, may have killed an innocent one."""
MOST_BREAKDOWNS: Final = 5
"""Failures in a row to start any process, or to keep one, until the run is given up."""
SECONDS_AFTER_BREAKDOWN: Final = 0.1
"""The time until the next try, doubled each time."""

_FROM_OUTSIDE: Final = frozenset(
    -getattr(signal, name)
    for name in ("SIGKILL", "SIGTERM", "SIGHUP", "SIGQUIT", "SIGINT")
    if hasattr(signal, name)
)
"""Exit codes of processes that others may have ended."""


@dataclass(frozen=True, slots=True)
class Allowance:
    """The limits of a task, and the messages about one that overruns them."""

    limits: Limits
    unready: str
    overrun: str


class Crew:
    """Up to `count` workers at a time. What comes from them waits in `finished` and `sighted`.

    `allowance` says what a task may use, `modules` are loaded once for all.
    """

    def __init__(
        self, count: int, allowance: Callable[[Work[Any]], Allowance], modules: Sequence[str]
    ) -> None:
        self._count = count
        self._allowance = allowance
        self._modules = modules
        self._warden: FrameSocket | None = None
        self._jobs: dict[int, Job] = {}
        self._begun: set[int] = set()
        self._tickets = 0
        self._tries: Counter[int] = Counter()
        self._suspects: set[int] = set()
        self._breakdowns = 0
        self._told_to_stop = False
        self.finished: deque[tuple[Job, Any]] = deque()
        self.sighted: deque[tuple[Work[Any], Any]] = deque()

    @property
    def busy(self) -> bool:
        """Return whether any of them has a task."""
        return bool(self._jobs)

    @property
    def running(self) -> list[Work[Any]]:
        """Return the tasks whose clocks run."""
        jobs = [self._jobs.get(ticket) for ticket in list(self._begun)]
        return [job.task for job in jobs if job is not None]

    def begin_run(self) -> None:
        """Forget what concerned an earlier run."""
        self._tries.clear()
        self._suspects.clear()
        self._told_to_stop = False

    def hand_out(self, supply: Supply) -> None:
        """Give tasks to all that have none."""
        while len(self._jobs) < self._count and not self._is_suspect_at_work:
            job = supply.take()
            if job is None:
                return
            if job.number in self._suspects and self._jobs:
                supply.put_back(job)
                return
            with hold_interrupts():
                self._give(job, supply)

    @property
    def _is_suspect_at_work(self) -> bool:
        return any(job.number in self._suspects for job in self._jobs.values())

    def listen(self, supply: Supply, seconds: float) -> None:
        """Receive events for up to `seconds`."""
        if self._warden is None:
            return
        self._warden.wait(seconds)
        with hold_interrupts():
            for _, body in self._warden.receive():
                self._take(pickle.loads(body), supply)
            if self._warden.ended:
                self._lose_warden(supply)

    def ask_to_stop(self) -> None:
        """Ask all that run a task to end it soon."""
        if not self._told_to_stop and self._warden is not None:
            self._told_to_stop = True
            self._warden.send(STOP)

    def dismiss(self) -> None:
        """End all of them; outcomes and sightings that have arrived are kept."""
        with hold_interrupts():
            if self._warden is not None:
                self._warden.close()  # which ends it, and it ends all below it
                self._warden = None
            self._jobs.clear()
            self._begun.clear()

    def _give(self, job: Job, supply: Supply) -> None:
        task = job.task
        try:
            brief, material = pickle.dumps(task.brief), pickle.dumps(task.material)
        except Exception as error:
            self._settle(
                job, Completion.failed(cut(f"lost: {type(error).__name__}: {error}")), supply
            )
            return
        if self._warden is None:
            try:
                self._warden = FrameSocket(start_warden(self._modules), EVENT)
            except OSError as error:
                supply.put_back(job)
                self._break_down(str(error))
                return
        self._tickets += 1
        self._jobs[self._tickets] = job
        limits = self._allowance(task).limits
        order = Order(self._tickets, task.team, brief, task.pickles, limits)
        self._warden.send(ORDER, pickle.dumps(order), make_file(material))

    def _take(self, event: Event, supply: Supply) -> None:
        job = self._jobs.get(event.ticket)
        if job is None:
            return
        if isinstance(event, Begun):
            self._breakdowns = 0
            self._begun.add(event.ticket)
            return
        if isinstance(event, Sighted):
            self._take_sighting(job.task, event.body)
            return
        del self._jobs[event.ticket]
        begun = event.ticket in self._begun
        self._begun.discard(event.ticket)
        match event:
            case Done():
                self._breakdowns = 0
                self._settle(job, _complete(job.task, event.body, event.timing), supply)
            case NotStarted():
                supply.put_back(job)
                self._break_down(event.error)
            case Ended():
                self._breakdowns = 0
                self._take_end(job, event, begun, supply)

    def _take_sighting(self, task: Work[Any], body: bytes) -> None:
        try:
            self.sighted.append((task, _read(task, body)))
        except Exception:
            return  # nobody waits for it, and its outcome will be judged all the same

    def _take_end(self, job: Job, event: Ended, begun: bool, supply: Supply) -> None:
        """Settle a task whose worker ended; let it be tried again if others may have ended it."""
        if event.code in _FROM_OUTSIDE:
            self._tries[job.number] += 1
            if self._tries[job.number] < MOST_TRIES:
                supply.put_back(job)
                return
        allowance = self._allowance(job.task)
        if event.reason:
            error = f"{CRASHED}: {event.reason}"
        elif event.code is not None:
            error = _describe_exit(event.code)
        else:
            error = allowance.overrun if begun else allowance.unready
        self._settle(job, _fail(error, event.timing), supply)

    def _lose_warden(self, supply: Supply) -> None:
        """Begin anew with another warden: somebody has ended the one that was there."""
        if self._warden is not None:
            self._warden.close()
            self._warden = None
        jobs, self._jobs = self._jobs, {}
        begun = {ticket for ticket in self._begun if ticket in jobs}
        self._begun.clear()
        for ticket, job in jobs.items():
            if ticket in begun:
                self._suspect(job, f"{CRASHED}: what guards it was killed", supply)
            else:
                supply.put_back(job)
        if not begun:
            self._break_down("what starts them has ended")

    def _suspect(self, job: Job, error: str, supply: Supply) -> None:
        """Let a task be tried again, from now on alone: it may be the one that kills the others."""
        self._tries[job.number] += 1
        if self._tries[job.number] < MOST_TRIES:
            self._suspects.add(job.number)
            supply.put_back(job)
        else:
            self._settle(job, Completion.failed(error), supply)

    def _break_down(self, reason: str) -> None:
        """Wait a little before the next try, unless that has been in vain too often."""
        self._breakdowns += 1
        if self._breakdowns >= MOST_BREAKDOWNS and not self._jobs:
            raise ExecutionError(
                f"the workers break down before they do anything ({reason}); is there enough "
                f"memory for {self._count}? Use fewer with --workers"
            )
        time.sleep(SECONDS_AFTER_BREAKDOWN * 2.0 ** min(self._breakdowns, MOST_BREAKDOWNS))

    def _settle(self, job: Job, completion: Completion, supply: Supply) -> None:
        """Let a task be judged; what it leads to may be more work."""
        outcome = job.task.judge(completion)
        if isinstance(outcome, FollowUp):
            supply.put_back(Job(job.number, outcome.work))
        else:
            self.finished.append((job, outcome))


def _complete(task: Work[Any], body: bytes, timing: Timing) -> Completion:
    """Return what a worker sent as the completion of its task."""
    value, error = None, None
    try:
        sent = read_plain(body)
        told = sent.get("error") if isinstance(sent, dict) else "not an answer"
        if told is not None:
            error = cut(str(told))
        else:
            value = _read(task, sent["value"])
    except Exception as raised:
        error = cut(f"lost: {type(raised).__name__}: {raised}")
    return Completion(value, error, timing.started, timing.seconds, timing.processor_seconds)


def _read(task: Work[Any], body: Any) -> Any:
    """Return what a worker sent, which is plain unless none but our code runs there."""
    if not isinstance(body, bytes):
        raise PlainError("not an answer")
    return pickle.loads(body) if task.pickles else read_plain(body)


def _fail(error: str, timing: Timing) -> Completion:
    return Completion(None, error, timing.started, timing.seconds, timing.processor_seconds)


def _describe_exit(code: int) -> str:
    if code >= 0:
        return f"{CRASHED}: ended its process with exit code {code}"
    try:
        return f"{CRASHED}: killed by {signal.Signals(-code).name}"
    except ValueError:
        return f"{CRASHED}: killed by signal {-code}"
