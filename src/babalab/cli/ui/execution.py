"""Where commands do their work: the option `--on` beside `--workers`, and what it stands for."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated

import typer

if TYPE_CHECKING:
    from babalab.execution.executor import Executor

Place = Annotated[
    str,
    typer.Option(
        "--on",
        metavar="PLACE",
        help="workers; ray: a Ray of our own with as many processors; ray://HOST:PORT, "
        "HOST:PORT or auto: a Ray cluster, with all it has.",
    ),
]


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
