"""On a machine of a Ray cluster: a task and all it needs arrive, an attempt goes back.

Ray's own processes only wait. The agent is at work in a child process, under the same guard as
on one machine: there it can hang, crash or hoard without Ray noticing anything.
"""

from __future__ import annotations

import hashlib
import os
import tempfile
from collections.abc import Iterator
from dataclasses import dataclass, replace
from functools import cache, lru_cache
from pathlib import Path
from typing import Any

from platformdirs import user_cache_path

import babalab
from babalab.base.sources import file_named
from babalab.execution.errors import ExecutionError
from babalab.execution.memory import half_of_memory
from babalab.execution.work import Work
from babalab.execution.workers import Workers


@dataclass(frozen=True, slots=True)
class Terms:
    """What `Workers` must be told to guard an attempt."""

    grace: float
    patience: float
    memory: int | None


@dataclass(frozen=True, slots=True)
class Parcel:
    """A task, packed for a machine that has babalab and nothing else of ours."""

    task: Work[Any]
    terms: Terms
    files: tuple[bytes | None, ...]
    """The user's files that its sources name, None for those that name none."""
    version: str = babalab.__version__


def file_of(source: str) -> bytes | None:
    """What is in the user's file that this agent comes from; None for an agent of babalab's."""
    found = file_named(source)
    if found is None:
        return None
    try:
        return Path(found).read_bytes()
    except OSError as error:
        raise ExecutionError(f"{found}: can't be read: {error.strerror}") from error


def attempt(parcel: Parcel) -> Any:
    """Run a task here; this is what Ray calls."""
    if parcel.version != babalab.__version__:
        raise ExecutionError(f"it has babalab {babalab.__version__} instead of {parcel.version}")
    task = parcel.task
    here = [
        source if file is None else _unpacked(source, file)
        for source, file in zip(task.sources, parcel.files, strict=True)
    ]
    try:
        made = _seat(_terms_here(parcel)).attempt(task.moved(here))
    except BaseException:
        _seat.cache_clear()
        raise
    return task.brought_back(made)


class _Seat:
    """One guarded process that stays warm between tasks."""

    def __init__(self, workers: Workers) -> None:
        self._next: Work[Any] | None = None
        self._attempts = workers.run(self._tasks())

    def attempt(self, task: Work[Any]) -> Any:
        self._next = task
        return next(self._attempts)

    def _tasks(self) -> Iterator[Work[Any]]:
        while self._next is not None:
            yield self._next


@lru_cache(maxsize=1)
def _seat(terms: Terms) -> _Seat:
    """The seat in this process of Ray's; one for other terms is given up for it."""
    return _Seat(Workers(1, terms.grace, terms.patience, terms.memory, ahead=1))


def _terms_here(parcel: Parcel) -> Terms:
    """With a share of this machine's memory if nothing else limits it."""
    if parcel.terms.memory is not None or parcel.task.memory is not None:
        return parcel.terms
    return replace(parcel.terms, memory=half_of_memory() // _cpus_here())


@cache
def _cpus_here() -> int:
    """How many tasks Ray runs on this machine at the same time."""
    import ray

    here = ray.get_runtime_context().get_node_id()
    found = [node["Resources"].get("CPU", 1) for node in ray.nodes() if node["NodeID"] == here]
    return max(1, int(found[0])) if found else os.cpu_count() or 1


def _unpacked(source: str, file: bytes) -> str:
    """The agent's source, naming a file on this machine with this very content.

    That is the same path if this machine has the same file there, with whatever lies beside it;
    else one in the user's cache.
    """
    found = file_named(source)
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
