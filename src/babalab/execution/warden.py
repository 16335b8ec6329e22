"""Wardens: processes of ours between a run and its workers.

A warden forks workers, gives them tasks, takes their time, kills them when they overrun, and passes
on what they send. It never reads any of that, so nothing that a task does to its worker reaches
further. When the run ends, or its process does, the warden ends with everything below it.
"""

from __future__ import annotations

import gc
import os
import pickle
import selectors
import signal
import socket
import time
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass, field, replace
from datetime import UTC, datetime
from importlib import import_module
from typing import Final, NoReturn

from babalab.execution import worker
from babalab.execution.frames import LARGEST, MOST_AT_ONCE, FrameError, FrameSocket
from babalab.execution.isolation import enter_isolation
from babalab.execution.messages import (
    ANSWER,
    DONE,
    DONE_FOR_GOOD,
    EVENT,
    FROM_WORKERS,
    MATERIAL,
    ORDER,
    PREPARE,
    READY,
    SIGHTED,
    STOP,
    Begun,
    Done,
    Ended,
    Event,
    NotStarted,
    Order,
    Sighted,
    Timing,
)
from babalab.execution.system import end_children, list_children, measure_processor_seconds

MOST_PARKED: Final = 32
"""Workers that are kept for the next task of their team."""
MOST_UNSENT: Final = 8 << 20
"""Bytes that may wait for the run; until they are sent, no worker is listened to."""
SECONDS_TO_TELL: Final = 1.0
"""The time a worker without a connection may take to end, so that its exit code is known."""


def serve(control: socket.socket, modules: Sequence[str]) -> NoReturn:
    """Serve a run, with these modules loaded for all workers, until its connection is closed."""
    for module in modules:
        with suppress(ImportError):  # it is said when a task needs it
            import_module(module)
    gc.freeze()
    warden = _Warden(control)
    try:
        warden.serve()
    finally:
        warden.kill_all()
        os._exit(0)


@dataclass(eq=False)
class _Worker:
    """A worker process, the connection to it, and the order it is at."""

    process: int
    inner: int
    """The process that runs tasks: another one if the worker is shut in."""
    connection: FrameSocket
    team: str
    order: Order | None = None
    material: int | None = None
    """The open file with the material of its order, until it is ready for that."""
    ready: bool = False
    answer: tuple[bytes, float] | None = None
    """What came back of its order, and after how many seconds."""
    since: float = 0.0
    """When it was given its order or, once it is ready, when the clock started."""
    started: datetime = field(default_factory=lambda: datetime.now(UTC))
    used: float | None = None
    """The processor seconds it had used then."""
    used_in_all: float | None = None
    """Those it used until its end, once it has ended."""
    tell_by: float | None = None
    """When to stop waiting for its exit code."""

    @property
    def deadline(self) -> float | None:
        """When to kill it, by the monotonic clock; None: never."""
        if self.tell_by is not None or self.order is None:
            return self.tell_by
        limits = self.order.limits
        limit = limits.seconds if self.ready else limits.preparation
        return None if limit is None else self.since + limit

    def settle(self) -> Done:
        """Return what came of its order, which is done. The clock stopped with the answer."""
        assert self.order is not None
        assert self.answer is not None
        body, seconds = self.answer
        timing = replace(self.take_time(), seconds=seconds)
        done = Done(self.order.ticket, body, timing)
        self.order = self.answer = None
        self.drop_material()
        return done

    def drop_material(self) -> None:
        """Close the file with the material if it was never given."""
        if self.material is not None:
            os.close(self.material)
            self.material = None

    def start_clock(self) -> None:
        """Take the time from now on."""
        self.used = measure_processor_seconds(self.inner)
        self.started = datetime.now(UTC)
        self.since = time.monotonic()

    def take_time(self) -> Timing:
        """Return what the order has taken until now."""
        seconds = time.monotonic() - self.since
        used = self.used_in_all
        if used is None:
            used = measure_processor_seconds(self.inner)
        unknown = used is None or self.used is None
        return Timing(self.started, seconds, None if unknown else max(0.0, used - self.used))  # type: ignore[operator]


