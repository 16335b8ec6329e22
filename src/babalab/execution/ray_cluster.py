"""Tasks on a Ray cluster: on many machines, or on this one as if it were many."""

from __future__ import annotations

import logging
import os
import re
import socket
import time
from collections import Counter
from collections.abc import Callable, Generator, Iterator
from contextlib import ExitStack, contextmanager, suppress
from dataclasses import dataclass, field
from datetime import UTC, datetime
from functools import cache
from typing import Any, Self

from babalab.base.errors import MissingExtraError
from babalab.execution import ray_node
from babalab.execution.errors import ExecutionError
from babalab.execution.executor import GuardedExecutor
from babalab.execution.interrupts import hold_interrupts
from babalab.execution.ray_mailbox import MailboxReader
from babalab.execution.ray_node import GuardSettings, Marker, Parcel
from babalab.execution.supply import Job, Supply
from babalab.execution.work import Completion, FollowUp, Watch, Work

AHEAD = 3
"""Tasks handed out per processor of the cluster, so that none waits for its next one."""
MOST_LOSSES = 5
"""Machines and processes of Ray's that may end under a task before it is given up."""
SECONDS_BETWEEN_COUNTS = 1.0
"""The time between checks whether the cluster has grown or shrunk."""
SECONDS_BETWEEN_FETCHES = 0.2
"""The time between fetches of what tasks report."""
SECONDS_TO_ANSWER = 10.0
"""The time it may take to reach the machine of a cluster's address."""
CONNECTION_TRIES = 3
"""Now and then Ray fails to start what it needs for a client (its issue 63202)."""
OBJECT_STORE = 100 << 20
"""Bytes for what tasks pass to each other on a Ray of our own; ours pass nothing."""

_ADDRESS = re.compile(r"auto|(ray://)?[^\s/:]+:\d+")


