"""Running tasks on a machine of a Ray cluster: unpacking, running, returning what came of them.

Ray's own processes only wait. The task runs in a child process, under the same guard as on one
machine: there it can hang, crash or hoard without Ray noticing anything.
"""

from __future__ import annotations

import hashlib
import os
import tempfile
from dataclasses import dataclass, replace
from enum import Enum
from functools import cache
from pathlib import Path
from typing import Any

from platformdirs import user_cache_path

from babalab.base.sources import find_file
from babalab.base.version import __version__
from babalab.execution.errors import ExecutionError
from babalab.execution.memory import half_of_memory
from babalab.execution.ray_mailbox import MailboxSender
from babalab.execution.work import Completion, Work
from babalab.execution.workers import Workers


class Marker(Enum):
    """A value that may come back instead of an outcome."""

    NOT_BEGUN = "not begun"
    """The run was stopped before the task's turn came."""


@dataclass(frozen=True, slots=True)
class GuardSettings:
    """The settings with which `Workers` guards a task."""

    grace: float
    patience: float | None
    memory: int | None
    isolate: bool


@dataclass(frozen=True, slots=True)
class Parcel:
    """A task, packed for a machine that has babalab and nothing else of ours."""

    number: int
    task: Work[Any]
    settings: GuardSettings
    files: tuple[bytes | None, ...]
    """The user's files that its sources name, None for those that name none."""
    version: str = __version__


def read_source_file(source: str) -> bytes | None:
    """Return the content of the user's file that a source names; None if it names none."""
    found = find_file(source)
    if found is None:
        return None
    try:
        return Path(found).read_bytes()
    except OSError as error:
        raise ExecutionError(f"{found}: can't be read: {error.strerror}") from error


class _Unjudged:
    """A task whose outcome is what came back of it: only the process of the run judges."""

    def __init__(self, task: Work[Any]) -> None:
        self._task = task

    def __getattr__(self, name: str) -> Any:
        return getattr(self._task, name)

    def judge(self, completion: Completion) -> Completion:
        """See `Work`."""
        return completion


def run_parcel(parcel: Parcel, mailbox: Any = None) -> Completion | Marker:
    """Run a task for Ray and return what came of it; `Marker.NOT_BEGUN` if the run is to stop.

    What the task reports goes to the mailbox, if there is one, and so does the question whether to
    stop.
    """
    if parcel.version != __version__:
        raise ExecutionError(f"it has babalab {__version__} instead of {parcel.version}")
    task = parcel.task
    here = [
        source if file is None else _unpack(source, file)
        for source, file in zip(task.sources, parcel.files, strict=True)
    ]
    sender = None if mailbox is None else MailboxSender(mailbox, parcel.number)
    unjudged: Any = _Unjudged(task.moved(here))
    completions = _get_workers(_find_settings(parcel)).run(
        [unjudged],
        watch=None if sender is None else sender.report,
        stop=None if sender is None else sender.is_stopping,
    )
    completion: Completion | Marker = next(completions, Marker.NOT_BEGUN)
    completions.close()
    return completion


_kept: tuple[GuardSettings, Workers] | None = None


def _get_workers(settings: GuardSettings) -> Workers:
    """Return the executor of this process of Ray's, whose one worker stays warm between tasks."""
    global _kept
    if _kept is not None and _kept[0] != settings:
        _kept[1].__exit__()
        _kept = None
    if _kept is None:
        workers = Workers(
            1, settings.grace, settings.patience, settings.memory, isolate=settings.isolate
        )
        _kept = settings, workers.__enter__()
    return _kept[1]


def _find_settings(parcel: Parcel) -> GuardSettings:
    """Return the settings, with a share of this machine's memory if nothing else limits it."""
    if parcel.settings.memory is not None or parcel.task.memory is not None:
        return parcel.settings
    return replace(parcel.settings, memory=half_of_memory() // _count_cpus())


@cache
def _count_cpus() -> int:
    """Return how many tasks Ray runs on this machine at the same time."""
    import ray

    here = ray.get_runtime_context().get_node_id()
    found = [node["Resources"].get("CPU", 1) for node in ray.nodes() if node["NodeID"] == here]
    return max(1, int(found[0])) if found else os.cpu_count() or 1


def _unpack(source: str, file: bytes) -> str:
    """Return the source, naming a file on this machine with this very content.

    That is the same path if this machine has the same file there, with whatever lies beside it;
    else one in the user's cache.
    """
    found = find_file(source)
    assert found is not None
    path = Path(found)
    if not _holds(path, file):
        digest = hashlib.blake2b(file, digest_size=16).hexdigest()
        path = user_cache_path("babalab") / "agents" / digest / path.name
        if not _holds(path, file):
            path.parent.mkdir(parents=True, exist_ok=True)
            descriptor, unfinished = tempfile.mkstemp(dir=path.parent)
            with os.fdopen(descriptor, "wb") as output:
                output.write(file)
            Path(unfinished).replace(path)
    return f"{path}{source[len(found) :]}"


def _holds(path: Path, content: bytes) -> bool:
    try:
        return path.read_bytes() == content
    except OSError:
        return False
