"""Executors by the names that users give them."""

from __future__ import annotations

from babalab.execution.errors import ExecutionError
from babalab.execution.executor import Executor
from babalab.execution.in_this_process import InThisProcess
from babalab.execution.ray_cluster import RayCluster
from babalab.execution.workers import Workers

WORKERS = "workers"
"""The default place."""


def choose_executor(
    place: str,
    workers: int,
    *,
    grace: float = 2.0,
    patience: float | None = 3600.0,
    isolate: bool = False,
) -> Executor:
    """Return the executor of a place such as ``workers``, ``ray`` or ``ray://HOST:PORT``.

    No workers at all is this process. `grace`, `patience` and `isolate` are those of `Workers`.
    Raises `ExecutionError` or `MissingExtraError` if there is no such place.
    """
    if place != WORKERS:
        address = None if place == "ray" else place
        return RayCluster(workers, grace, patience, isolate=isolate, address=address)
    if workers:
        return Workers(workers, grace, patience, isolate=isolate)
    if isolate:
        raise ExecutionError("agents in this process can't be isolated; use 1 worker or more")
    return InThisProcess()


def choose_trusted_executor(place: str, workers: int) -> Executor:
    """Return the executor for our own code: one worker is this process, and nothing is killed."""
    alone = workers == 1 and place == WORKERS
    return choose_executor(place, 0 if alone else workers, patience=None)
