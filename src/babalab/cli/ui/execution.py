"""Options that say where and how commands run their work, and the executors they stand for."""

from __future__ import annotations

import os
from typing import TYPE_CHECKING, Annotated, Final

from babalab.cli.ui.options import option

if TYPE_CHECKING:
    from babalab.execution.executor import Executor

Place = Annotated[
    str,
    option(
        "workers: processes of this machine; ray: a Ray started here with as many processors; "
        "ray://HOST:PORT, HOST:PORT or auto: all of a Ray cluster.",
        "--on",
        metavar="PLACE",
    ),
]


CPUS: Final = os.cpu_count() or 1
Workers = Annotated[
    int, option("Number of processes; 0 runs everything in this one, for debugging.", min=0)
]
Processes = Annotated[int, option("Number of processes.", min=1, max=1024)]
Patience = Annotated[float, option("Seconds until work without a time limit is killed.", min=1)]
Again = Annotated[bool, option("Also run what is stored, and replace it.", "--again")]


def make_executor(on: str, workers: int, grace: float = 2.0, patience: float = 3600.0) -> Executor:
    """Return the executor of a place, to run code that nobody vouches for.

    With no workers that is this process.
    """
    from babalab.execution.choosing import choose_executor

    return choose_executor(on, workers, grace=grace, patience=patience)


def make_trusted_executor(on: str, workers: int) -> Executor:
    """Return the executor of a place for work of our own: no limits, and one worker is none."""
    from babalab.execution.choosing import choose_trusted_executor

    return choose_trusted_executor(on, workers)