class _Warden:
    def __init__(self, control: socket.socket) -> None:
        self._control = FrameSocket(control, ORDER + STOP, takes_files=True)
        self._workers: list[_Worker] = []
        self._wakeup, wakened = socket.socketpair()
        for each in (self._wakeup, wakened):
            each.setblocking(False)
        self._wakened = wakened
        signal.signal(signal.SIGCHLD, lambda *_: None)
        signal.set_wakeup_fd(wakened.fileno(), warn_on_full_buffer=False)

    def serve(self) -> None:
        while not self._control.ended:
            self._wait()
            self._reap()
            for each in list(self._workers):
                self._listen(each)
            for kind, body in self._control.receive():
                if kind == ORDER:
                    self._take_order(pickle.loads(body), self._control.files.popleft())
                else:
                    self._pass_on_stop()
            now = time.monotonic()
            for each in list(self._workers):
                if each.deadline is not None and each.deadline <= now:
                    self._end(each)
            self._control.flush()

    def kill_all(self) -> None:
        for each in self._workers:
            _kill(each)
        end_children()

    def _wait(self) -> None:
        """Wait until something can be done."""
        with selectors.PollSelector() as selector:
            events = selectors.EVENT_READ
            writing = selectors.EVENT_WRITE
            selector.register(self._control, events | (writing if self._control.unsent else 0))
            selector.register(self._wakeup, events)
            for each in self._workers:
                wanted = 0 if self._control.unsent > MOST_UNSENT or each.tell_by else events
                wanted |= writing if each.connection.unsent else 0
                if wanted:
                    selector.register(each.connection, wanted)
            ends = [each.deadline for each in self._workers if each.deadline is not None]
            patience = max(0.0, min(ends) - time.monotonic()) if ends else None
            selector.select(patience)
        with suppress(BlockingIOError):
            self._wakeup.recv(4096)

    def _take_order(self, order: Order, material: int) -> None:
        for each in self._workers:
            if each.team == order.team and each.order is None and each.tell_by is None:
                chosen = each
                self._workers.remove(each)  # the one that was used last is the last to be ended
                break
        else:
            try:
                chosen = self._start(order)
            except OSError as error:
                os.close(material)
                self._tell(NotStarted(order.ticket, os.strerror(error.errno or 0)))
                return
        self._workers.append(chosen)
        chosen.order, chosen.material, chosen.ready = order, material, False
        chosen.connection.reader.most = order.limits.most_bytes
        chosen.start_clock()
        _signal(chosen, signal.SIGCONT)
        told = worker.Task(order.brief, order.pickles, order.limits.memory)
        chosen.connection.send(PREPARE, pickle.dumps(told))

    def _start(self, order: Order) -> _Worker:
        """Fork a worker for the team of an order. Raises `OSError` if the system refuses."""
        ours, theirs = socket.socketpair()
        try:
            with theirs:
                process, inner = _fork_worker(theirs, order.limits.readable)
        except OSError:
            ours.close()
            raise
        return _Worker(process, inner, FrameSocket(ours, FROM_WORKERS), order.team)

    def _listen(self, each: _Worker, most: int = MOST_AT_ONCE) -> None:
        """Receive what a worker sends, and end it if it sends what it must not."""
        each.connection.flush()
        try:
            if self._control.unsent <= MOST_UNSENT or most > MOST_AT_ONCE:
                for kind, body in each.connection.receive(most):
                    self._take(each, kind, body)
                    if each not in self._workers:
                        return
        except FrameError as error:
            self._end(each, str(error))
            return
        if each.connection.ended and each.tell_by is None:
            each.tell_by = time.monotonic() + SECONDS_TO_TELL

    def _take(self, each: _Worker, kind: bytes, body: bytes) -> None:
        order = each.order
        if order is None:
            raise FrameError("spoke when it had no task")
        if kind == ANSWER and each.answer is None:
            each.answer = body, time.monotonic() - each.since
        elif kind in (DONE, DONE_FOR_GOOD) and each.answer is not None:
            self._tell(each.settle())
            goes_on = each.connection.reader.empty and not list_children(each.inner)
            if kind == DONE_FOR_GOOD or not goes_on:
                self._end(each)
            else:
                _signal(each, signal.SIGSTOP)  # nothing is done while no clock runs
            self._park()
        elif kind == READY and not each.ready and each.answer is None:
            each.ready = True
            each.start_clock()
            each.connection.send(MATERIAL, b"", each.material)
            each.material = None
            self._tell(Begun(order.ticket))
        elif kind == SIGHTED:
            self._tell(Sighted(order.ticket, body))
        else:
            raise FrameError("spoke out of turn")

    def _park(self) -> None:
        """End the workers that have had no task for longest, if there are too many of them."""
        idle = [each for each in self._workers if each.order is None]
        for each in idle[: max(0, len(idle) - MOST_PARKED)]:
            self._end(each)

    def _pass_on_stop(self) -> None:
        for each in self._workers:
            if each.order is not None:
                each.connection.send(STOP)

    def _reap(self) -> None:
        """Notice which workers have ended, and end what they leave behind."""
        for each in list(self._workers):
            process, status, usage = os.wait4(each.process, os.WNOHANG)
            if process:
                each.used_in_all = usage.ru_utime + usage.ru_stime
                self._end_orphans()  # which could go on sending in its name
                self._listen(each, LARGEST)  # what it sent before its end must not be missed
                if each in self._workers:
                    self._remove(each, code=os.waitstatus_to_exitcode(status))

    def _end(self, each: _Worker, reason: str = "") -> None:
        """Kill a worker that overruns, is no longer needed, or does what it must not."""
        timing = each.take_time()
        if each.used_in_all is None:
            _kill(each)
            os.waitpid(each.process, 0)
        if each.tell_by is not None:
            reason = "closed its connection"
        self._remove(each, reason=reason, timing=timing)

    def _remove(
        self,
        each: _Worker,
        *,
        code: int | None = None,
        reason: str = "",
        timing: Timing | None = None,
    ) -> None:
        self._workers.remove(each)
        each.connection.close()
        each.drop_material()
        self._end_orphans()
        if each.order is not None and each.answer is not None:
            self._tell(each.settle())  # it was to clean up, no more
        elif each.order is not None:
            self._tell(Ended(each.order.ticket, timing or each.take_time(), code, reason))

    def _end_orphans(self) -> None:
        """End what workers have left behind."""
        end_children(frozenset(each.process for each in self._workers))

    def _tell(self, event: Event) -> None:
        self._control.send(EVENT, pickle.dumps(event))


