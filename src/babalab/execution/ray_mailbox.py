"""The mailbox between the tasks on a Ray cluster and their run: an actor that takes messages."""

from __future__ import annotations

import pickle
import time
from collections.abc import Iterable
from typing import Any, Final

from babalab.execution.supply import Job, Supply
from babalab.execution.work import Watch, Work

SECONDS_BETWEEN_QUESTIONS: Final = 0.5
"""The time between questions of a task's machine whether to stop."""


class Mailbox:
    """An actor of Ray's that holds sightings until the run fetches them, and whether to stop.

    Sightings are pickled by the sender: this process need not know what they are.
    """

    def __init__(self) -> None:
        self._sightings: list[tuple[int, bytes]] = []
        self._stopping = False

    def post(self, number: int, sighting: bytes) -> None:
        """Take a sighting of the task of this number."""
        self._sightings.append((number, sighting))

    def is_stopping(self) -> bool:
        """Return whether tasks shall stop."""
        return self._stopping

    def fetch(self, stopping: bool) -> list[tuple[int, bytes]]:
        """Return the sightings since the last call, and note whether tasks shall stop."""
        self._stopping = stopping
        sightings, self._sightings = self._sightings, []
        return sightings


class MailboxSender:
    """The end of the mailbox on a task's machine.

    A mailbox that is gone, with the machine it was on, comes back empty: that loses sightings, but
    no outcomes.
    """

    def __init__(self, mailbox: Any, number: int) -> None:
        self._mailbox, self._number = mailbox, number
        self._stopping = False
        self._asked = float("-inf")

    def report(self, _task: Work[Any], sighting: object) -> None:
        """Send a sighting and wait until it has arrived."""
        self._call(self._mailbox.post, self._number, pickle.dumps(sighting))

    def is_stopping(self) -> bool:
        """Return whether the run was stopped, asking the mailbox now and then."""
        if time.monotonic() >= self._asked + SECONDS_BETWEEN_QUESTIONS:
            self._stopping = bool(self._call(self._mailbox.is_stopping))
            self._asked = time.monotonic()
        return self._stopping

    def _call(self, method: Any, *arguments: object) -> Any:
        import ray

        try:
            return ray.get(method.remote(*arguments))
        except ray.exceptions.RayActorError:
            return None


class MailboxReader:
    """The end of the mailbox in the process of the run."""

    def __init__(self, ray: Any, supply: Supply, watch: Watch | None) -> None:
        self._ray, self._supply, self._watch = ray, supply, watch
        self.actor = ray.remote(num_cpus=0, max_restarts=-1)(Mailbox).remote()

    def empty(self, jobs: Iterable[Job]) -> None:
        """Pass on all sightings of these tasks, and tell them if the run is stopping."""
        try:
            sightings = self._ray.get(self.actor.fetch.remote(self._supply.stopping))
        except self._ray.exceptions.RayActorError:
            return
        tasks = {job.number: job.task for job in jobs}
        for number, sighting in sightings:
            if self._watch is not None and number in tasks:
                self._watch(tasks[number], pickle.loads(sighting))

    def close(self) -> None:
        """End the actor."""
        self._ray.kill(self.actor)