@dataclass
class RayCluster(GuardedExecutor):
    """An executor that makes each task one of Ray's.

    `address` is that of a running cluster, as in ``ray://HOST:PORT`` or, from one of its machines,
    ``HOST:PORT`` or ``auto``; without one, Ray is started here with `count` processors and ended
    after the run. The machines need the same version of babalab; the user's files that a task
    names are sent to them, but nothing that those import. A program that has initialised Ray by
    itself stays with that; only then tasks under way go on to their end when the run is broken
    off, since Ray's `cancel` may bring the program down (seen in 2.60: "task that was not
    pending").

    Tasks are guarded on the machine they run on. A task whose machine goes away is handed out
    again, so every one gives one outcome as long as there are machines.
    """

    address: str | None = None

    def __post_init__(self) -> None:
        if self.count < 1:
            raise ExecutionError(f"Ray can't do anything on {self.count} processors; use 1 or more")
        if self.address is not None and not _ADDRESS.fullmatch(self.address):
            raise ExecutionError(
                f"{self.address!r} is not an address of a Ray cluster; write ray://HOST:PORT, "
                "HOST:PORT or auto, or ray to start one here"
            )
        _import_ray()
        self._pending: dict[Any, _Errand] = {}
        self._counted = float("-inf")
        self._held: list[ExitStack] = []

    def __enter__(self) -> Self:
        """Stay connected between runs."""
        with ExitStack() as stack:
            stack.enter_context(self._connect(_import_ray()))
            self._held.append(stack.pop_all())
        return self

    def __exit__(self, *_: object) -> None:
        self._held.pop().close()

    @property
    def running(self) -> list[Work[Any]]:
        """Return those handed out first, as many as can run: Ray does not tell which have begun."""
        return [errand.job.task for errand in list(self._pending.values())[: self.count]]

    def _run_supply(
        self, supply: Supply, watch: Watch | None
    ) -> Generator[tuple[Job, Any], None, None]:
        ray = _import_ray()
        losses: Counter[int] = Counter()
        with self._connect(ray), self._open_mailbox(ray, supply, watch) as mailbox:
            call = ray.remote(num_cpus=1, max_retries=0)(ray_node.run_parcel)
            read_file = cache(ray_node.read_source_file)
            patience = SECONDS_BETWEEN_COUNTS if mailbox is None else SECONDS_BETWEEN_FETCHES
            try:
                while True:
                    self._count_processors(ray)
                    while len(self._pending) < AHEAD * self.count and (job := supply.take()):
                        parcel = self._pack(job, read_file)
                        reference = call.remote(parcel, None if mailbox is None else mailbox.actor)
                        self._pending[reference] = _Errand(job)
                    if not self._pending:
                        return
                    done = ray.wait(list(self._pending), timeout=patience)[0]
                    if mailbox is not None:  # before outcomes, since sightings came before them
                        mailbox.empty([errand.job for errand in self._pending.values()])
                    for reference in done:
                        errand = self._pending.pop(reference)
                        completion = self._fetch_completion(ray, reference, errand, losses)
                        if completion is None:
                            supply.put_back(errand.job)
                        elif not isinstance(completion, Marker):
                            outcome = errand.job.task.judge(completion)
                            if isinstance(outcome, FollowUp):
                                supply.put_back(Job(errand.job.number, outcome.work))
                            else:
                                yield errand.job, outcome
            except ConnectionError as error:
                raise ExecutionError(
                    f"the connection to Ray is lost: {_summarize(error)}"
                ) from error
            finally:
                self._pending.clear()

    def _pack(self, job: Job, read_file: Callable[[str], bytes | None]) -> Parcel:
        settings = GuardSettings(self.grace, self.patience, self.memory, self.isolate)
        return Parcel(job.number, job.task, settings, tuple(map(read_file, job.task.sources)))

    @contextmanager
    def _open_mailbox(
        self, ray: Any, supply: Supply, watch: Watch | None
    ) -> Iterator[MailboxReader | None]:
        """Open a mailbox for a run that needs one: to be watched, or to be stopped."""
        if watch is None and not supply.can_stop:
            yield None
            return
        mailbox = MailboxReader(ray, supply, watch)
        try:
            yield mailbox
        finally:
            with hold_interrupts(), suppress(Exception):  # where the connection is lost
                mailbox.close()

    def _fetch_completion(
        self, ray: Any, reference: Any, errand: _Errand, losses: Counter[int]
    ) -> Completion | Marker | None:
        """Return what came of a task; None if it has to be handed out again."""
        problems = ray.exceptions
        job = errand.job
        try:
            completion: Completion | Marker = ray.get(reference)
            return completion
        except (
            problems.WorkerCrashedError,
            problems.NodeDiedError,
            problems.ObjectLostError,
            problems.OutOfMemoryError,
        ) as error:
            losses[job.number] += 1
            lost = losses[job.number]
            if lost < MOST_LOSSES:
                return None
            reason = f"lost: {lost} times what ran it ended: {type(error).__name__}"
            seconds = time.monotonic() - errand.clock
            return Completion.failed(reason, errand.since, seconds)
        except problems.RayError as error:
            cause = getattr(error, "cause", None) or error
            raise ExecutionError(
                f"a machine of the Ray cluster can't run tasks: {type(cause).__name__}: "
                f"{_summarize(cause)}"
            ) from error

    @contextmanager
    def _connect(self, ray: Any) -> Iterator[None]:
        if ray.is_initialized():
            yield
            return
        self._check_reachable()
        for tries_left in reversed(range(CONNECTION_TRIES)):
            try:
                ray.init(log_to_driver=False, logging_level=logging.ERROR, **self._init_options())
                break
            except (ConnectionError, RuntimeError, ValueError, TimeoutError) as error:
                if tries_left and isinstance(error, ConnectionAbortedError):
                    continue
                what = f"at {self.address} can't be reached" if self.address else "can't be started"
                raise ExecutionError(f"Ray {what}: {_summarize(error)}") from error
        try:
            yield
        finally:
            with hold_interrupts():
                ray.shutdown()  # with all that is still at work

    def _check_reachable(self) -> None:
        """Raise `ExecutionError` soon if nobody answers; Ray itself takes minutes to give up."""
        if self.address is None or self.address == "auto":
            return
        host, _, port = self.address.removeprefix("ray://").rpartition(":")
        try:
            socket.create_connection((host, int(port)), timeout=SECONDS_TO_ANSWER).close()
        except (OSError, OverflowError) as error:
            raise ExecutionError(
                f"no Ray cluster answers at {self.address}: {_summarize(error)}"
            ) from error

    def _init_options(self) -> dict[str, Any]:
        if self.address is not None:
            return {"address": self.address}
        os.environ.setdefault("RAY_USAGE_STATS_ENABLED", "0")
        return {
            "address": "local",
            "num_cpus": self.count,
            "include_dashboard": False,
            "object_store_memory": OBJECT_STORE,
        }

    def _count_processors(self, ray: Any) -> None:
        now = time.monotonic()
        if now >= self._counted + SECONDS_BETWEEN_COUNTS:
            self._counted = now
            self.count = max(1, int(ray.cluster_resources().get("CPU", 1)))


@dataclass(frozen=True, slots=True)
class _Errand:
    """A task that was handed out, and when, also by the monotonic clock."""

    job: Job
    since: datetime = field(default_factory=lambda: datetime.now(UTC))
    clock: float = field(default_factory=time.monotonic)


def _import_ray() -> Any:
    """Import Ray when it is needed: that takes a while, and not everyone has it."""
    try:
        import ray
    except ImportError as error:
        raise MissingExtraError("Running on Ray", "ray") from error
    return ray


def _summarize(error: BaseException) -> str:
    """Return the message of an error in one line; of a traceback in it, only the last line."""
    lines = str(error).strip().splitlines() or [type(error).__name__]
    return " ".join(line.strip() for line in (lines[-1:] if "Traceback" in str(error) else lines))