def _kill(each: _Worker) -> None:
    """Kill a worker and everything in its process group."""
    for process in {each.inner, each.process}:
        with suppress(ProcessLookupError, PermissionError):
            os.killpg(process, signal.SIGKILL)
        with suppress(ProcessLookupError):
            os.kill(process, signal.SIGKILL)


def _signal(each: _Worker, number: signal.Signals) -> None:
    """Send a signal to the process that runs tasks, if it is there."""
    with suppress(ProcessLookupError):
        os.kill(each.inner, number)


def _fork_worker(theirs: socket.socket, readable: tuple[str, ...] | None) -> tuple[int, int]:
    """Fork a worker; return its process, and the one inside if it is shut in."""
    if readable is None:
        process = os.fork()
        if process == 0:
            _become_worker(theirs)
        return process, process
    listening, telling = os.pipe()
    process = os.fork()
    if process == 0:
        try:
            enter_isolation(readable, telling)
        except BaseException:
            os._exit(1)
        _become_worker(theirs)
    os.close(telling)
    inner = os.read(listening, 20)  # nothing if it has ended
    os.close(listening)
    return process, int(inner or process)


def _become_worker(theirs: socket.socket) -> NoReturn:
    try:
        worker.serve(theirs.fileno())
    finally:
        os._exit(0)
