"""Running an agent with a live display, and telling what it found."""

from __future__ import annotations

import sys
import time

from rich.progress import Progress as Bar
from rich.progress import SpinnerColumn, TextColumn, TimeElapsedColumn
from rich.table import Table

from babalab.agents import Agent, Budget, Progress, Result, Verdict
from babalab.cli.console import err
from babalab.cli.exit_codes import ExitCode
from babalab.game.state import State

EXIT_CODE = {
    Verdict.SOLVED: ExitCode.YES,
    Verdict.UNSOLVABLE: ExitCode.NO,
    Verdict.INTERRUPTED: ExitCode.INTERRUPTED,
    Verdict.FAILED: ExitCode.FAULT,
}
"""Of each verdict; all others leave the question undecided."""

SECONDS_BETWEEN_UPDATES = 0.1


def search(agent: Agent, start: State, budget: Budget) -> Result:
    """Solve, with a line of progress while that takes long enough to be read."""
    if not err.is_terminal:
        return agent.solve(start, budget)
    columns = (SpinnerColumn(), TextColumn("{task.description}"), TimeElapsedColumn())
    with Bar(*columns, console=err, transient=True) as bar:
        task = bar.add_task(f"{agent.name}: searching", total=None)
        last = time.monotonic()

        def watch(progress: Progress) -> None:
            nonlocal last
            now = time.monotonic()
            if now - last >= SECONDS_BETWEEN_UPDATES:
                last = now
                bar.update(task, description=f"{agent.name}: {_glimpse(progress)}")

        return agent.solve(start, budget, watch)


def _glimpse(progress: Progress) -> str:
    spending = progress.spending
    counts = ", ".join(f"{name} {count:,}" for name, count in progress.statistics.items() if count)
    return f"{counts}, {spending.memory / 2**20:,.0f} MiB, {spending.steps:,} steps"


def statistics_table(result: Result) -> Table:
    """What a search cost and counted."""
    rate = result.steps / result.seconds if result.seconds else 0
    rows = {
        "seconds": f"{result.seconds:.3f}",
        "iterations": f"{result.iterations:,}",
        "engine steps": f"{result.steps:,}",
        "steps per second": f"{rate:,.0f}",
        "memory": f"{result.peak_memory / 2**20:,.1f} MiB",
        **{name: f"{count:,}" for name, count in result.statistics.items() if count},
    }
    table = Table(box=None, show_header=False, pad_edge=False)
    table.add_column(style="dim")
    table.add_column(justify="right")
    for name, value in rows.items():
        table.add_row(name, value)
    return table


def can_animate() -> bool:
    """Whether someone is watching a terminal that can redraw."""
    return sys.stdout.isatty() and err.is_terminal and not err.is_dumb_terminal
